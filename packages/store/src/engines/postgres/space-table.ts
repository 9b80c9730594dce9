import { isTextIndex } from '../../model/query/text-index.ts';
import { dropColumns } from './columns/column-tables.ts';
import { dropDensityIndex } from './density/density-tables.ts';
import { historyTableOf, tableOf } from './table-name.ts';
import { dropTileBlocks } from './tile-blocks/tile-block-tables.ts';

/** The columns of a feature that reads need, named as ReadRow names them. */
export const READ_COLUMNS = `seq, has_z::int AS "hasZ", geometry_start AS "geometryStart",
  properties_start AS "propertiesStart", properties_end AS "propertiesEnd", text`;

/** The column that holds the value of an indexed property, or the words of all properties. */
export function propertyColumn(property: number): string {
  return `p${property}`;
}

/** The type of such a column. */
export function columnType(path: readonly string[]): string {
  return isTextIndex(path) ? 'tsvector' : 'text COLLATE "C"';
}

/** The index over such a column: rows of one value in the order of insertion. */
export function propertyIndex(storageKey: string, property: number): string {
  return `${storageKey}_${propertyColumn(property)}`;
}

/** The statements that make room for a space. Where it is distributed, its rows are spread by the key of the id. */
export function createTable(
  storageKey: string,
  paths: readonly (readonly string[])[],
  isDistributed: boolean,
): string[] {
  const table = tableOf(storageKey);
  return [
    // With a single connection to each worker: they have not many, and many spaces may be made at once.
    ...(isDistributed ? ["SET LOCAL citus.multi_shard_modify_mode TO 'sequential'"] : []),
    ...createTableWithoutIndexes(storageKey, paths),
    ...createIndexes(storageKey, paths),
    ...(isDistributed ? [`SELECT create_distributed_table('${table}', 'id')`] : []),
  ];
}

/**
 * The same without the indexes that reads need. text is what is served; the *_start and *_end columns are the offsets of its
 * parts (UTF-16 units); west…north is the exact box, of which the index on geom knows only single precision; version is the
 * one that made it so, 0 where no history was retained then. id is the key of the feature's id, see text-key.ts.
 */
export function createTableWithoutIndexes(
  storageKey: string,
  paths: readonly (readonly string[])[],
): string[] {
  const columns = paths.map((path, i) => `${propertyColumn(i + 1)} ${columnType(path)},`).join('\n');
  return [
    `CREATE TABLE ${tableOf(storageKey)} (
      id text COLLATE "C" NOT NULL PRIMARY KEY,
      seq bigint NOT NULL,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL,
      geometry_type smallint NOT NULL,
      has_z boolean NOT NULL,
      west double precision, south double precision, east double precision, north double precision,
      geometry_start integer NOT NULL,
      properties_start integer NOT NULL,
      properties_end integer NOT NULL,
      version bigint NOT NULL,
      tags text[] COLLATE "C" NOT NULL,
      ${columns}
      geom geometry(Geometry, 4326),
      text text NOT NULL
    )`,
    `INSERT INTO content VALUES ('${storageKey}', 0, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 0, 0, 0, 0)`,
    ...paths.map(
      (path, i) =>
        `INSERT INTO indexed_property VALUES ('${storageKey}', ${i + 1}, ${literal(JSON.stringify(path))}, NULL)`,
    ),
  ];
}

export function createIndexes(storageKey: string, paths: readonly (readonly string[])[]): string[] {
  const table = tableOf(storageKey);
  return [
    `CREATE INDEX ${storageKey}_seq ON ${table} (seq)`,
    ...createDeferrableIndexes(storageKey),
    ...paths.map((path, i) => createIndex(storageKey, { property: i + 1, path })),
  ];
}

/** Those that a load may leave to its end; where they are there already, nothing is done. */
export function createDeferrableIndexes(storageKey: string): string[] {
  const table = tableOf(storageKey);
  const { geom, tags } = deferrableIndexes(storageKey);
  return [
    `CREATE INDEX IF NOT EXISTS ${geom} ON ${table} USING gist (geom)`,
    `CREATE INDEX IF NOT EXISTS ${tags} ON ${table} USING gin (tags) WHERE tags <> '{}'`,
  ];
}

