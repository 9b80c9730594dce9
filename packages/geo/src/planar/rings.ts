import { orient2d } from 'robust-predicates';
import type { Position } from '../geojson.ts';

/** Whether a point is in the even-odd area of these rings or on one of them; exact. */
export function ringsCover(rings: Position[][], x: number, y: number): boolean {
  let inside = false;
  for (let r = 0; r < rings.length; r++) {
    const ring = rings[r]!;
    let ax = ring[0]![0];
    let ay = ring[0]![1];
    for (let i = 1; i < ring.length; i++) {
      const b = ring[i]!;
      const bx = b[0];
      const by = b[1];
      if ((ay <= y && by >= y) || (ay >= y && by <= y)) {
        // robust-predicates returns a positive value for a clockwise turn.
        const side = ax < x && bx < x ? Infinity : orient2d(ax, ay, bx, by, x, y);
        if (side === 0 && (ax <= x || bx <= x) && (ax >= x || bx >= x)) return true;
        if (side !== Infinity && ay > y !== by > y && side < 0 === by > ay) inside = !inside;
      }
      ax = bx;
      ay = by;
    }
  }
  return inside;
}
