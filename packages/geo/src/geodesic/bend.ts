import type { Position } from '../geojson.ts';
import { geodesicMetres } from './ellipsoid.ts';

const MAX_DEVIATION = 0.001;
/** In metres: a long edge widened by little would otherwise have millions of corners. */
const MIN_DEVIATION = 0.2;
const DEEPEST = 14;

/**
 * Adds the position at the end of a piece of an outline, and others before it where a straight edge on the map would deviate
 * from the outline by more than a thousandth of the radius and 20 cm, as happens near the poles.
 */
export function bend(
  outline: Position[],
  at: (part: number) => Position,
  from: number,
  to: number,
  radius: number,
  depth = 0,
): void {
  const [aLon, aLat] = outline[outline.length - 1]!;
  const [bLon, bLat] = at(to);
  const turn = bLon - aLon - 360 * Math.round((bLon - aLon) / 360);
  const middle = (from + to) / 2;
  const [x, y] = at(middle);
  if (
    depth < DEEPEST &&
    geodesicMetres(x, y, aLon + turn / 2, (aLat + bLat) / 2) > Math.max(MIN_DEVIATION, MAX_DEVIATION * radius)
  ) {
    bend(outline, at, from, middle, radius, depth + 1);
    bend(outline, at, middle, to, radius, depth + 1);
  } else outline.push([bLon, bLat]);
}
