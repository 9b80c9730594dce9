import type { TileFeature } from '../harness/vector-tile.ts';

/** Where the paths of a feature cross the vertical line at `x`, from top to bottom, in units of the tile. */
export function crossingsAt({ drawn, type }: TileFeature, x: number): number[] {
  const crossings: number[] = [];
  if (type === 1) return crossings;
  for (const path of drawn)
    for (let i = 1; i < path.length; i++) {
      const [[ax, ay], [bx, by]] = [path[i - 1]!, path[i]!];
      if (ax < x === bx < x) continue;
      const y = ay + ((x - ax) / (bx - ax)) * (by - ay);
      // What lies above and below is cut at the margin, where the outline of a polygon follows the cut.
      if (y > 0 && y < 4096) crossings.push(y);
    }
  return crossings.sort((a, b) => a - b);
}
