import type { DatabaseSync } from 'node:sqlite';
import { type Geometry, readSheet, rowFromNorth, type Sheet, SheetTile, SheetWriter } from '@meridian/geo';
import { geometryText, propertiesText } from '../../feature/feature-text.ts';
import type { TileQuery } from '../../query/query.ts';
import { STEP_MS, type Walk } from '../../read/row-work.ts';
import { keptStatement } from '../kept-statements.ts';
import { pickedRows } from '../rows.ts';
import { SINCE } from '../schema.ts';
import type { SpaceReader } from '../space-reader.ts';
import { type Cell, cellAt, cellOf, DEEPEST, keysIn, meetsCell, REACH, type UnitBox } from './cell.ts';
import { MADE, TO_MAKE } from './sheet-table.ts';

/** Spaces of fewer features have their tiles drawn row by row. */
const WORTH_IT = 20_000;

/** A tile that is more levels below a sheet's is a small part of it: its few features are read one by one. */
const LEVELS_BELOW = 3;

/** More features than this beside the sheets are not read one by one: then all may be. */
const MOST_OTHERS = 200;

type Row = { key: number; level: number; state: number; entries: number };

/** A tile that can be drawn from sheets; undefined where it must be drawn row by row. */
export function tileFromSheets(reader: SpaceReader, query: TileQuery): SheetTile | undefined {
  if (!isDrawable(query)) return undefined;
  return reader.snapshot(() => {
    const cells = reader.hasFormat(SINCE.sheets) ? cellsOf(reader.database, query) : undefined;
    if (!cells) {
      reader.wish = reader.size().count >= WORTH_IT ? 'sheets' : undefined;
      return undefined;
    }
    if (cells.some(({ state }) => state === TO_MAKE)) reader.wish = 'sheets';
    if (cells.some(({ state }) => state !== MADE)) return undefined;
    const entries = cells.reduce((sum, cell) => sum + cell.entries, 0);
    if (cells.length === 0 || entries > 2 * query.limit) return undefined;
    const sheets = readSheets(reader, cells);
    if (!sheets) return undefined;
    const tile = new SheetTile(query.layer, query.tile, query.marginPixels, sheets);
    return tile.count <= query.limit ? tile : undefined;
  });
}

/** Whether all that is asked for is in sheets: a plain tile, away from the edges of the map. */
function isDrawable({
  tile,
  marginPixels,
  filter,
  selection,
  flatten,
  clip,
  viz,
  clustering,
}: TileQuery): boolean {
  if (selection || flatten || !clip || viz || clustering || tile.scheme === 'here') return false;
  if (filter.tags.length > 0 || filter.tests.length > 0 || tile.z > DEEPEST) return false;
  const margin = marginPixels / 256;
  const last = 2 ** tile.z - 1;
  const row = rowFromNorth(tile);
  return tile.x >= margin && row >= margin && tile.x + margin <= last && row + margin <= last;
}

/** The cells whose sheets have all that a tile with its margin shows; undefined where nobody has asked for sheets yet. */
function cellsOf(database: DatabaseSync, { tile, marginPixels }: TileQuery): Row[] | undefined {
  const find = keptStatement(
    database,
    'SELECT key, level, state, entries FROM sheet WHERE key <= ? ORDER BY key DESC LIMIT 1',
  );
  const list = keptStatement(
    database,
    'SELECT key, level, state, entries FROM sheet WHERE key BETWEEN ? AND ?',
  );
  const within = (cell: Cell): Row[] => {
    const first = find.get(cell.key) as Row | undefined;
    if (!first) return [];
    if (first.level <= cell.level) return [first];
    return list.all(cell.key, cell.key + keysIn(cell.level) - 1) as Row[];
  };
  const own = cellAt(tile.z, tile.x, rowFromNorth(tile));
  const cells = within(own);
  if (cells.length === 0) return undefined;
  // One that is still to be made may well be divided before it is.
  if (cells[0]!.state !== TO_MAKE && cells[0]!.level < tile.z - LEVELS_BELOW) return [];
  const margin = (marginPixels / 256) * 2 ** -tile.z;
  if (cells.every(({ level }) => REACH * 2 ** -level >= margin)) return cells;
  return aroundToo(own, margin, cells, within);
}

/** Where sheets do not reach as far as the margin does, those of the cells around are needed too. */
function aroundToo(own: Cell, margin: number, cells: Row[], within: (cell: Cell) => Row[]): Row[] {
  const size = 2 ** -own.level;
  const shown: UnitBox = {
    left: own.x * size - margin,
    right: (own.x + 1) * size + margin,
    top: own.y * size - margin,
    bottom: (own.y + 1) * size + margin,
  };
  const all = new Map(cells.map((cell) => [cell.key, cell]));
  const steps = Math.ceil(margin / size);
  for (let y = own.y - steps; y <= own.y + steps; y++)
    for (let x = own.x - steps; x <= own.x + steps; x++)
      for (const cell of within(cellAt(own.level, x, y)))
        if (meetsCell(shown, cellOf(cell.key, cell.level), ROUNDING)) all.set(cell.key, cell);
  return [...all.values()];
}

/** Part of a cell; more than rounding moves an edge by. */
const ROUNDING = 1e-6;

function readSheets(reader: SpaceReader, cells: readonly Row[]): Sheet[] | undefined {
  const body = keptStatement(reader.database, 'SELECT others, bytes FROM sheet_body WHERE key = ?');
  const sheets: Sheet[] = [];
  const others = new Set<number>();
  for (const { key } of cells) {
    const row = body.get(key) as { others: string; bytes: Uint8Array };
    const sheet = readSheet(row.bytes);
    if (!sheet) return undefined;
    if (sheet.order.length > 0) sheets.push(sheet);
    if (row.others !== '[]') for (const seq of JSON.parse(row.others) as number[]) others.add(seq);
  }
  if (others.size > MOST_OTHERS) return undefined;
  if (others.size === 0) return sheets;
  const another = sheetOf(reader, [...others]);
  return another && [...sheets, another];
}

function sheetOf(reader: SpaceReader, seqs: number[]): Sheet | undefined {
  const writer = new SheetWriter();
  for (const rows of pickedRows(reader, [{ seqs: seqs.sort((a, b) => a - b) }]))
    for (const row of rows)
      writer.add(row.seq, row.id, JSON.parse(geometryText(row)) as Geometry, propertiesText(row));
  const bytes = writer.finish();
  return bytes && readSheet(bytes);
}

/** Draws the tile in steps. */
export function* drawing(tile: SheetTile): Walk {
  let started = performance.now();
  while (tile.draw(ENTRIES_PER_LOOK)) {
    if (performance.now() - started < STEP_MS) continue;
    yield undefined;
    started = performance.now();
  }
  const bytes = tile.finish();
  if (bytes.length > 0) yield bytes;
  return { more: false, last: 0 };
}

/** So many are drawn before the clock is looked at. */
const ENTRIES_PER_LOOK = 500;
