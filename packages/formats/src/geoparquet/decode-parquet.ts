import type { AsyncBuffer, FileMetaData, ParquetParsers, ParquetReadOptions } from 'hyparquet';
import { refuse } from '../check.ts';
import { type ToWgs84, toWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { parseWkb } from '../geometry/wkb.read.ts';
import { parseJson, setMember } from '../json.ts';
import type { DecodedRow, ParquetBatch, ParquetJob } from '../platform.ts';
import type { RandomAccess } from '../source.ts';
import { type ColumnRole, isOurs, roleOf } from '../tabular/column-names.ts';
import { type Cell, featureOfRow } from '../tabular/row.ts';
import { cachedSlices, type Slice } from './cached-slices.ts';
import { checkMetadata } from './check-metadata.ts';
import { type GeoColumn, geometryColumn, isCrs84 } from './geo-metadata.ts';
import { pageLocationsOf } from './page-locations.ts';
import { jsonValue, nativeGeometry } from './values.ts';

/** Rows that are handed over at a time. */
const BATCH_ROWS = 1000;
/** Rows are read in slices of about this size, so that large row groups need not be held: decoded, they take ten times as much. */
const SLICE_BYTES = 8 * 1024 * 1024;
/** However little a file says that its rows take. */
const SLICE_ROWS = 10_000;
/** Lists and structs of a row group are decoded as a whole for each of its slices, so there are few. */
const SLICES_WITH_LISTS = 8;
const MAX_SLICE_ROWS = 200_000;
/** Slices of a row group share pages with the next, and where pages can't be told apart whole columns. */
const CACHED_PAGE_BYTES = 8 * 1024 * 1024;
const CACHED_COLUMN_BYTES = 32 * 1024 * 1024;

type Column = { index: number; role: ColumnRole; isJson: boolean };
/** Indexes into a row. */
type Columns = { geometry: number; others: Column[] };

/** Takes the features out of a file, some at a time. What the file says of itself is held against what it can be. */
export async function* decodeParquet(
  { size, slice }: RandomAccess,
  { file, crs, limits, geometry: chosen }: ParquetJob,
): AsyncGenerator<ParquetBatch> {
  const { parquetMetadataAsync, parquetRead } = await import('hyparquet');
  // As arrays: in an object, a column named __proto__ would be no value but a prototype.
  const readSlice = (what: Omit<ParquetReadOptions, 'onComplete' | 'rowFormat'>) =>
    new Promise<unknown[][]>((resolve, reject) => {
      parquetRead({ ...what, rowFormat: 'array', onComplete: resolve }).catch(reject);
    });
  const { compressors } = await import('hyparquet-compressors');
  const buffer: AsyncBuffer & { slice: Slice } = {
    byteLength: size,
    slice: async (start, end = size) => {
      const bytes = await slice(start, Math.min(end, size));
      // Memory may hold more than the bytes that were asked for.
      const isWhole = bytes.byteLength === bytes.buffer.byteLength;
      return (isWhole ? bytes : new Uint8Array(bytes)).buffer as ArrayBuffer;
    },
  };
  const metadata = await asFault(parquetMetadataAsync(buffer, { geoparquet: false }), file);
  checkMetadata(metadata, size, limits, file);
  const geometry = geometryColumn(metadata, file, chosen);
  const project = geometry && (await projection(geometry, crs, file));
  const columns = columnsOf(metadata, geometry);
  const all = Number(metadata.num_rows);
  let groupStart = 0;
  for (const [index, group] of metadata.row_groups.entries()) {
    const rows = Number(group.num_rows);
    const step = sliceRows(rows, Number(group.total_byte_size), metadata);
    const isSliced = step < rows;
    const pages = isSliced ? await asFault(pageLocationsOf(buffer.slice, group, metadata), file) : {};
    const isPaged = Object.keys(pages).length === group.columns.length;
    const slice = cachedSlices(buffer.slice, isPaged ? CACHED_PAGE_BYTES : CACHED_COLUMN_BYTES);
    const source: AsyncBuffer = isSliced ? { ...buffer, slice } : buffer;
    const located = { pageLocationsByGroup: { [index]: pages } };
    for (let at = 0; at < rows; at += step) {
      const rowStart = groupStart + at;
      const rowEnd = groupStart + Math.min(rows, at + step);
      const found = await asFault(
        readSlice({
          file: source,
          metadata,
          compressors,
          rowStart,
          rowEnd,
          utf8: false,
          parsers: PARSERS,
          ...located,
        }),
        file,
      );
      for (let from = 0; from < found.length; from += BATCH_ROWS) {
        const batch = found.slice(from, from + BATCH_ROWS);
        yield {
          rows: batch.map((row) =>
            geometry && project
              ? decodeRow(row, columns, geometry.encoding, project)
              : recordText(row, columns),
          ),
          done: rowStart + from + batch.length,
          all,
          areRecords: geometry === undefined,
        };
      }
    }
    groupStart += rows;
  }
}

function sliceRows(rows: number, bytes: number, { schema }: FileMetaData): number {
  const slices = Math.max(1, Math.ceil(bytes / SLICE_BYTES));
  const wanted = Math.min(SLICE_ROWS, Math.ceil(rows / slices));
  const hasLists = schema.slice(1).some(({ num_children }) => num_children !== undefined);
  const least = hasLists ? Math.ceil(rows / SLICES_WITH_LISTS) : 1;
  return Math.min(MAX_SLICE_ROWS, Math.max(1, wanted, least));
}

async function asFault<T>(work: Promise<T>, file: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FormatFault || !(error instanceof Error)) throw error;
    const isCut = /footer|too short|out of bounds|invalid (?:parquet )?(?:magic|metadata)/i.test(
      error.message,
    );
    throw new FormatFault(
      isCut ? 'truncated' : 'malformed',
      file,
      `can't be read as Parquet: ${error.message}`,
    );
  }
}

