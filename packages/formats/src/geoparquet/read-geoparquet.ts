import type { AsyncBuffer, FileMetaData, ParquetParsers } from 'hyparquet';
import { refuse } from '../check.ts';
import { type ToWgs84, toWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { Place, ReadRecord } from '../feature.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { parseWkb } from '../geometry/wkb.read.ts';
import type { Reading } from '../reading.ts';
import { isRandomAccess } from '../source.ts';
import { isOurs, roleOf } from '../tabular/column-names.ts';
import { type Cell, featureOfRow } from '../tabular/row.ts';
import { type GeoColumn, geometryColumn, isCrs84 } from './geo-metadata.ts';
import { jsonValue, nativeGeometry } from './values.ts';

/** Rows are read in slices of about this size, so that large row groups need not be held. */
const SLICE_BYTES = 32 * 1024 * 1024;

type Column = { name: string; role: ReturnType<typeof roleOf>; isJson: boolean };

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
  const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  const buffer: AsyncBuffer = {
    byteLength: size,
    slice: async (start, end = size) => {
      const bytes = await slice(start, Math.min(end, size));
      return bytes.slice().buffer as ArrayBuffer;
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
        parquetReadObjects({
          file: buffer,
          metadata,
          compressors,
          rowStart,
          rowEnd,
          utf8: false,
          parsers: PARSERS,
        }),
        file,
      );
      for (const row of slicePart) {
        const place = reading.next();
        if (place !== undefined) yield recordOf(row, columns, geometry, project, place);
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

/** The columns at the root, without the geometry and the boxes that some writers add for it. */
function columnsOf({ schema, key_value_metadata }: FileMetaData, geometry: string): Column[] {
  const covering = /"covering":\{"bbox":\{"xmin":\["([^"]+)"/.exec(
    key_value_metadata?.find(({ key }) => key === 'geo')?.value ?? '',
  )?.[1];
  const roots: typeof schema = [];
  for (let at = 1; at < schema.length; at = behind(schema, at)) roots.push(schema[at]!);
  const names = roots.map(({ name }) => name);
  const ours = isOurs(names);
  return roots
    .filter(({ name }) => name !== geometry && name !== covering)
    .map(({ name, converted_type, logical_type }) => ({
      name,
      role: ours ? roleOf(name) : { property: name },
      isJson: converted_type === 'JSON' || logical_type?.type === 'JSON',
    }));
}

/** The schema is a tree written flat: the index behind a node and all below it. */
function behind(schema: FileMetaData['schema'], at: number): number {
  let next = at + 1;
  for (let child = 0; child < (schema[at]?.num_children ?? 0); child++) next = behind(schema, next);
  return next;
}

function recordOf(
  row: Record<string, unknown>,
  columns: Column[],
  { name, encoding }: GeoColumn,
  project: ToWgs84,
  place: Place,
): ReadRecord {
  try {
    const given = row[name];
    const geometry =
      given === null || given === undefined
        ? null
        : given instanceof Uint8Array
          ? parseWkb(given)
          : nativeGeometry(given, encoding);
    const cells: Cell[] = columns.map(({ name: column, role, isJson }) => {
      const value = row[column];
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

const utf8 = new TextDecoder();
/** JSON stays text, so that its numbers can be read exactly; geometries stay WKB. */
const PARSERS: Partial<ParquetParsers> = {
  jsonFromBytes: (bytes) => bytes && utf8.decode(bytes),
  geometryFromBytes: (bytes) => bytes,
  geographyFromBytes: (bytes) => bytes,
  dateFromDays: (days) => new Date(days * 86_400_000).toISOString().slice(0, 10),
};
