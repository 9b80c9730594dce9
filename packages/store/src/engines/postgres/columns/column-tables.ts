import { tableOf } from '../table-name.ts';

/**
 * The tables that the columns of a space are in; made when the first read asks for them. They stand in the order in which
 * statements that read two of them come to them: what empties or drops them takes the same order, so that nobody waits in a
 * circle.
 */
export type ColumnTables = { paths: string; bodies: string; stale: string; blocks: string };

export function columnTablesOf(storageKey: string): ColumnTables {
  const name = tableOf(storageKey).replace(/^s_/, '');
  return {
    paths: `colpaths_${name}`,
    bodies: `colbodies_${name}`,
    stale: `colstale_${name}`,
    blocks: `colblocks_${name}`,
  };
}

/** How far the columns of a space are, see the table in schema.ts. */
export type ColumnState = {
  coveredTo: number;
  generation: number;
  writtenSince: number | null;
  leasedBy: string | null;
  leasedUntil: number | null;
};

export function selectColumnState(storageKey: string): string {
  return `SELECT covered_to AS "coveredTo", generation, written_since AS "writtenSince", leased_by AS "leasedBy",
    leased_until AS "leasedUntil" FROM column_state WHERE place = '${storageKey}'`;
}

/**
 * paths: what columns there are; key is the JSON text of a path below properties, or the name of what is no property. bodies:
 * the columns of blocks with their summaries, compressed already. stale: rows that have changed since their block was made, and
 * in which version last. blocks: the rows from first to last; gaps is what may occur in them without a column.
 */
export function createColumns(storageKey: string): string[] {
  const { paths, bodies, stale, blocks } = columnTablesOf(storageKey);
  return [
    `CREATE TABLE ${paths} (
      path integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key text COLLATE "C" NOT NULL
    )`,
    `CREATE TABLE ${bodies} (
      path integer NOT NULL,
      block bigint NOT NULL,
      summary bytea NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (path, block)
    )`,
    `ALTER TABLE ${bodies} ALTER COLUMN summary SET STORAGE EXTERNAL, ALTER COLUMN bytes SET STORAGE EXTERNAL`,
    `CREATE INDEX ON ${bodies} (block)`,
    `CREATE TABLE ${stale} (seq bigint PRIMARY KEY, version bigint NOT NULL)`,
    `CREATE TABLE ${blocks} (
      block bigint PRIMARY KEY DEFAULT nextval('column_block_number'),
      first bigint NOT NULL,
      last bigint NOT NULL,
      row_count integer NOT NULL,
      gaps text NOT NULL
    )`,
    `INSERT INTO column_state VALUES ('${storageKey}', 0, 0, 0, NULL, NULL)`,
  ];
}

/** The space has no features any more; what is being built of it is not stored. */
export function emptyColumns(storageKey: string, empty: 'TRUNCATE' | 'DELETE FROM'): string[] {
  return [
    ...Object.values(columnTablesOf(storageKey)).map((table) => `${empty} ${table}`),
    `UPDATE column_state SET generation = generation + 1, written_since = 0 WHERE place = '${storageKey}'`,
  ];
}

export function dropColumns(storageKey: string): string[] {
  return [
    `DROP TABLE IF EXISTS ${Object.values(columnTablesOf(storageKey)).join(', ')}`,
    `DELETE FROM column_state WHERE place = '${storageKey}'`,
  ];
}
