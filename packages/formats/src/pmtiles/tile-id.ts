import type { TileAddress } from '../tiles/tile-archive.ts';

/** How many tiles the zooms above have, all together: the number of the first tile of a zoom. */
export function firstTileId(z: number): number {
  return (4 ** z - 1) / 3;
}

/** The number of a tile in PMTiles: zoom by zoom, and within a zoom along a Hilbert curve. */
export function tileIdOf({ z, x, y }: TileAddress): number {
  let position = 0;
  for (let side = 2 ** z / 2, at = { x, y }; side >= 1; side /= 2) {
    const right = at.x >= side ? 1 : 0;
    const down = at.y >= side ? 1 : 0;
    position += side * side * ((3 * right) ^ down);
    at = turned({ x: at.x - right * side, y: at.y - down * side }, side, right, down);
  }
  return firstTileId(z) + position;
}

/** The tile at a position along the Hilbert curve of a zoom. The four tiles below it are at 4 × position and behind. */
export function tileAtPosition(z: number, position: number): TileAddress {
  let at = { x: 0, y: 0 };
  for (let side = 1, rest = position; side < 2 ** z; side *= 2, rest = Math.floor(rest / 4)) {
    const right = Math.floor(rest / 2) % 2;
    const down = (rest % 2) ^ right;
    const { x, y } = turned(at, side, right, down);
    at = { x: x + right * side, y: y + down * side };
  }
  return { z, ...at };
}

/** The curve within a quarter runs as in the whole, but turned. */
function turned({ x, y }: { x: number; y: number }, side: number, right: number, down: number) {
  if (down === 1) return { x, y };
  return right === 1 ? { x: side - 1 - y, y: side - 1 - x } : { x: y, y: x };
}
