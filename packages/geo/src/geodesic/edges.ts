import type { BBox } from '../bbox.ts';
import type { Part } from '../planar/parts.ts';
import { LARGEST_RADIUS, RADIANS, toSpace } from './ellipsoid.ts';

/** Numbers of one edge: longitude and latitude of both ends, x, y, z of both ends, and its bulge. */
export const EDGE = 11;
export const BULGE = 10;

/**
 * Edges of a geometry in space. An edge runs straight in longitude and latitude, as GeoJSON says; in space it bulges
 * away from the straight line between its ends by no more than `BULGE` metres. Points are edges with equal ends.
 */
export type Edges = { data: Float64Array; count: number };

/** The edges of these parts; with boxes, only those that may come into one of them. */
export function edgesOf(parts: Part[], boxes?: BBox[]): Edges {
  let vertices = 0;
  for (const { chains } of parts) for (const chain of chains) vertices += chain.length;
  const data = new Float64Array(vertices * EDGE);
  let count = 0;
  for (const { chains } of parts)
    for (const chain of chains)
      for (let i = chain.length === 1 ? 0 : 1; i < chain.length; i++) {
        const a = chain[Math.max(0, i - 1)]!;
        const b = chain[i]!;
        if (boxes === undefined || mayEnter(boxes, a[0], a[1], b[0], b[1]))
          writeEdge(data, count++ * EDGE, a[0], a[1], b[0], b[1]);
      }
  return { data, count };
}

function mayEnter(boxes: BBox[], ax: number, ay: number, bx: number, by: number): boolean {
  for (let i = 0; i < boxes.length; i++) {
    const { west, south, east, north } = boxes[i]!;
    if (
      (ax >= west || bx >= west) &&
      (ax <= east || bx <= east) &&
      (ay >= south || by >= south) &&
      (ay <= north || by <= north)
    )
      return true;
  }
  return false;
}

/** Writes the numbers of one edge. */
export function writeEdge(
  data: Float64Array,
  at: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): void {
  data[at] = ax;
  data[at + 1] = ay;
  data[at + 2] = bx;
  data[at + 3] = by;
  toSpace(ax, ay, data, at + 4);
  if (ax === bx && ay === by) data.copyWithin(at + 7, at + 4, at + 7);
  else toSpace(bx, by, data, at + 7);
  data[at + BULGE] = bulge(ax, ay, bx, by);
}

/** A curve deviates from its chord by at most an eighth of its greatest acceleration. */
function bulge(ax: number, ay: number, bx: number, by: number): number {
  const turn = Math.abs(bx - ax) * RADIANS;
  const climb = Math.abs(by - ay) * RADIANS;
  const lowest = ay > 0 === by > 0 ? Math.min(Math.abs(ay), Math.abs(by)) : 0;
  const acceleration = climb * climb + turn * turn * Math.cos(lowest * RADIANS) + 2 * turn * climb;
  return (LARGEST_RADIUS * 1.01 * acceleration) / 8;
}
