import type { SheetTile } from '@meridian/geo';
import type { TileQuery } from '../../query/query.ts';
import { type Cell, keysIn } from '../../sheets/cell.ts';
import {
  cellsFor,
  isDrawable,
  isUsable,
  type KeptCell,
  MADE,
  TO_MAKE,
  WORTH_IT,
} from '../../sheets/sheet-cells.ts';
import { drawableFrom, type KeptSheet, tileOf } from '../../sheets/sheet-drawing.ts';
import type { Reading } from '../reading.ts';
import { rowsAt } from '../rows.ts';
import { numberArray } from '../text-key.ts';
import { sheetTablesOf } from './sheet-tables.ts';

/** A tile that can be drawn from sheets; undefined where it must be drawn row by row. */
export async function tileFromSheets(reading: Reading, query: TileQuery): Promise<SheetTile | undefined> {
  if (!isDrawable(query)) return undefined;
  const { hasSheets, count } = await reading.content();
  const cells = hasSheets ? await cellsOf(reading, query) : undefined;
  if (!cells) {
    if (count >= WORTH_IT) reading.wish = 'sheets';
    return undefined;
  }
  if (cells.some(({ state }) => state === TO_MAKE)) reading.wish = 'sheets';
  const kept = isUsable(cells, query) ? await readSheets(reading, cells) : [];
  const drawable = kept.length > 0 && kept.length === cells.length ? drawableFrom(kept) : undefined;
  if (!drawable) return undefined;
  const { sheets, others } = drawable;
  return tileOf(query, sheets, others.length > 0 ? await rowsAt(reading, others) : []);
}

async function cellsOf(reading: Reading, query: TileQuery): Promise<KeptCell[] | undefined> {
  const search = cellsFor(query);
  let step = search.next();
  while (!step.done) step = search.next(await within(reading, step.value));
  return step.value;
}

/** Of each cell, the one that it is part of, or those that it consists of. */
async function within(reading: Reading, asked: readonly Cell[]): Promise<KeptCell[][]> {
  const columns = 'key, level, state, entries';
  const { cells } = sheetTablesOf(reading.place);
  const rows = await reading.rows<KeptCell & { place: number }>(
    `SELECT asked.place::int, ${columns} FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS asked (first, last, place)
      CROSS JOIN LATERAL (
        (SELECT ${columns} FROM ${cells} WHERE key <= first ORDER BY key DESC LIMIT 1)
        UNION ALL (SELECT ${columns} FROM ${cells} WHERE key > first AND key <= last)
      ) AS kept ORDER BY asked.place, key`,
    [
      numberArray(asked.map(({ key }) => key)),
      numberArray(asked.map(({ key, level }) => key + keysIn(level) - 1)),
    ],
  );
  return asked.map(({ level }, i) => {
    const found = rows.filter(({ place }) => place === i + 1);
    return found.length > 0 && found[0]!.level <= level ? [found[0]!] : found;
  });
}

/** Without those that were outdated meanwhile, or whose cells were divided: of four cells, one has the key of the whole. */
function readSheets(reading: Reading, found: readonly KeptCell[]): Promise<KeptSheet[]> {
  const { cells, sheets } = sheetTablesOf(reading.place);
  return reading.rows(
    `SELECT others, bytes FROM unnest($1::bigint[], $2::smallint[]) AS found (key, level)
      JOIN ${cells} USING (key, level) JOIN ${sheets} USING (key) WHERE state = ${MADE}`,
    [numberArray(found.map(({ key }) => key)), numberArray(found.map(({ level }) => level))],
  );
}
