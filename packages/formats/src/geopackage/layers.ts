import { FormatFault } from '../fault.ts';
import type { Database } from '../platform.ts';
import { type ColumnRole, isOurs, roleOf } from '../tabular/column-names.ts';

export type LayerColumn = { name: string; role: ColumnRole; kind: 'plain' | 'boolean' | 'json' };

export type Layer = {
  table: string;
  /** Undefined for a table without geometries. */
  geometry: string | undefined;
  crs: { code?: number; wkt?: string } | undefined;
  /** The file says that it does not know the system. */
  isCrsOpen: boolean;
  columns: LayerColumn[];
  count: number;
};

/** A layer by its name, or why it can't be read. */
export type FoundLayer = { table: string; geometry?: string; srs?: number; fault?: string };

/** What a GeoPackage has: layers of features, and tables without geometries. */
export function layersOf(database: Database, file: string): FoundLayer[] {
  if (!hasTable(database, 'gpkg_contents') || !hasTable(database, 'gpkg_geometry_columns'))
    throw new FormatFault('unsupported', file, 'is a SQLite file, but no GeoPackage');
  const layers = database.rows(
    `SELECT c.table_name AS "table", g.column_name AS geometry, g.srs_id AS srs
     FROM gpkg_contents c LEFT JOIN gpkg_geometry_columns g ON g.table_name = c.table_name
     WHERE (c.data_type = 'features' AND g.column_name IS NOT NULL) OR c.data_type IN ('attributes', 'aspatial')`,
  );
  return [...layers].map(({ table, geometry, srs }) => {
    const fault = faultOf(database, String(table));
    return {
      table: String(table),
      ...(geometry !== null && { geometry: String(geometry), srs: Number(srs) }),
      ...(fault !== undefined && { fault }),
    };
  });
}

/** What keeps a layer from being read. */
function faultOf(database: Database, table: string): string | undefined {
  const [entry] = database.rows(`SELECT type, sql FROM sqlite_schema WHERE lower(name) = lower(?)`, table);
  const sql = String(entry?.sql);
  if (entry === undefined) return 'is not in the file';
  if (/^\s*CREATE\s+VIRTUAL/i.test(sql)) return 'is a virtual table';
  // A view may stand for a computation without an end, if it can call itself.
  if (entry.type === 'view' && /\bWITH\b/i.test(sql)) return 'is a view with a WITH clause';
  return entry.type === 'view' ? faultOfView(database, table) : undefined;
}

/** A view may name tables and columns that are not there, or not any more. */
function faultOfView(database: Database, table: string): string | undefined {
  try {
    for (const _ of database.rows(`SELECT * FROM ${quoted(table)} LIMIT 0`));
    return undefined;
  } catch (error) {
    if (sqliteCode(error) !== SQL_ERROR) throw error;
    return `is a view that can't be read: ${(error as Error).message}`;
  }
}

const SQL_ERROR = 1;

/** The primary result code of SQLite, of whichever of its builds; 0 of other errors. */
export function sqliteCode(error: unknown): number {
  const { errcode, resultCode } = error as { errcode?: number; resultCode?: number };
  return (errcode ?? resultCode ?? 0) & 0xff;
}

/** Columns and number of rows of a layer. Throws what SQLite says where a view does not fit to its tables. */
export function openLayer(database: Database, { table, geometry, srs }: FoundLayer): Layer {
  const jsonColumns = jsonColumnsOf(database, table);
  const all = [...database.rows(`SELECT name, type FROM pragma_table_info(?)`, table)].map(
    ({ name, type }) => ({
      name: String(name),
      type: String(type).toUpperCase(),
    }),
  );
  const ours = isOurs(all.map(({ name }) => name));
  const columns = all
    .filter(({ name }) => name.toLowerCase() !== geometry?.toLowerCase() && !(ours && name === 'fid'))
    .map(
      ({ name, type }): LayerColumn => ({
        name,
        role: ours ? roleOf(name) : { property: name },
        kind: jsonColumns.has(name) ? 'json' : type === 'BOOLEAN' ? 'boolean' : 'plain',
      }),
    );
  const [counted] = database.rows(`SELECT count(*) AS n FROM ${quoted(table)}`);
  return {
    table,
    geometry,
    crs: srs === undefined ? undefined : crsOf(database, srs),
    isCrsOpen: srs !== undefined && srs <= 0,
    columns,
    count: Number(counted!.n),
  };
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
