import { TO_MAKE } from '../../../pyramid/tile-blocks/block-cells.ts';
import { reachOf, type UnitBox, WORLD } from '../../../pyramid/tile-blocks/cell.ts';
import { tableOf } from '../table-name.ts';

/** The tables that the tile blocks of a space are in; made when the first tile asks for them. */
export type TileBlockTables = { cells: string; tileBlocks: string };

export function blockTablesOf(storageKey: string): TileBlockTables {
  const name = tableOf(storageKey).replace(/^s_/, '');
  return { cells: `cells_${name}`, tileBlocks: `sheets_${name}` };
}

/** A box of the unit square as it stands in a statement. */
export function boxText({ left, top, right, bottom }: UnitBox): string {
  return `((${right},${bottom}),(${left},${top}))`;
}

/**
 * cells: what the world is divided into, with what each reaches, on the unit square, and the version of the content that its
 * tile block is of. tile blocks: the features of a cell, ready to
 * be drawn, and the numbers of those to be read beside them. Bytes are left as they are, since they are read whole.
 */
export function createTileBlocks(storageKey: string): string[] {
  const { cells, tileBlocks } = blockTablesOf(storageKey);
  return [
    `CREATE TABLE ${cells} (
      key bigint PRIMARY KEY,
      level smallint NOT NULL,
      state smallint NOT NULL,
      entries integer NOT NULL,
      version bigint NOT NULL,
      reach box NOT NULL
    ) WITH (fillfactor = 50)`,
    `CREATE INDEX ON ${cells} USING gist (reach)`,
    `CREATE INDEX ON ${cells} (key) WHERE state = ${TO_MAKE}`,
    `CREATE TABLE ${tileBlocks} (key bigint PRIMARY KEY, others text NOT NULL, bytes bytea NOT NULL)`,
    `ALTER TABLE ${tileBlocks} ALTER COLUMN bytes SET STORAGE EXTERNAL`,
    `INSERT INTO sheeted VALUES ('${storageKey}', NULL)`,
    beginTileBlocks(storageKey),
  ];
}

/** One cell, of the whole world, whose tile block is to be made. */
function beginTileBlocks(storageKey: string): string {
  const { key, level } = WORLD;
  return `INSERT INTO ${blockTablesOf(storageKey).cells}
    VALUES (${key}, ${level}, ${TO_MAKE}, 0, 0, '${boxText(reachOf(WORLD))}')`;
}

/** The space has no features any more. */
export function emptyTileBlocks(storageKey: string, empty: 'TRUNCATE' | 'DELETE FROM'): string[] {
  const { cells, tileBlocks } = blockTablesOf(storageKey);
  return [
    `${empty} ${cells}`,
    `${empty} ${tileBlocks}`,
    beginTileBlocks(storageKey),
    `UPDATE sheeted SET outdated_since = NULL WHERE place = '${storageKey}'`,
  ];
}

export function dropTileBlocks(storageKey: string): string[] {
  const { cells, tileBlocks } = blockTablesOf(storageKey);
  return [
    `DROP TABLE IF EXISTS ${cells}, ${tileBlocks}`,
    `DELETE FROM sheeted WHERE place = '${storageKey}'`,
  ];
}
