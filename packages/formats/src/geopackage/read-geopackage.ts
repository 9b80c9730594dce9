import { refuse } from '../check.ts';
import type { ToWgs84 } from '../crs/projection.ts';
import { FormatFault } from '../fault.ts';
import type { ReadRecord, SourceLocation } from '../feature.ts';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { exactInteger } from '../json.ts';
import type { Database, SqlValue } from '../platform.ts';
import type { Reading } from '../reading.ts';
import { isRandomAccess } from '../source.ts';
import { base64Of } from '../tabular/base64.ts';
import { featureOfRow } from '../tabular/row.ts';
import { parseGeometryBlob } from './geometry-blob.ts';
import { type Layer, type LayerColumn, layersOf, quoted } from './layers.ts';

/** The features of all layers, or of the one that is asked for. */
export async function* readGeoPackage(reading: Reading): AsyncGenerator<ReadRecord> {
  const { source, file, limits, platform } = reading;
  const spooled = isRandomAccess(source) ? undefined : await platform.spool(source, limits.inflatedBytes);
  let database: Database | undefined;
  try {
    database = await platform.openDatabase(spooled?.source ?? (source as Required<typeof source>));
    yield* readLayers(database, reading);
  } catch (error) {
    throw asFault(error, file);
  } finally {
    await database?.close();
    await spooled?.dispose();
  }
}

async function* readLayers(database: Database, reading: Reading): AsyncGenerator<ReadRecord> {
  const { file, options, progress } = reading;
  const layers = layersOf(database, file);
  reading.found({ layers: layers.map(({ table }) => table) });
  const chosen = layers.filter(({ table }) => options.layer === undefined || table === options.layer);
  if (chosen.length === 0) {
    const names = layers.map(({ table }) => table).join(', ');
    throw options.layer === undefined
      ? new FormatFault('unsupported', file, 'has no layer of features')
      : new FormatFault('option', file, `has no layer ${options.layer}: it has ${names || 'none'}`);
  }
  const all = chosen.reduce((sum, { count }) => sum + count, 0);
  let done = 0;
  for (const layer of chosen) {
    const crs = options.crs ?? layer.crs;
    const project: ToWgs84 = crs === undefined ? (geometry) => geometry : await reading.project(crs);
    const names = [layer.geometry, ...layer.columns.map(({ name }) => name)].map(quoted).join(', ');
    for (const row of database.rows(`SELECT ${names} FROM ${quoted(layer.table)}`)) {
      progress.share(++done, all);
      const location = reading.next({ layer: layer.table });
      if (location !== undefined) yield recordOf(row, layer, project, location);
    }
  }
}

function recordOf(
  row: Record<string, SqlValue>,
  layer: Layer,
  project: ToWgs84,
  location: SourceLocation,
): ReadRecord {
  try {
    const blob = row[layer.geometry];
    const geometry = blob instanceof Uint8Array ? parseGeometryBlob(blob) : null;
    const cells = layer.columns.map((column) => ({
      role: column.role,
      isJson: column.kind === 'json',
      value: valueOfColumn(row[column.name] ?? null, column),
    }));
    return featureOfRow(cells, geometry && project(geometry), location);
  } catch (error) {
    if (error instanceof GeometryFormatError) return refuse(location, error.message);
    throw error;
  }
}

function valueOfColumn(value: SqlValue, { kind }: LayerColumn): unknown {
  if (value === null) return undefined;
  if (kind === 'boolean') return Number(value) !== 0;
  if (typeof value === 'bigint') return exactInteger(String(value));
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return value instanceof Uint8Array ? base64Of(value) : value;
}

/** What SQLite says of files that it can't read. */
function asFault(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof FormatFault) return error;
  const { errcode, resultCode, errstr } = error as { errcode?: number; resultCode?: number; errstr?: string };
  const code = (errcode ?? resultCode ?? 0) & 0xff;
  if (code === 11 || code === 26)
    return new FormatFault('malformed', file, `is a damaged SQLite file: ${errstr ?? error.message}`);
  return code === 0 ? error : new FormatFault('malformed', file, `can't be read: ${error.message}`);
}
