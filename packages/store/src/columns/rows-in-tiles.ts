import type { BBox } from '@meridian/geo';
import { type Sides, sideOf } from './area-predicate.ts';
import { TRUE } from './outcomes.ts';

/** West, south, east, north. */
const SIDES = 4;

/** Instead of the tiles that a row meets: its geometry says which these are. */
const OPEN = -1;

/** Around all of some boxes. */
export function hullOf(boxes: readonly BBox[]): BBox {
  return {
    west: Math.min(...boxes.map(({ west }) => west)),
    south: Math.min(...boxes.map(({ south }) => south)),
    east: Math.max(...boxes.map(({ east }) => east)),
    north: Math.max(...boxes.map(({ north }) => north)),
  };
}

/** Finds the rows of blocks that meet each of a few tiles, in one loop for all of them. Tiles have no more than edges in common. */
export class RowsInTiles {
  readonly #bounds: Float64Array;
  /** Around all tiles. */
  readonly hull: BBox;
  /** By the number of the tile, and then those that are open. */
  readonly #rows: Uint32Array[];
  readonly #counts: Uint32Array;

  constructor(tiles: readonly BBox[]) {
    this.#bounds = Float64Array.from(
      tiles.flatMap(({ west, south, east, north }) => [west, south, east, north]),
    );
    this.hull = hullOf(tiles);
    this.#rows = Array.from({ length: tiles.length + 1 }, () => new Uint32Array(0));
    this.#counts = new Uint32Array(tiles.length + 1);
  }

  /** The rows of the last block that pass and meet a tile, by the number of the tile. Good until the next block. */
  in(tile: number): Uint32Array {
    return this.#rows[tile]!.subarray(0, this.#counts[tile]!);
  }

  /**
   * The rows of the last block that have to be read, which are in no tile here: because their filter is open, or because their box
   * reaches out of a tile on more than one side.
   */
  get open(): Uint32Array {
    return this.in(this.#rows.length - 1);
  }

  /**
   * Looks at the rows of a block that may pass, of those that are somewhere near (see `NearCells`). All of them are open where the block
   * does not have everything that is asked of it.
   */
  find(
    outcomes: Uint8Array,
    near: Uint32Array,
    [west, south, east, north]: Sides,
    isComplete: boolean,
  ): void {
    this.#counts.fill(0);
    for (const [tile, rows] of this.#rows.entries())
      if (rows.length < near.length) this.#rows[tile] = new Uint32Array(near.length);
    const wests = west.numbers;
    const souths = south.numbers;
    const hull = this.hull;
    const open = this.#rows.length - 1;
    for (let i = 0; i < near.length; i++) {
      const row = near[i]!;
      const outcome = outcomes[row]!;
      if ((outcome & TRUE) === 0) continue;
      const w = wests[row]!;
      const s = souths[row]!;
      if (w > hull.east || s > hull.north) continue;
      const e = sideOf(east, row, w);
      const n = sideOf(north, row, s);
      if (e < hull.west || n < hull.south) continue;
      const met = this.#tilesMeeting(w, s, e, n);
      if (met === OPEN || (met !== 0 && (outcome !== TRUE || !isComplete)))
        this.#rows[open]![this.#counts[open]!++] = row;
      else this.#add(row, met);
    }
  }

  /** A bit for each tile that what has a box meets; open where the box does not tell. */
  #tilesMeeting(w: number, s: number, e: number, n: number): number {
    const bounds = this.#bounds;
    let met = 0;
    for (let at = 0, bit = 1; at < bounds.length; at += SIDES, bit <<= 1) {
      const west = bounds[at]!;
      const south = bounds[at + 1]!;
      const east = bounds[at + 2]!;
      const north = bounds[at + 3]!;
      if (!(west <= e && east >= w && south <= n && north >= s)) continue;
      // Each side of its box is where it is somewhere: if only one is outside of the tile, the one opposite is in it.
      const outside = Number(w < west) + Number(e > east) + Number(s < south) + Number(n > north);
      if (outside > 1) return OPEN;
      met |= bit;
      // What does not touch an edge is in no other tile.
      if (w > west && e < east && s > south && n < north) return met;
    }
    return met;
  }

  #add(row: number, met: number): void {
    for (let tile = 0, rest = met; rest !== 0; tile++, rest >>>= 1)
      if ((rest & 1) === 1) this.#rows[tile]![this.#counts[tile]!++] = row;
  }
}
