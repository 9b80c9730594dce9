import { CLASSES } from '../../../pyramid/density/sample-classes.ts';
import { tableOf } from '../table-name.ts';

/**
 * The tables that a density index of a space consists of; made when the first read asks for it. They stand in the order in which
 * statements that read two of them come to them: what empties or drops them takes the same order, so that nobody waits in a
 * circle.
 */
export type DensityTables = { near: string; hexes: string; large: string; tiles: string };

export function densityTablesOf(storageKey: string): DensityTables {
  const name = tableOf(storageKey).replace(/^s_/, '');
  return { near: `near_${name}`, hexes: `hexes_${name}`, large: `large_${name}`, tiles: `tiles_${name}` };
}

/**
 * near: all features by class of rank and position (sample-classes.ts, cell-key.ts), each entry with what can be known of a feature
 * without its text (candidate-entry.ts); the index has them too, in their order, so that a tile reads nothing else. hexes: how
 * many features touch H3 cells (hex-counts.ts). large: the boxes of those too large to be counted. tiles: how many features
 * meet tiles, in blocks (tile-counts.ts).
 */
export function createDensityIndex(storageKey: string): string[] {
  const { near, tiles, hexes, large } = densityTablesOf(storageKey);
  return [
    `CREATE TABLE ${near} (
      cell bigint NOT NULL,
      seq bigint NOT NULL,
      entry bytea NOT NULL,
      PRIMARY KEY (cell, seq) INCLUDE (entry)
    )`,
    `CREATE TABLE ${tiles} (block integer PRIMARY KEY, counts bytea NOT NULL) WITH (fillfactor = 50)`,
    `CREATE TABLE ${hexes} (
      zoom smallint NOT NULL,
      tile integer NOT NULL,
      cell text COLLATE "C" NOT NULL,
      count bigint NOT NULL,
      PRIMARY KEY (zoom, tile, cell)
    ) WITH (fillfactor = 70)`,
    `CREATE TABLE ${large} (
      seq bigint PRIMARY KEY,
      west double precision NOT NULL, south double precision NOT NULL,
      east double precision NOT NULL, north double precision NOT NULL
    )`,
    `INSERT INTO overview VALUES ('${storageKey}', 0, ${CLASSES})`,
  ];
}

/** The space has no features any more. */
export function emptyDensityIndex(storageKey: string, empty: 'TRUNCATE' | 'DELETE FROM'): string[] {
  const tables = Object.values(densityTablesOf(storageKey));
  return [
    ...tables.map((table) => `${empty} ${table}`),
    `UPDATE overview SET built_to = NULL WHERE place = '${storageKey}'`,
  ];
}

export function dropDensityIndex(storageKey: string): string[] {
  return [
    `DROP TABLE IF EXISTS ${Object.values(densityTablesOf(storageKey)).join(', ')}`,
    `DELETE FROM overview WHERE place = '${storageKey}'`,
  ];
}
