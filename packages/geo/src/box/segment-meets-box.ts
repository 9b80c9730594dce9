import { orient2d } from 'robust-predicates';

/**
 * Whether a segment and a box have a point in common, edges and ends included; exact, by separating axes: the two
 * are apart if their boxes are, or if the whole box lies strictly on one side of the segment's line.
 */
export function segmentMeetsBox(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  west: number,
  south: number,
  east: number,
  north: number,
): boolean {
  if (ax < west && bx < west) return false;
  if (ax > east && bx > east) return false;
  if (ay < south && by < south) return false;
  if (ay > north && by > north) return false;
  if (ax >= west && ax <= east && ay >= south && ay <= north) return true;
  if (bx >= west && bx <= east && by >= south && by <= north) return true;
  // The two corners furthest to either side of a line that rises, or falls, from west to east.
  const rises = bx > ax === by > ay;
  const left = orient2d(ax, ay, bx, by, west, rises ? north : south);
  const right = orient2d(ax, ay, bx, by, east, rises ? south : north);
  return !((left > 0 && right > 0) || (left < 0 && right < 0));
}
