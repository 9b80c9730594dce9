import { refuse } from '../check.ts';
import { projectionsBySrid } from '../crs/projection.ts';
import { type CsvColumns, readHeader } from '../csv/columns.ts';
import { geometryOfRow, type RowProjection } from '../csv/row-geometry.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import type { Reading } from '../reading.ts';
import { type Cell, featureOfRow } from '../tabular/row.ts';

/** Dates and times are texts as ISO 8601 writes them. */
export type SheetValue = string | number | boolean | undefined;

/** A row with the number it has in the sheet. */
export type SheetRow = { values: SheetValue[]; row: number };

/** The features of a sheet: its first row that is not empty has the names of the columns, as that of a CSV. */
export async function* recordsOfSheet(
  rows: AsyncIterable<SheetRow>,
  reading: Reading,
): AsyncGenerator<ReadRecord> {
  const { file, options } = reading;
  const projection: RowProjection =
    options.crs === undefined
      ? { bySrid: await projectionsBySrid() }
      : { all: await reading.project(options.crs) };
  let columns: CsvColumns | undefined;
  for await (const { values, row } of rows) {
    if (values.every((value) => value === undefined || value === '')) continue;
    if (columns === undefined) {
      columns = readHeader(
        values.map((value) => (value === undefined ? '' : String(value))),
        options.csv ?? {},
        {
          file,
          isGrid: options.crs !== undefined,
          guess: (text) => reading.guess(text),
          found: (table) => reading.found({ table }),
        },
      );
      continue;
    }
    const location = reading.next({ line: row });
    if (location === undefined) continue;
    yield recordOf(values, columns, projection, location, options.csv?.types === 'text');
  }
  if (columns === undefined) throw new FormatFault('empty', file, 'has no rows');
}

function recordOf(
  values: SheetValue[],
  columns: CsvColumns,
  projection: RowProjection,
  location: SourceLocation,
  isText: boolean,
): ReadRecord {
  const beyond = values.findIndex(
    (value, i) => value !== undefined && value !== '' && i >= columns.columns.length,
  );
  if (beyond >= 0)
    return refuse(
      location,
      `has a value in column ${beyond + 1}, but the header has ${columns.columns.length} columns`,
    );
  const cells: Cell[] = [];
  for (const [i, column] of columns.columns.entries()) {
    const value = values[i];
    if (column === undefined || value === undefined) continue;
    const isAbsent = value === '' && !columns.isOurs;
    if (isAbsent) continue;
    const asText = isText || column.isJson || typeof column.role === 'string';
    cells.push({ role: column.role, value: asText ? String(value) : value, isJson: column.isJson });
  }
  try {
    const fields = values.map((value) => ({
      text: value === undefined ? '' : String(value),
      isQuoted: false,
    }));
    return featureOfRow(cells, geometryOfRow(fields, columns, projection, true), location);
  } catch (error) {
    if (error instanceof GeometryFormatError) return refuse(location, error.message);
    throw error;
  }
}
