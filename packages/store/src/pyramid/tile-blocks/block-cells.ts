import { isWebMercatorQuad, rowFromNorth } from '@meridian/geo';
import { isEmptyFilter, type TileQuery } from '../../model/query/query.ts';
import { type Cell, cellAt, cellOf, DEEPEST, meetsCell, REACH, type UnitBox } from './cell.ts';

/** What is known of a cell: its tile block is to be made, is there, or would be of no use. */
export const TO_MAKE = 0;
export const MADE = 1;
export const LEFT_OUT = 2;

/** Spaces of fewer features have their tiles drawn row by row. */
export const WORTH_IT = 20_000;

/** A tile that is more levels below a tile block's is a small part of it: its few features are read one by one. */
const LEVELS_BELOW = 3;

/** A cell of those that the world is divided into, as it is stored. */
export type StoredCell = { key: number; level: number; state: number; entries: number };

/** Whether all that is asked for is in tile blocks: a plain tile, away from the edges of the map. */
export function isDrawable(query: TileQuery): boolean {
  const { tile, marginPixels, selection, flatten, clip, viz, clustering } = query;
  if (
    query.fraction !== undefined ||
    selection ||
    flatten ||
    !clip ||
    viz ||
    query.auto ||
    clustering ||
    !isWebMercatorQuad(tile)
  )
    return false;
  if (!isEmptyFilter(query.filter) || tile.z > DEEPEST) return false;
  const margin = marginPixels / 256;
  const last = 2 ** tile.z - 1;
  const row = rowFromNorth(tile);
  return tile.x >= margin && row >= margin && tile.x + margin <= last && row + margin <= last;
}

/**
 * The cells whose tile blocks have all that a tile with its margin shows; undefined where nobody has asked for tile blocks yet. Asks
 * for the stored cells that each of some cells consists of, or is part of.
 */
export function* cellsFor<C extends StoredCell>({
  tile,
  marginPixels,
}: TileQuery): Generator<Cell[], C[] | undefined, C[][]> {
  const own = cellAt(tile.z, tile.x, rowFromNorth(tile));
  const [cells] = (yield [own]) as [C[]];
  if (cells.length === 0) return undefined;
  // One that is still to be made may well be divided before it is.
  if (cells[0]!.state !== TO_MAKE && cells[0]!.level < tile.z - LEVELS_BELOW) return [];
  const margin = (marginPixels / 256) * 2 ** -tile.z;
  if (cells.every(({ level }) => REACH * 2 ** -level >= margin)) return cells;
  return yield* aroundToo(own, margin, cells);
}

/** Where tile blocks do not reach as far as the margin does, those of the cells around are needed too. */
function* aroundToo<C extends StoredCell>(
  own: Cell,
  margin: number,
  cells: C[],
): Generator<Cell[], C[], C[][]> {
  const size = 2 ** -own.level;
  const shown: UnitBox = {
    left: own.x * size - margin,
    right: (own.x + 1) * size + margin,
    top: own.y * size - margin,
    bottom: (own.y + 1) * size + margin,
  };
  const steps = Math.ceil(margin / size);
  const around: Cell[] = [];
  for (let y = own.y - steps; y <= own.y + steps; y++)
    for (let x = own.x - steps; x <= own.x + steps; x++) around.push(cellAt(own.level, x, y));
  const all = new Map(cells.map((cell) => [cell.key, cell]));
  for (const cell of (yield around).flat())
    if (meetsCell(shown, cellOf(cell.key, cell.level), ROUNDING)) all.set(cell.key, cell);
  return [...all.values()];
}

/** Part of a cell; more than rounding moves an edge by. */
const ROUNDING = 1e-6;

/** Whether a tile can be drawn from the tile blocks of cells: all are made, and have not far more than it may show. */
export function isUsable(cells: readonly StoredCell[], { limit }: TileQuery): boolean {
  if (cells.length === 0 || cells.some(({ state }) => state !== MADE)) return false;
  return cells.reduce((sum, cell) => sum + cell.entries, 0) <= 2 * limit;
}
