import { orient2d } from 'robust-predicates';
import type { Position } from '../geojson.ts';
import { segmentsMeet } from './segments-meet.ts';

/**
 * Whether a closed ring is an area with one outline: no edge meets another but its neighbours, and those only at
 * their common end. Compares all pairs, so it is for small rings.
 */
export function isSimpleRing(ring: Position[]): boolean {
  const edges = ring.length - 1;
  if (edges < 3) return false;
  for (let i = 0; i < edges; i++) {
    const a = ring[i]!;
    const b = ring[i + 1]!;
    if (turnsBack(a, b, ring[i + 2 > edges ? 1 : i + 2]!)) return false;
    // The last edge is the neighbour of the first.
    const end = i === 0 ? edges - 1 : edges;
    for (let j = i + 2; j < end; j++) {
      const c = ring[j]!;
      const d = ring[j + 1]!;
      if (segmentsMeet(a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1])) return false;
    }
  }
  return true;
}

/** A repeated position, or an edge that runs back along the one before. */
function turnsBack(a: Position, b: Position, c: Position): boolean {
  if (orient2d(a[0], a[1], b[0], b[1], c[0], c[1]) !== 0) return false;
  return (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) <= 0;
}
