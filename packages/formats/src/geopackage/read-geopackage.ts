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
import {
  type FoundLayer,
  type Layer,
  type LayerColumn,
  layersOf,
  openLayer,
  quoted,
  sqliteCode,
} from './layers.ts';

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
  const { options, progress } = reading;
  const chosen = chosenLayers(layersOf(database, reading.file), reading).map((layer) =>
    openLayer(database, layer),
  );
  const all = chosen.reduce((sum, { count }) => sum + count, 0);
  let done = 0;
  for (const layer of chosen) {
    const crs = options.crs ?? layer.crs;
    if (crs === undefined && layer.isCrsOpen) reading.guess(`coordinates of ${layer.table} in WGS 84`);
    const project: ToWgs84 = crs === undefined ? (geometry) => geometry : await reading.project(crs);
    const columns = layer.columns.map(({ name }) => name);
    const names = [...(layer.geometry === undefined ? [] : [layer.geometry]), ...columns];
    for (const row of database.rows(`SELECT ${names.map(quoted).join(', ')} FROM ${quoted(layer.table)}`)) {
      progress.share(++done, all);
      const location = reading.next({ layer: layer.table });
      if (location !== undefined) yield recordOf(row, layer, project, location);
    }
  }
}

/** All layers of features, or the one that is asked for, which may be a table without geometries. What is left out is told. */
function chosenLayers(found: readonly FoundLayer[], reading: Reading): FoundLayer[] {
  const { file, options } = reading;
  const namesOf = (layers: readonly FoundLayer[]) => layers.map(({ table }) => table).join(', ') || 'none';
  reading.found({ layers: found.map(({ table }) => table) });
  if (options.layer !== undefined) {
    const layer = found.find(({ table }) => table === options.layer);
    if (layer === undefined)
      throw new FormatFault('option', file, `has no layer ${options.layer}: it has ${namesOf(found)}`);
    if (layer.fault !== undefined)
      throw new FormatFault('unsupported', file, `has a layer ${layer.table} that ${layer.fault}`);
    return [layer];
  }
  const isWanted = ({ geometry }: FoundLayer) =>
    geometry !== undefined || options.csv?.allowNoGeometry === true;
  const tables = found.filter((layer) => !isWanted(layer));
  const faulty = found.filter((layer) => isWanted(layer) && layer.fault !== undefined);
  const chosen = found.filter((layer) => isWanted(layer) && layer.fault === undefined);
  if (chosen.length === 0) {
    const [broken] = faulty;
    if (broken)
      throw new FormatFault('unsupported', file, `has a layer ${broken.table} that ${broken.fault}`);
    const others =
      tables.length === 0 ? '' : `: tables without geometries are ${namesOf(tables)} (no geometry)`;
    throw new FormatFault('unsupported', file, `has no layer of features${others}`);
  }
  if (tables.length > 0) reading.guess(`tables without geometries, left out: ${namesOf(tables)}`);
  for (const { table, fault } of faulty) reading.guess(`layer ${table}, which ${fault}, left out`);
  return chosen;
}

function recordOf(
  row: Record<string, SqlValue>,
  layer: Layer,
  project: ToWgs84,
  location: SourceLocation,
): ReadRecord {
  try {
    const blob = layer.geometry === undefined ? null : row[layer.geometry];
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
  const { errstr } = error as { errstr?: string };
  const code = sqliteCode(error);
  if (code === 11 || code === 26)
    return new FormatFault('malformed', file, `is a damaged SQLite file: ${errstr ?? error.message}`);
  return code === 0 ? error : new FormatFault('malformed', file, `can't be read: ${error.message}`);
}
