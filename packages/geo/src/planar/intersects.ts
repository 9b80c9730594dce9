import type { BBox } from '../bbox.ts';
import { segmentMeetsBox } from '../box/segment-meets-box.ts';
import type { Geometry, Position } from '../geojson.ts';
import { boxOfPart, type Part, partsOf } from './parts.ts';
import { ringsCover } from './rings.ts';
import { segmentsMeet } from './segments-meet.ts';

/**
 * Whether two geometries have a point in common; exact for any input, polygons taken as the even-odd area of their
 * rings. Its cost grows with the product of the sizes: large shapes against many features are for `prepareShape`.
 */
export function intersects(a: Geometry, b: Geometry): boolean {
  const others = partsOf(b).map((part) => ({ part, box: boxOfPart(part) }));
  return partsOf(a).some((part) => {
    const box = boxOfPart(part);
    return others.some((other) => boxesMeet(box, other.box) && partsMeet(part, box, other.part, other.box));
  });
}

export function boxesMeet(a: BBox, b: BBox): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}

function partsMeet(a: Part, aBox: BBox, b: Part, bBox: BBox): boolean {
  for (const chain of a.chains)
    for (let i = 0; i < chain.length; i++) {
      const p = chain[i]!;
      const q = chain[i + 1] ?? p;
      if (!segmentMeetsBox(p[0], p[1], q[0], q[1], bBox.west, bBox.south, bBox.east, bBox.north)) continue;
      for (const other of b.chains) if (chainMeets(other, p[0], p[1], q[0], q[1])) return true;
    }
  // No edge meets another, so each chain lies in one face of the other part.
  return (
    (b.dimension === 2 && someStartIn(a, b.chains, bBox)) ||
    (a.dimension === 2 && someStartIn(b, a.chains, aBox))
  );
}

function chainMeets(chain: Position[], ax: number, ay: number, bx: number, by: number): boolean {
  const first = chain[0]!;
  if (chain.length === 1) return segmentsMeet(ax, ay, bx, by, first[0], first[1], first[0], first[1]);
  let cx = first[0];
  let cy = first[1];
  for (let i = 1; i < chain.length; i++) {
    const d = chain[i]!;
    if (segmentsMeet(ax, ay, bx, by, cx, cy, d[0], d[1])) return true;
    cx = d[0];
    cy = d[1];
  }
  return false;
}

function someStartIn(part: Part, rings: Position[][], box: BBox): boolean {
  return part.chains.some(([start]) => {
    const [x, y] = start!;
    return x >= box.west && x <= box.east && y >= box.south && y <= box.north && ringsCover(rings, x, y);
  });
}
