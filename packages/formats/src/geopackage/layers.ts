import { FormatFault } from '../fault.ts';
import type { Database } from '../platform.ts';
import { type ColumnRole, isOurs, roleOf } from '../tabular/column-names.ts';

export type LayerColumn = { name: string; role: ColumnRole; kind: 'plain' | 'boolean' | 'json' };

export type Layer = {
  table: string;
  geometry: string;
  crs: { code?: number; wkt?: string } | undefined;
  columns: LayerColumn[];
  count: number;
};

/** The feature tables of a GeoPackage. */
export function layersOf(database: Database, file: string): Layer[] {
  if (!hasTable(database, 'gpkg_contents') || !hasTable(database, 'gpkg_geometry_columns'))
    throw new FormatFault('unsupported', file, 'is a SQLite file, but no GeoPackage');
  const layers = database.rows(
    `SELECT c.table_name AS "table", g.column_name AS geometry, g.srs_id AS srs
     FROM gpkg_contents c JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
     WHERE c.data_type = 'features'`,
  );
  return [...layers].map(({ table, geometry, srs }) =>
    layerOf(database, String(table), String(geometry), Number(srs), file),
  );
}

function layerOf(database: Database, table: string, geometry: string, srs: number, file: string): Layer {
  const [entry] = database.rows(`SELECT type, sql FROM sqlite_schema WHERE lower(name) = lower(?)`, table);
  if (entry?.type !== 'table' || /^\s*CREATE\s+VIRTUAL/i.test(String(entry.sql)))
    throw new FormatFault('unsupported', file, `has a layer ${table} that is no table: views are not read`);
  const jsonColumns = jsonColumnsOf(database, table);
  const all = [...database.rows(`SELECT name, type FROM pragma_table_info(?)`, table)].map(
    ({ name, type }) => ({
      name: String(name),
      type: String(type).toUpperCase(),
    }),
  );
  const ours = isOurs(all.map(({ name }) => name));
  const columns = all
    .filter(({ name }) => name.toLowerCase() !== geometry.toLowerCase() && !(ours && name === 'fid'))
    .map(
      ({ name, type }): LayerColumn => ({
        name,
        role: ours ? roleOf(name) : { property: name },
        kind: jsonColumns.has(name) ? 'json' : type === 'BOOLEAN' ? 'boolean' : 'plain',
      }),
    );
  const [counted] = database.rows(`SELECT count(*) AS n FROM ${quoted(table)}`);
  return { table, geometry, crs: crsOf(database, srs), columns, count: Number(counted!.n) };
}

/** The schema extension says which columns hold JSON. */
function jsonColumnsOf(database: Database, table: string): Set<string> {
  if (!hasTable(database, 'gpkg_data_columns')) return new Set();
  const rows = database.rows(
    `SELECT column_name AS name FROM gpkg_data_columns WHERE table_name = ? AND mime_type = 'application/json'`,
    table,
  );
  return new Set([...rows].map(({ name }) => String(name)));
}

/** Undefined where the file leaves it open (0 and -1), or says WGS 84. */
function crsOf(database: Database, srs: number): Layer['crs'] {
  if (srs <= 0 || srs === 4326) return undefined;
  const [found] = database.rows(
    `SELECT organization AS authority, organization_coordsys_id AS code, definition AS wkt
     FROM gpkg_spatial_ref_sys WHERE srs_id = ?`,
    srs,
  );
  if (found === undefined) return { code: srs };
  const { authority, code, wkt } = found;
  return {
    ...(String(authority).toUpperCase() === 'EPSG' ? { code: Number(code) } : {}),
    ...(typeof wkt === 'string' && wkt !== 'undefined' ? { wkt } : {}),
  };
}

function hasTable(database: Database, name: string): boolean {
  return [...database.rows(`SELECT 1 AS one FROM sqlite_schema WHERE name = ?`, name)].length > 0;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
