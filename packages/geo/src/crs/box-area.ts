import type { Geometry, Position } from '../geojson.ts';
import type { Crs } from './crs.ts';

/** The edges of a box are curves in longitude and latitude: so many pieces of each are straight. */
const PIECES = 32;

/**
 * What a box in the coordinates of a system covers: edges in degrees where it has straight ones there, otherwise its
 * outline. Undefined where it is not on the earth, or reaches over the antimeridian in a system that is no map of the world.
 */
export function boxArea(
  [minA, minB, maxA, maxB]: readonly [number, number, number, number],
  crs: Crs,
): { edges: [west: number, south: number, east: number, north: number] } | { outline: Geometry } | undefined {
  if (crs.isGeographic || crs.code === WEB_MERCATOR) {
    const [west, south] = crs.toLonLat([minA, minB]);
    const [east, north] = crs.toLonLat([maxA, maxB]);
    return [west, south, east, north].every(Number.isFinite)
      ? { edges: [west, south, east, north] }
      : undefined;
  }
  const ring: Position[] = [];
  const corners = [
    [minA, minB],
    [maxA, minB],
    [maxA, maxB],
    [minA, maxB],
    [minA, minB],
  ] as const;
  for (let i = 0; i < 4; i++) {
    const [from, to] = [corners[i]!, corners[i + 1]!];
    for (let piece = 0; piece < PIECES; piece++) {
      const at = piece / PIECES;
      ring.push([
        ...crs.toLonLat([from[0] + (to[0] - from[0]) * at, from[1] + (to[1] - from[1]) * at]),
      ] as Position);
    }
  }
  ring.push(ring[0]!);
  const isOnEarth = ring.every(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90);
  const isTorn = ring.some(([lon], i) => i > 0 && Math.abs(lon - ring[i - 1]![0]) > 180);
  return isOnEarth && !isTorn ? { outline: { type: 'Polygon', coordinates: [ring] } } : undefined;
}

const WEB_MERCATOR = 3857;
