import type { Geometry } from '@meridian/geo/geojson';
import { inspectGeometry } from '@meridian/geo/inspect';
import { formatWkb } from '../geometry/wkb.write.ts';
import { isExactNumber } from '../json.ts';
import type { NewDatabase, Platform, SqlValue } from '../platform.ts';
import type { TableSchema, ValueType } from '../tabular/schema.ts';
import { type Table, withTable } from '../tabular/table.ts';
import type { FeatureInput, WriteOptions } from '../write/write-options.ts';
import { quoted } from './layers.ts';
import { GEOPACKAGE_TABLES, rtreeTriggers } from './new-geopackage.ts';

const KEY = 'fid';
const GEOMETRY = 'geom';
const WGS84 = 4326;
const COLUMN_TYPES: Record<ValueType, string> = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'BOOLEAN',
  json: 'TEXT',
};
/** Names that SQLite and the standard keep for themselves. */
const RESERVED = /^(?:gpkg|sqlite|rtree)_/i;

/** One layer with a spatial index. The file is made aside and sent when it is whole. */
export async function* writeGeoPackage(
  features: AsyncIterable<FeatureInput>,
  { name = 'features' }: WriteOptions,
  platform: Platform,
): AsyncGenerator<Uint8Array> {
  const table = RESERVED.test(name) ? `layer_${name}` : name;
  const database = await platform.createDatabase();
  try {
    const filled = await withTable(features, [KEY, GEOMETRY], platform, async function* (rows: Table) {
      await fill(database, table, rows);
      yield* database.finish();
    });
    yield* filled;
  } finally {
    await database.dispose();
  }
}

async function fill(database: NewDatabase, table: string, { schema, rows }: Table): Promise<void> {
  database.run(GEOPACKAGE_TABLES);
  const columns = schema.columns.map(({ name, type }) => `${quoted(name)} ${COLUMN_TYPES[type]}`);
  const index = quoted(`rtree_${table}_${GEOMETRY}`);
  database.run(`CREATE TABLE ${quoted(table)} (
    ${KEY} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${GEOMETRY} ${geometryType(schema)}, ${columns.join(', ')});
    CREATE VIRTUAL TABLE ${index} USING rtree(id, minx, maxx, miny, maxy)`);
  register(database, table, schema);
  const slots = ['?', ...schema.columns.map(() => '?')].join(', ');
  const names = [GEOMETRY, ...schema.columns.map(({ name }) => name)].map(quoted).join(', ');
  const insert = database.prepare(`INSERT INTO ${quoted(table)} (${names}) VALUES (${slots})`);
  const insertBox = database.prepare(`INSERT INTO ${index} VALUES (?, ?, ?, ?, ?)`);
  database.run('BEGIN');
  let key = 0;
  for await (const parts of rows()) {
    const { geometry } = parts.feature;
    const box = geometry === null ? undefined : inspectGeometry(geometry).bbox;
    insert(
      geometry === null ? null : geometryBlob(geometry, box),
      ...schema.columns.map(({ pick }) => sqlValue(pick(parts))),
    );
    key++;
    if (box !== undefined) insertBox(key, box.west, box.east, box.south, box.north);
  }
  database.run('COMMIT');
  database.run(rtreeTriggers(table, GEOMETRY, KEY));
}

function register(database: NewDatabase, table: string, schema: TableSchema): void {
  const { west, south, east, north } = schema.bbox ?? { west: null, south: null, east: null, north: null };
  database.prepare(
    `INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id)
     VALUES (?, 'features', ?, ?, ?, ?, ?, ${WGS84})`,
  )(table, table, west, south, east, north);
  const z = { none: 0, some: 2, all: 1 }[schema.heights];
  database.prepare(`INSERT INTO gpkg_geometry_columns VALUES (?, '${GEOMETRY}', ?, ${WGS84}, ${z}, 0)`)(
    table,
    geometryType(schema),
  );
  database.prepare(
    `INSERT INTO gpkg_extensions VALUES (?, '${GEOMETRY}', 'gpkg_rtree_index', 'http://www.geopackage.org/spec/#extension_rtree', 'write-only')`,
  )(table);
  const json = database.prepare(
    `INSERT INTO gpkg_data_columns (table_name, column_name, mime_type) VALUES (?, ?, 'application/json')`,
  );
  for (const { name, type } of schema.columns) if (type === 'json') json(table, name);
}

function geometryType({ geometryTypes }: TableSchema): string {
  const [first, ...others] = geometryTypes;
  return first === undefined || others.length > 0 ? 'GEOMETRY' : first.toUpperCase();
}

const HEADER_BYTES = 8;
const ENVELOPE_BYTES = 32;

/** `GP`, version 0, flags, SRID, box (west, east, south, north), WKB. Empty ones have no box, points need none. */
function geometryBlob(geometry: Geometry, box: TableSchema['bbox']): Uint8Array {
  const hasBox = box !== undefined && geometry.type !== 'Point';
  const blob = formatWkb(geometry, HEADER_BYTES + (hasBox ? ENVELOPE_BYTES : 0));
  const view = new DataView(blob.buffer);
  blob.set([0x47, 0x50, 0, 1 | (hasBox ? 0x02 : 0) | (box === undefined ? 0x10 : 0)]);
  view.setInt32(4, WGS84, true);
  if (hasBox)
    new Float64Array([box.west, box.east, box.south, box.north]).forEach((edge, i) => {
      view.setFloat64(HEADER_BYTES + i * 8, edge, true);
    });
  return blob;
}

function sqlValue(value: unknown): SqlValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (isExactNumber(value)) return BigInt(value.rawJSON);
  // SQLite keeps whole numbers apart from fractions by how they are bound.
  return typeof value === 'number' && Number.isSafeInteger(value)
    ? BigInt(value)
    : (value as string | number);
}
