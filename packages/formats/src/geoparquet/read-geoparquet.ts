import type { AsyncBuffer, FileMetaData, ParquetParsers, ParquetReadOptions } from 'hyparquet';
import { refuse } from '../check.ts';
import { type ToWgs84, toWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { Place, ReadRecord } from '../feature.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { parseWkb } from '../geometry/wkb.read.ts';
import type { Reading } from '../reading.ts';
import { isRandomAccess } from '../source.ts';
import { type ColumnRole, isOurs, roleOf } from '../tabular/column-names.ts';
import { type Cell, featureOfRow } from '../tabular/row.ts';
import { type GeoColumn, geometryColumn, isCrs84 } from './geo-metadata.ts';
import { jsonValue, nativeGeometry } from './values.ts';

/** Rows are read in slices of about this size, so that large row groups need not be held. */
const SLICE_BYTES = 32 * 1024 * 1024;

type Column = { index: number; role: ColumnRole; isJson: boolean };
/** Indexes into a row. */
type Columns = { geometry: number; others: Column[] };

/** GeoParquet, geometries as WKB or in the native encodings of 1.1. */
export async function* readGeoParquet(reading: Reading): AsyncGenerator<ReadRecord> {
  const { source, limits, platform } = reading;
  const spooled = isRandomAccess(source) ? undefined : await platform.spool(source, limits.inflatedBytes);
  try {
    yield* readRows(reading, spooled?.source ?? (source as Required<typeof source>));
  } finally {
    await spooled?.dispose();
  }
}

async function* readRows(
  reading: Reading,
  { size, slice }: { size: number; slice(start: number, end: number): Promise<Uint8Array> },
): AsyncGenerator<ReadRecord> {
  const { file, options, progress } = reading;
  const { parquetMetadataAsync, parquetRead } = await import('hyparquet');
  // As arrays: in an object, a column named __proto__ would be no value but a prototype.
  const readSlice = (what: Omit<ParquetReadOptions, 'onComplete' | 'rowFormat'>) =>
    new Promise<unknown[][]>((resolve, reject) => {
      parquetRead({ ...what, rowFormat: 'array', onComplete: resolve }).catch(reject);
    });
  const { compressors } = await import('hyparquet-compressors');
  const buffer: AsyncBuffer = {
    byteLength: size,
    slice: async (start, end = size) => {
      const bytes = await slice(start, Math.min(end, size));
      // A Buffer's memory may hold more than its bytes.
      return new Uint8Array(bytes).buffer;
    },
  };
  const metadata = await asFault(parquetMetadataAsync(buffer, { geoparquet: false }), file);
  const geometry = geometryColumn(metadata, file);
  const project = await projection(geometry, options.crs, file);
  const columns = columnsOf(metadata, geometry.name);
  const rowCount = Number(metadata.num_rows);
  let groupStart = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    const step = Math.max(
      1,
      Math.ceil(rows / Math.max(1, Math.ceil(Number(group.total_byte_size) / SLICE_BYTES))),
    );
    for (let at = 0; at < rows; at += step) {
      const rowStart = groupStart + at;
      const rowEnd = groupStart + Math.min(rows, at + step);
      const slicePart = await asFault(
        readSlice({ file: buffer, metadata, compressors, rowStart, rowEnd, utf8: false, parsers: PARSERS }),
        file,
      );
      for (const row of slicePart) {
        const place = reading.next();
        if (place !== undefined) yield recordOf(row, columns, geometry.encoding, project, place);
      }
      progress.share(rowEnd, rowCount);
    }
    groupStart += rows;
  }
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
function columnsOf({ schema, key_value_metadata }: FileMetaData, geometry: string): Columns {
  const covering = /"covering":\{"bbox":\{"xmin":\["([^"]+)"/.exec(
    key_value_metadata?.find(({ key }) => key === 'geo')?.value ?? '',
  )?.[1];
  const roots: typeof schema = [];
  for (let at = 1; at < schema.length; at = behind(schema, at)) roots.push(schema[at]!);
  const ours = isOurs(roots.map(({ name }) => name));
  return {
    geometry: roots.findIndex(({ name }) => name === geometry),
    others: roots
      .map(({ name, converted_type, logical_type }, index) => ({
        name,
        index,
        role: ours ? roleOf(name) : { property: name },
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

function recordOf(
  row: unknown[],
  columns: Columns,
  encoding: string,
  project: ToWgs84,
  place: Place,
): ReadRecord {
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
    return featureOfRow(cells, geometry && project(geometry), place);
  } catch (error) {
    if (error instanceof GeometryFormatError) return refuse(place, error.message);
    throw error;
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** JSON stays text, so that its numbers can be read exactly; geometries stay WKB. */
const PARSERS: Partial<ParquetParsers> = {
  stringFromBytes: (bytes) => bytes && utf8.decode(bytes),
  jsonFromBytes: (bytes) => bytes && utf8.decode(bytes),
  geometryFromBytes: (bytes) => bytes,
  geographyFromBytes: (bytes) => bytes,
  dateFromDays: (days) => new Date(days * 86_400_000).toISOString().slice(0, 10),
};
