import { type BBox, comparePrecedence, type Precedence, rankInRoom, type TileAddress } from '@meridian/geo';
import { tileRange } from '../pyramid/density/tile-range.ts';
import { positionOf } from './tile-shares.ts';

/** So much room is set aside for a feature with a rank before others get theirs: what it takes is not known of those in other tiles. */
const RANKED_ROOM = 2;

/** When one with a rank has its turn, and its insertion number. */
export type Standing = Precedence & { seq: number };

/**
 * Which features with a rank are shown by a tile bounded in bytes where not all fit. What decides on a feature is how many come
 * before it in each tile that it meets, so it is in each of them or in none, and it stays when zooming in: in the tiles below no more
 * come before it.
 */
export class TileStandings {
  readonly #zoom: number;
  readonly #room: number;
  readonly #first: ReadonlyMap<number, readonly Standing[]>;
  readonly #own: readonly Standing[];

  /** `first`: of each tile that does not show all, the features that come first, `standingsIn(room)` at most. */
  constructor(tile: TileAddress, room: number, first: ReadonlyMap<TileAddress, readonly Standing[]>) {
    this.#zoom = tile.z;
    this.#room = room;
    this.#first = new Map([...first].map(([one, standings]) => [positionOf(one), standings]));
    this.#own = first.get(tile) ?? [];
  }

  /** The numbers of the features that come first in the tile. */
  get seqs(): number[] {
    return this.#own.map(({ seq }) => seq);
  }

  /** Whether one is shown that takes so much room (`roomStep`). */
  isShown(box: BBox, precedence: Precedence, step: number): boolean {
    const { left, right, top, bottom } = tileRange(box, this.#zoom);
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) {
        const first = this.#first.get(row * 2 ** this.#zoom + column);
        if (first && rankInRoom(comingBefore(first, precedence), step) >= this.#room) return false;
      }
    return true;
  }

  /** The part of its room that a tile has for features without a rank. */
  leftIn(tile: TileAddress): number {
    const ranked = this.#first.get(positionOf(tile))?.length ?? 0;
    return Math.max(0, 1 - (RANKED_ROOM * ranked) / this.#room);
  }
}

/** How many features with a rank a tile shows at most: the first of them. */
export function standingsIn(room: number): number {
  return Math.ceil(room);
}

/** How many of those in order come before one. */
function comingBefore(first: readonly Precedence[], precedence: Precedence): number {
  let low = 0;
  for (let high = first.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (comparePrecedence(first[middle]!, precedence) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
