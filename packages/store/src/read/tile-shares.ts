import {
  type BBox,
  MOST_ROOM,
  mercatorX,
  mercatorY,
  ROOM_BYTES,
  rowFromNorth,
  type TileAddress,
  tileAt,
  tileBounds,
} from '@meridian/geo';
import { tileRange } from '../pyramid/density/tile-range.ts';

/** So much of the budget of a tile is given to features by their share; what is left is for large ones, and for chance. */
const FILL = 3 / 4;

/** What is wider or higher than this part of a tile is large there: it takes part in a tile whatever its share. */
const LARGE = 1 / 2;

/** Counts are rounded up to one of so many steps for every doubling, so that shares need not be known exactly. */
const STEPS = 16;

/** What a tile of so many bytes, and no more than `limit` features, has room for. */
export function roomIn(maxBytes: number, limit: number): number {
  return Math.min(limit, (FILL * maxBytes) / ROOM_BYTES);
}

/** From how many features on a tile does not show all of them. */
export function sharedFrom(room: number): number {
  return Math.floor(room / MOST_ROOM) + 1;
}

/** The share of each of so many features: what is shown has a sample rank, times the room it takes, below it. */
export function shareOf(count: number, room: number): number {
  if (count < sharedFrom(room)) return MOST_ROOM;
  return Math.min(MOST_ROOM, room / 2 ** (Math.ceil(Math.log2(count) * STEPS) / STEPS));
}

/** The tiles around one, across the antimeridian too. */
export function tilesAround(tile: TileAddress): TileAddress[] {
  const size = 2 ** tile.z;
  const row = rowFromNorth(tile);
  const rows = [row - 1, row, row + 1].filter((y) => y >= 0 && y < size);
  const columns = new Set([tile.x - 1, tile.x, tile.x + 1].map((x) => (x + size) % size));
  const square = rows.flatMap((y) => [...columns].map((x) => tileAt('web', tile.z, x, y)));
  return square.filter((one) => positionOf(one) !== positionOf(tile));
}

/**
 * Which features a tile bounded in bytes shows where not all fit. What decides on a feature are the counts of all tiles that it
 * meets, so it is in each of them or in none, and it stays when zooming in: the tiles below have no more features.
 */
export class TileShares {
  /** Of features that are in this tile alone. */
  readonly own: number;
  /** In this tile and those around it. */
  readonly least: number;
  /** Whether some features are not shown: set by the reader that leaves one out. */
  isSampled: boolean;
  readonly #zoom: number;
  readonly #shares: ReadonlyMap<number, number>;
  readonly #inside: BBox;

  /** `leftIn`: the part of the room of a tile that these features share; others come before them. */
  constructor(
    tile: TileAddress,
    room: number,
    counts: ReadonlyMap<TileAddress, number>,
    leftIn: (tile: TileAddress) => number = () => 1,
  ) {
    this.#zoom = tile.z;
    this.#shares = new Map(
      [...counts].map(([one, count]) => [positionOf(one), shareOf(count, room) * leftIn(one)]),
    );
    this.own = this.in(tile);
    this.least = Math.min(...this.#shares.values());
    this.isSampled = this.own < 1;
    this.#inside = insideOf(tileBounds(tile));
  }

  /** Of features in a tile nearby. */
  in(tile: TileAddress): number {
    return this.#shares.get(positionOf(tile))!;
  }

  /** The share of a point: most are inside of the tile, which is told without projecting them. */
  ofPoint(x: number, y: number): number {
    const { west, south, east, north } = this.#inside;
    const isInside = x > west && x < east && y > south && y < north;
    return isInside ? this.own : this.of({ west: x, south: y, east: x, north: y });
  }

  /** Whether a feature with this box is in this tile alone for sure. */
  isWithin({ west, south, east, north }: BBox): boolean {
    const inside = this.#inside;
    return west > inside.west && east < inside.east && south > inside.south && north < inside.north;
  }

  /** The share of a feature; Infinity of one that is large. */
  of(box: BBox): number {
    if (isLargeAt(box, this.#zoom)) return Infinity;
    const { left, right, top, bottom } = tileRange(box, this.#zoom);
    let share = MOST_ROOM;
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++)
        share = Math.min(share, this.#shares.get(row * 2 ** this.#zoom + column) ?? share);
    return share;
  }
}

/** Where a tile of Web Mercator is among those of its zoom. */
export function positionOf(tile: TileAddress): number {
  return rowFromNorth(tile) * 2 ** tile.z + tile.x;
}

/** Far more of a tile than rounding moves a position by. */
const EDGE = 1e-6;

/** A tile without its edges: what is here is in no other. */
function insideOf({ west, south, east, north }: BBox): BBox {
  const [width, height] = [EDGE * (east - west), EDGE * (north - south)];
  return { west: west + width, south: south + height, east: east - width, north: north - height };
}

function isLargeAt({ west, south, east, north }: BBox, zoom: number): boolean {
  if (west === east && south === north) return false;
  const wide = mercatorX(east) - mercatorX(west);
  const high = onMap(mercatorY(south)) - onMap(mercatorY(north));
  return Math.max(wide, high) * 2 ** zoom > LARGE;
}

function onMap(y: number): number {
  return Math.min(1, Math.max(0, y));
}
