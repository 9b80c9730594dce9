import type { BlockTile } from '@meridian/geo';
import type { ReadRow } from '../../../model/feature/row.ts';
import type { TileQuery } from '../../../model/query/query.ts';
import { type Cell, keysIn } from '../../../pyramid/tile-blocks/cell.ts';
import {
  cellsFor,
  isDrawable,
  isUsable,
  type KeptCell,
  MADE,
  TO_MAKE,
  WORTH_IT,
} from '../../../pyramid/tile-blocks/sheet-cells.ts';
import { drawableFrom, type KeptSheet, tileOf } from '../../../pyramid/tile-blocks/sheet-drawing.ts';
import type { Reading } from '../reading.ts';
import { rowsNumbered } from '../rows.ts';
import { numberArray } from '../text-key.ts';
import { SheetMemory } from './sheet-memory.ts';
import { sheetTablesOf } from './sheet-tables.ts';

/** As the table has it; `version`: of the content that the sheet was made of. */
type VersionedCell = KeptCell & { version: number };

/** Of this thread. What a map shows next is often on the sheets it has shown, and they are large. */
const MEMORY_BYTES = 32 * 1024 * 1024;
const memory = new SheetMemory(MEMORY_BYTES);

/** A tile that can be drawn from sheets; undefined where it must be drawn row by row. */
export async function tileFromSheets(reading: Reading, query: TileQuery): Promise<BlockTile | undefined> {
  if (!isDrawable(query)) return undefined;
  if (!(await hasSheets(reading))) return undefined;
  const cells = (await cellsOf(reading, query))!;
  if (cells.some(({ state }) => state === TO_MAKE)) reading.wish = 'sheets';
  const kept = isUsable(cells, query) ? await sheetsOf(reading, cells) : undefined;
  const drawable = kept && drawableFrom(kept);
  if (!drawable) return undefined;
  const { sheets, others } = drawable;
  const beside: ReadRow[] = [];
  if (others.length > 0)
    for await (const rows of rowsNumbered(reading, others, [], undefined)) beside.push(...rows);
  return tileOf(query, sheets, beside);
}

/** Spaces that were seen to keep sheets, which they do from then on. */
const sheeted = new Set<string>();
const MOST_KNOWN = 10_000;

/** Whether a space keeps sheets. If not, the reading notes that they are wanted. */
async function hasSheets(reading: Reading): Promise<boolean> {
  if (sheeted.has(reading.place)) return true;
  const { hasSheets, count } = await reading.content();
  if (sheeted.size === MOST_KNOWN) sheeted.clear();
  if (hasSheets) sheeted.add(reading.place);
  else if (count >= WORTH_IT) reading.wish = 'sheets';
  return hasSheets;
}

async function cellsOf(reading: Reading, query: TileQuery): Promise<VersionedCell[] | undefined> {
  const search = cellsFor<VersionedCell>(query);
  let step = search.next();
  while (!step.done) step = search.next(await within(reading, step.value));
  return step.value;
}

/** Of each cell, the one that it is part of, or those that it consists of. */
async function within(reading: Reading, asked: readonly Cell[]): Promise<VersionedCell[][]> {
  const columns = 'key, level, state, entries, version';
  const { cells } = sheetTablesOf(reading.place);
  const rows = await reading.rows<VersionedCell & { place: number }>(
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

/** From memory, or else read; undefined where one is not what it was a moment ago. */
async function sheetsOf(reading: Reading, cells: readonly VersionedCell[]): Promise<KeptSheet[] | undefined> {
  const nameOf = ({ key, level, version }: VersionedCell) => `${reading.place} ${key} ${level} ${version}`;
  const known = new Map(cells.map((cell) => [cell, memory.get(nameOf(cell))]));
  const unknown = cells.filter((cell) => !known.get(cell));
  if (unknown.length > 0)
    for (const { key, ...sheet } of await readSheets(reading, unknown)) {
      const cell = unknown.find((one) => one.key === key)!;
      known.set(cell, sheet);
      memory.keep(nameOf(cell), sheet);
    }
  const sheets = [...known.values()];
  return sheets.every((sheet) => sheet !== undefined) ? sheets : undefined;
}

/** Without those that were made anew meanwhile, or whose cells were divided: of four cells, one has the key of the whole. */
function readSheets(
  reading: Reading,
  asked: readonly VersionedCell[],
): Promise<(KeptSheet & { key: number })[]> {
  const { cells, sheets } = sheetTablesOf(reading.place);
  const list = (pick: 'key' | 'level' | 'version') => numberArray(asked.map((cell) => cell[pick]));
  return reading.rows(
    `SELECT key, others, bytes FROM unnest($1::bigint[], $2::smallint[], $3::bigint[]) AS asked (key, level, version)
      JOIN ${cells} USING (key, level, version) JOIN ${sheets} USING (key) WHERE state = ${MADE}`,
    [list('key'), list('level'), list('version')],
  );
}
