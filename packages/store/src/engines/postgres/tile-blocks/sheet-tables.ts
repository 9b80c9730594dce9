import { reachOf, type UnitBox, WORLD } from '../../../pyramid/tile-blocks/cell.ts';
import { TO_MAKE } from '../../../pyramid/tile-blocks/sheet-cells.ts';
import { tableOf } from '../place.ts';

/** The tables that the sheets of a space are in; made when the first tile asks for them. */
export type SheetTables = { cells: string; sheets: string };

export function sheetTablesOf(place: string): SheetTables {
  const name = tableOf(place).replace(/^s_/, '');
  return { cells: `cells_${name}`, sheets: `sheets_${name}` };
}

/** A box of the unit square as it stands in a statement. */
export function boxText({ left, top, right, bottom }: UnitBox): string {
  return `((${right},${bottom}),(${left},${top}))`;
}

/**
 * cells: what the world is divided into, with what each reaches, on the unit square, and the version of the content that its
 * sheet is of. sheets: the features of a cell, ready to
 * be drawn, and the numbers of those to be read beside them. Bytes are left as they are, since they are read whole.
 */
export function createSheets(place: string): string[] {
  const { cells, sheets } = sheetTablesOf(place);
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
    `CREATE TABLE ${sheets} (key bigint PRIMARY KEY, others text NOT NULL, bytes bytea NOT NULL)`,
    `ALTER TABLE ${sheets} ALTER COLUMN bytes SET STORAGE EXTERNAL`,
    `INSERT INTO sheeted VALUES ('${place}', NULL)`,
    beginSheets(place),
  ];
}

/** One cell, of the whole world, whose sheet is to be made. */
function beginSheets(place: string): string {
  const { key, level } = WORLD;
  return `INSERT INTO ${sheetTablesOf(place).cells}
    VALUES (${key}, ${level}, ${TO_MAKE}, 0, 0, '${boxText(reachOf(WORLD))}')`;
}

/** The space has no features any more. */
export function emptySheets(place: string, empty: 'TRUNCATE' | 'DELETE FROM'): string[] {
  const { cells, sheets } = sheetTablesOf(place);
  return [
    `${empty} ${cells}`,
    `${empty} ${sheets}`,
    beginSheets(place),
    `UPDATE sheeted SET outdated_since = NULL WHERE place = '${place}'`,
  ];
}

export function dropSheets(place: string): string[] {
  const { cells, sheets } = sheetTablesOf(place);
  return [`DROP TABLE IF EXISTS ${cells}, ${sheets}`, `DELETE FROM sheeted WHERE place = '${place}'`];
}