async function projection({ crs }: GeoColumn, option: string | undefined, file: string): Promise<ToWgs84> {
  if (option !== undefined) return toWgs84(option, file);
  if (crs === undefined || crs === null || isCrs84(crs)) return (geometry) => geometry;
  return toWgs84({ projJson: crs }, file);
}

/** The columns at the root, without the boxes that some writers add for the geometry. */
function columnsOf({ schema }: FileMetaData, column: GeoColumn | undefined): Columns {
  const { name: geometry, covering } = column ?? {};
  const roots: typeof schema = [];
  for (let at = 1; at < schema.length; at = behind(schema, at)) roots.push(schema[at]!);
  const ours = isOurs(roots.map(({ name }) => name));
  return {
    geometry: roots.findIndex(({ name }) => name === geometry),
    others: roots
      .map(({ name, converted_type, logical_type }, index) => ({
        name,
        index,
        role: ours && geometry !== undefined ? roleOf(name) : { property: name },
        isJson: converted_type === 'JSON' || logical_type?.type === 'JSON',
      }))
      .filter(({ name }) => name !== geometry && name !== covering),
  };
}

/** The schema is a tree written flat: the index behind a node and all below it. */
function behind(schema: FileMetaData['schema'], at: number): number {
  let next = at + 1;
  for (let child = 0; child < (schema[at]?.num_children ?? 0); child++) next = behind(schema, next);
  return next;
}

function decodeRow(row: unknown[], columns: Columns, encoding: string, project: ToWgs84): DecodedRow {
  const record = recordOf(row, columns, encoding, project);
  // Texts are what threads hand over best, and keep numbers that a double can't hold.
  if (record.refused === undefined) {
    const text = JSON.stringify(record.feature);
    return record.isMeasured ? { measured: text } : text;
  }
  const { reason, id } = record.refused;
  return {
    reason,
    ...(id !== undefined && { id }),
    ...(record.candidate !== undefined && { candidate: JSON.stringify(record.candidate) }),
  };
}

/** A row of a table without geometries, with all its columns: which are coordinates is found out from them. */
function recordText(row: unknown[], { others }: Columns): string {
  const record: Record<string, unknown> = {};
  for (const { index, role, isJson } of others)
    if (typeof role === 'object') setMember(record, role.property, recordValue(row[index], isJson));
  return JSON.stringify(record);
}

function recordValue(value: unknown, isJson: boolean): unknown {
  if (!isJson || typeof value !== 'string') return jsonValue(value);
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

function recordOf(row: unknown[], columns: Columns, encoding: string, project: ToWgs84): ReadRecord {
  try {
    const given = row[columns.geometry];
    const geometry =
      given === null || given === undefined
        ? null
        : given instanceof Uint8Array
          ? parseWkb(given)
          : nativeGeometry(given, encoding);
    const cells: Cell[] = columns.others.map(({ index, role, isJson }) => {
      const value = row[index];
      if (value === null || value === undefined) return { role, isJson, value: undefined };
      return {
        role,
        isJson,
        value: isJson && value instanceof Uint8Array ? utf8.decode(value) : jsonValue(value),
      };
    });
    return featureOfRow(cells, geometry && project(geometry), SOMEWHERE);
  } catch (error) {
    if (error instanceof GeometryFormatError) return refuse(SOMEWHERE, error.message);
    throw error;
  }
}

/** The caller knows which rows it asked for. */
const SOMEWHERE: SourceLocation = { file: '', record: 0 };
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** JSON stays text, so that its numbers can be read exactly; geometries stay WKB. */
const PARSERS: Partial<ParquetParsers> = {
  stringFromBytes: (bytes) => bytes && utf8.decode(bytes),
  jsonFromBytes: (bytes) => bytes && utf8.decode(bytes),
  geometryFromBytes: (bytes) => bytes,
  geographyFromBytes: (bytes) => bytes,
  dateFromDays: (days) => new Date(days * 86_400_000).toISOString().slice(0, 10),
};
