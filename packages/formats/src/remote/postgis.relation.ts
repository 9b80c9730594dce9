import type { Sql } from 'postgres';
import { FormatFault } from '../fault.ts';
import type { ReadOptions } from '../options.ts';

/** The query that gives `geometry` (WKB in WGS 84) and `properties` (JSON) of each row. */
export type Relation = { query: string; srid: number | undefined };

type Column = { name: string; type: string };
type Table = { schema: string; table: string };

/** Without the parameter that is ours. */
export function connectionUrl(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('table');
  return url.href;
}

/** The table that the address or `--layer` names, the only one with geometries, or a query. */
export async function relationOf(
  sql: Sql,
  address: string,
  file: string,
  query: string | undefined,
  { layer, crs, csv }: ReadOptions,
): Promise<Relation> {
  const table = new URL(address).searchParams.get('table') ?? layer;
  if (query !== undefined && table !== null && table !== undefined)
    throw new FormatFault('option', file, 'has both a table and a query: choose one');
  const from =
    query === undefined ? await tableName(sql, file, table) : `(${query.replace(/[\s;]+$/, '')}\n)`;
  const columns = await columnsOf(sql, from);
  const geometry = geometryOf(columns, file, csv?.geometry, csv?.allowNoGeometry === true);
  const others = columns.filter(({ name }) => name !== geometry?.name).map(({ name }) => `q.${quoted(name)}`);
  const properties =
    others.length === 0 ? `'{}'` : `row_to_json((SELECT r FROM (SELECT ${others.join(', ')}) r))::text`;
  if (geometry === undefined)
    return {
      query: `SELECT NULL::bytea AS geometry, ${properties} AS properties FROM ${from} q`,
      srid: undefined,
    };
  const shape = `q.${quoted(geometry.name)}::geometry`;
  const srid = await sridOf(sql, from, shape);
  // With --crs the database is not asked to transform.
  const moved =
    crs === undefined
      ? `CASE WHEN ST_SRID(${shape}) IN (0, 4326) THEN ${shape} ELSE ST_Transform(${shape}, 4326) END`
      : shape;
  return {
    query: `SELECT ST_AsBinary(${moved}) AS geometry, ${properties} AS properties FROM ${from} q`,
    srid,
  };
}

async function tableName(sql: Sql, file: string, name: string | undefined): Promise<string> {
  const tables = await tablesOf(sql, name !== undefined);
  const chosen =
    name === undefined
      ? tables
      : tables.filter(({ schema, table }) => name === `${schema}.${table}` || name === table);
  if (chosen.length === 1) return `${quoted(chosen[0]!.schema)}.${quoted(chosen[0]!.table)}`;
  const list = chosen.length > 1 ? chosen : tables;
  const names =
    list
      .slice(0, 50)
      .map(({ schema, table }) => `${schema}.${table}`)
      .join(', ') || 'none';
  throw new FormatFault(
    'option',
    file,
    name === undefined
      ? `has the tables ${names}: choose one (?table= or --layer), or a query (--sql)`
      : chosen.length > 1
        ? `has several tables ${name}: ${names}`
        : `has no table ${name}: it has ${names}`,
  );
}

/** Tables, views and what else can be read; without a name only those with geometries. */
async function tablesOf(sql: Sql, areAll: boolean): Promise<Table[]> {
  return sql.unsafe<Table[]>(`
    SELECT n.nspname AS schema, c.relname AS "table"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
      AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
      AND (${areAll} OR EXISTS (
        SELECT FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        WHERE a.attrelid = c.oid AND NOT a.attisdropped AND t.typname IN ('geometry', 'geography')))
    ORDER BY 1, 2`);
}

async function columnsOf(sql: Sql, from: string): Promise<Column[]> {
  const { columns } = await sql.unsafe(`SELECT * FROM ${from} q LIMIT 0`);
  const types = await sql.unsafe<{ oid: number; typname: string }[]>(
    `SELECT oid::int, typname FROM pg_type WHERE typname IN ('geometry', 'geography')`,
  );
  const names = new Map(types.map(({ oid, typname }) => [oid, typname]));
  return columns.map(({ name, type }) => ({ name, type: names.get(type) ?? 'other' }));
}

function geometryOf(
  columns: readonly Column[],
  file: string,
  named: string | undefined,
  mayHaveNone: boolean,
): Column | undefined {
  const shapes = columns.filter(({ type }) => type !== 'other');
  const chosen = named === undefined ? shapes : shapes.filter(({ name }) => name === named);
  if (chosen.length === 1) return chosen[0];
  if (shapes.length === 0 && mayHaveNone) return undefined;
  const names = shapes.map(({ name }) => name).join(', ') || 'none';
  throw new FormatFault(
    'option',
    file,
    shapes.length === 0
      ? 'has no column of geometries: --no-geometry imports features without'
      : named === undefined
        ? `has the columns of geometries ${names}: choose one with --geometry (the others become properties)`
        : `has no column of geometries ${named}: it has ${names}`,
  );
}

/** Of the first geometry: enough to tell the user about it. */
async function sridOf(sql: Sql, from: string, shape: string): Promise<number | undefined> {
  const [row] = await sql.unsafe<{ srid: number }[]>(
    `SELECT ST_SRID(${shape}) AS srid FROM ${from} q WHERE ${shape} IS NOT NULL LIMIT 1`,
  );
  return row?.srid;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
