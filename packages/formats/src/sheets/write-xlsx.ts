import type { Geometry } from '@meridian/geo/geojson';
import { FormatFault } from '../fault.ts';
import { formatWkt } from '../geometry/wkt.ts';
import { isExactNumber } from '../json.ts';
import type { Platform } from '../platform.ts';
import type { TableColumn } from '../tabular/schema.ts';
import { type Table, withTable } from '../tabular/table.ts';
import { Losses } from '../write/losses.ts';
import { utf8Chunks } from '../write/text-chunks.ts';
import type { FeatureInput, WriteOptions } from '../write/write-options.ts';
import { zipped } from '../write/zipped.ts';
import { columnLetters } from './cell-reference.ts';
import { escapeCell, MAX_CELL_CHARACTERS } from './cell-text.ts';
import { WORKBOOK_PARTS } from './workbook-parts.ts';

const MAX_ROWS = 1_048_576;
const POINT_COLUMNS = ['lon', 'lat', 'height'];
const GEOMETRY_COLUMN = 'WKT';

/**
 * A workbook with one sheet, with the columns that CSV has; points have columns of their own if there is nothing else.
 * Texts are typed as texts: no program runs them as formulas.
 */
export async function* writeXlsx(
  features: AsyncIterable<FeatureInput>,
  options: WriteOptions,
  platform: Platform,
): AsyncGenerator<Uint8Array> {
  const losses = options.losses ?? new Losses();
  yield* await withTable(features, [...POINT_COLUMNS, GEOMETRY_COLUMN], platform, async function* (table) {
    if (table.schema.count >= MAX_ROWS)
      throw new FormatFault(
        'tooLarge',
        'xlsx',
        `a sheet has ${MAX_ROWS} rows, and there are ${table.schema.count} features: write CSV`,
      );
    yield* zipped([
      ...WORKBOOK_PARTS.map(({ name, text }) => ({ name, bytes: utf8Chunks(one(text)) })),
      { name: 'xl/worksheets/sheet1.xml', bytes: utf8Chunks(sheet(table, losses)) },
    ]);
  });
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}

async function* sheet({ schema, rows }: Table, losses: Losses): AsyncGenerator<string> {
  const { columns, geometryTypes } = schema;
  const isPoints = geometryTypes.size === 1 && geometryTypes.has('Point');
  const headers = [...columns.map(headerOf), ...(isPoints ? POINT_COLUMNS : [GEOMETRY_COLUMN])];
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
  yield row(1, headers, losses);
  let n = 1;
  for await (const parts of rows()) {
    const { geometry } = parts.feature;
    const values = columns.map((column) => cellValue(column.pick(parts), column, losses));
    const all = [...values, ...(isPoints ? point(geometry) : [wkt(geometry, losses)])];
    if (all.every((value) => value === undefined)) losses.add('blankRows');
    yield row(++n, all, losses);
  }
  yield '</sheetData></worksheet>';
}

function headerOf({ name, type }: TableColumn): string {
  return type === 'json' && !name.startsWith('@') ? `${name}:json` : name;
}

function cellValue(value: unknown, { type }: TableColumn, losses: Losses): unknown {
  if (isExactNumber(value) || (typeof value === 'number' && !isExactInCell(value))) {
    losses.add('cellDigits');
    return isExactNumber(value) ? value.rawJSON : String(value);
  }
  if (type === 'json' && typeof value === 'string' && value.length > MAX_CELL_CHARACTERS) {
    losses.add('cellJson');
    return undefined;
  }
  return value;
}

/** Spreadsheets calculate with 15 digits. */
function isExactInCell(value: number): boolean {
  return !Number.isInteger(value) || Math.abs(value) < 1e15;
}

function point(geometry: Geometry | null): unknown[] {
  return geometry?.type === 'Point' ? geometry.coordinates : [];
}

function wkt(geometry: Geometry | null, losses: Losses): string | undefined {
  if (geometry === null) return undefined;
  const text = formatWkt(geometry);
  if (text.length <= MAX_CELL_CHARACTERS) return text;
  losses.add('cellWkt');
  return undefined;
}

function row(n: number, values: readonly unknown[], losses: Losses): string {
  const cells = values.map((value, i) => cell(`${columnLetters(i)}${n}`, value, losses));
  return `<row r="${n}">${cells.join('')}</row>`;
}

function cell(reference: string, value: unknown, losses: Losses): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const text = escapeCell(String(value), losses);
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}
