import type { BBox } from '../bbox.ts';
import { splitAtAntimeridian } from '../tile/tile-bounds.ts';
import { FLATTENING, POLAR_RADIUS, RADIANS } from './ellipsoid.ts';

/** One or two boxes that hold every position within a radius of a position. */
export function radiusBoxes(longitude: number, latitude: number, radius: number): BBox[] {
  return widenBoxes({ west: longitude, south: latitude, east: longitude, north: latitude }, radius);
}

/** Rounding must not lose what is exactly on the edge. */
const MARGIN = 1e-9;

/**
 * One or two boxes that hold every position within a radius of a position in the box: two where they cross the antimeridian,
 * all longitudes where they reach a pole. On the auxiliary sphere of reduced latitudes a way of s metres is an arc of at
 * most s / polar radius, and turns the longitude there by at least as much as on the ellipsoid.
 */
export function widenBoxes({ west, south, east, north }: BBox, radius: number): BBox[] {
  const arc = radius / POLAR_RADIUS;
  const lowest = reduced(south) - arc;
  const highest = reduced(north) + arc;
  const box = {
    west: -180,
    south: Math.max(-90, geodetic(lowest) - MARGIN),
    east: 180,
    north: Math.min(90, geodetic(highest) + MARGIN),
  };
  if (lowest <= -Math.PI / 2 || highest >= Math.PI / 2) return [box];
  const steepest = Math.max(Math.abs(reduced(south)), Math.abs(reduced(north)));
  const turn = Math.asin(Math.min(1, Math.sin(arc) / Math.cos(steepest))) / RADIANS + MARGIN;
  return splitAtAntimeridian({ ...box, west: west - turn, east: east + turn });
}

function reduced(latitude: number): number {
  return Math.atan((1 - FLATTENING) * Math.tan(latitude * RADIANS));
}

function geodetic(reducedLatitude: number): number {
  if (Math.abs(reducedLatitude) >= Math.PI / 2) return Math.sign(reducedLatitude) * 90;
  return Math.atan(Math.tan(reducedLatitude) / (1 - FLATTENING)) / RADIANS;
}