export function deferrableIndexes(storageKey: string): { geom: string; tags: string } {
  return { geom: `${storageKey}_geom`, tags: `${storageKey}_tags` };
}

/** So many rows in the order of insertion fit into the memory of any server, in whatever order they lie among themselves. */
const LAID_TOGETHER = 100_000;

/**
 * Lays the rows of a table down again: those that are near each other on the map share pages, but those that came together
 * stay together too, so that reading all of them in their order reads each page once.
 */
export function layInOrder(storageKey: string): string[] {
  const table = tableOf(storageKey);
  const order = `${storageKey}_order`;
  return [
    `CREATE INDEX ${order} ON ${table}
      ((seq / ${LAID_TOGETHER}), (ST_MakePoint((west + east) / 2, (south + north) / 2)))`,
    `CLUSTER ${table} USING ${order}`,
    `DROP INDEX ${order}`,
  ];
}

/** `concurrently`: the full name of the table, where others go on writing meanwhile. */
export function createIndex(
  storageKey: string,
  { property, path }: { property: number; path: readonly string[] },
  concurrently?: string,
): string {
  const column = propertyColumn(property);
  const columns = isTextIndex(path)
    ? `USING gin (${column})`
    : `(${column}, seq) WHERE ${column} IS NOT NULL`;
  const name = propertyIndex(storageKey, property);
  return concurrently === undefined
    ? `CREATE INDEX ${name} ON ${tableOf(storageKey)} ${columns}`
    : `CREATE INDEX CONCURRENTLY ${name} ON ${concurrently} ${columns}`;
}

/** A creation that was given up may still be under way on a connection that was lost: a deletion waits for it. */
export function lockReservation(storageKey: string): string {
  return `SELECT 1 FROM stray_place WHERE place = '${tableOf(storageKey)}' FOR UPDATE`;
}

export function dropTable(storageKey: string): string[] {
  const counts = [
    ...['content', 'geometry_count', 'tag_count', 'property_count', 'indexed_property'],
    ...['history', 'change', 'outbox', 'touched'],
  ];
  return [
    `DROP TABLE IF EXISTS ${tableOf(storageKey)}`,
    `DROP TABLE IF EXISTS ${historyTableOf(storageKey)}`,
    ...dropDensityIndex(storageKey),
    ...dropTileBlocks(storageKey),
    ...dropColumns(storageKey),
    ...counts.map((table) => `DELETE FROM ${table} WHERE place = '${storageKey}'`),
  ];
}

/** A text in a statement that can have no values. JSON texts have no control characters, and quotes are doubled. */
export function literal(json: string): string {
  return `'${json.replaceAll("'", "''")}'`;
}

/**
 * What features were in the versions from since to the one before until, which changed or deleted them. Distributed where
 * the features are.
 */
export function createHistoryTable(storageKey: string, isDistributed: boolean): string[] {
  const table = historyTableOf(storageKey);
  return [
    `CREATE TABLE ${table} (
      id text COLLATE "C" NOT NULL,
      seq bigint NOT NULL,
      since bigint NOT NULL,
      until bigint NOT NULL,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL,
      has_z boolean NOT NULL,
      geometry_start integer NOT NULL,
      properties_start integer NOT NULL,
      properties_end integer NOT NULL,
      uuid text COLLATE "C",
      text text NOT NULL,
      PRIMARY KEY (id, seq, until)
    )`,
    `CREATE INDEX ${table}_seq ON ${table} (seq, until)`,
    `CREATE INDEX ${table}_until ON ${table} (until)`,
    // Beside the features of the same ids: what of them is written together is on one connection, and prepared.
    ...(isDistributed
      ? [`SELECT create_distributed_table('${table}', 'id', colocate_with => '${tableOf(storageKey)}')`]
      : []),
  ];
}
