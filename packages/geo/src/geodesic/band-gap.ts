import { NODE } from '../planar/segment-tree.ts';
import { boxGap, segmentGap, sweptGap } from '../planar/swept-gap.ts';
import { EQUATOR_RADIUS, POLAR_RADIUS, RADIANS } from './ellipsoid.ts';

/** The radius of curvature along a meridian at the equator: nowhere is a degree shorter, but for the longitude's near the poles. */
const LEAST_RADIUS = POLAR_RADIUS ** 2 / EQUATOR_RADIUS;
const SHIFTS = [-360, 360];
/** In metres. */
export const ROUNDING = 1e-6;

/**
 * How far apart the segments of two nodes are at least, straight through the earth: where that is more than so many metres,
 * it is right that they are further apart than these. In longitude and latitude edges are straight and have no bulge, and
 * positions at the latitudes p and q, so many degrees apart, are 2 R √(sin²(lat / 2) + cos p cos q sin²(lon / 2)) apart.
 */
export function nodeGap(
  p: Float64Array,
  first: number,
  q: Float64Array,
  second: number,
  metres: number,
): number {
  const a = first * NODE;
  const b = second * NODE;
  const scale = eastScale(furthest(p[a + 1]!, p[a + 7]!), furthest(q[b + 1]!, q[b + 7]!));
  let least = sweptGap(p, first, q, second, scale);
  for (const shift of SHIFTS)
    if (boxGap(p, a, q, b, scale, shift) < least)
      least = Math.min(least, sweptGap(p, first, q, second, scale, shift));
  return least * metresPerDegree(scale, metres);
}

/** Whether two edges are further apart than so many metres, each given by longitude and latitude of its ends. */
export function edgesApart(ends: Float64Array, a: number, b: number, metres: number): boolean {
  const scale = eastScale(furthest(ends[a + 1]!, ends[a + 3]!), furthest(ends[b + 1]!, ends[b + 3]!));
  const beyond = (metres + ROUNDING) / metresPerDegree(scale, metres);
  const gap = (shift: number) =>
    segmentGap(
      scale * ends[a]!,
      ends[a + 1]!,
      scale * ends[a + 2]!,
      ends[a + 3]!,
      scale * (ends[b]! + shift),
      ends[b + 1]!,
      scale * (ends[b + 2]! + shift),
      ends[b + 3]!,
    );
  return gap(0) > beyond && SHIFTS.every((shift) => gap(shift) > beyond);
}

function furthest(a: number, b: number): number {
  return Math.max(Math.abs(a), Math.abs(b));
}

function eastScale(aLatitude: number, bLatitude: number): number {
  return Math.sqrt(Math.abs(Math.cos(aLatitude * RADIANS) * Math.cos(bLatitude * RADIANS)));
}

/** What a degree is at least, for positions no further apart than so many metres. */
function metresPerDegree(scale: number, metres: number): number {
  const sine = metres / (2 * LEAST_RADIUS * scale);
  const bent = sine >= 1 ? 2 / Math.PI : sine > 0 ? sine / Math.asin(sine) : 1;
  return LEAST_RADIUS * RADIANS * bent;
}
