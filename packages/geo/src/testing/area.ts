import type { Geometry, Position } from '../geojson.ts';
import { partsOf } from '../planar/parts.ts';

/** The planar area of valid polygons in square degrees; 0 for anything else. */
export function areaOf(geometry: Geometry | null): number {
  let area = 0;
  for (const { dimension, chains } of geometry ? partsOf(geometry) : [])
    if (dimension === 2)
      for (const [i, ring] of chains.entries()) area += (i === 0 ? 1 : -1) * Math.abs(signedArea(ring));
  return area;
}

/** Positive for rings that run counter-clockwise on a map. */
export function signedArea(ring: Position[]): number {
  const [x0, y0] = ring[0]!;
  let twice = 0;
  for (let i = 1; i < ring.length; i++) {
    const a = ring[i - 1]!;
    const b = ring[i]!;
    twice += (a[0] - x0) * (b[1] - y0) - (b[0] - x0) * (a[1] - y0);
  }
  return twice / 2;
}
