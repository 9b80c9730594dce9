import type { Geometry, Position } from '../geojson.ts';
import { type Crs, WEB_MERCATOR } from './crs.ts';

/** The edges of a box are curves in longitude and latitude: so many pieces of each are straight. */
const PIECES = 32;

type Box = [number, number, number, number];

/**
 * What a box in the coordinates of a system covers: edges in degrees where it has straight ones there, otherwise its
 * outline. One that reaches beyond what the system maps, or over the antimeridian, is as large as the edges in degrees
 * around it. Undefined where nothing of the earth is in it.
 */
export function boxArea(
  [minA, minB, maxA, maxB]: Readonly<Box>,
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
  if (isOnEarth && !isTorn) return { outline: { type: 'Polygon', coordinates: [ring] } };
  const edges = (isOnEarth && edgesAcross(ring)) || edgesAround([minA, minB, maxA, maxB], crs);
  return edges && { edges };
}

/** The edges of an outline over the antimeridian, its west greater than its east; undefined where it goes around a pole. */
function edgesAcross(ring: readonly Position[]): Box | undefined {
  let turns = 0;
  const unwrapped = ring.map(([lon], i) => {
    const step = i === 0 ? 0 : lon - ring[i - 1]![0];
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return lon + turns * 360;
  });
  if (turns !== 0) return undefined;
  const latitudes = ring.map(([, lat]) => lat);
  const [west, east] = [Math.min(...unwrapped), Math.max(...unwrapped)];
  const wrapped = (lon: number) => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon);
  return [wrapped(west), Math.min(...latitudes), wrapped(east), Math.max(...latitudes)];
}

/** The distance in degrees of the points that stand for the whole earth. */
const STEP = 5;

/** The edges in degrees around the part of the earth that a system maps into a box; undefined where there is none. */
function edgesAround(box: Box, crs: Crs): Box | undefined {
  const [minA, minB, maxA, maxB] = box;
  const isBetween = (value: number, a: number, b: number) =>
    value >= Math.min(a, b) && value <= Math.max(a, b);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let lon = -180; lon <= 180; lon += STEP)
    for (let lat = -90; lat <= 90; lat += STEP) {
      const [a, b] = crs.fromLonLat([lon, lat]);
      if (!isBetween(a, minA, maxA) || !isBetween(b, minB, maxB)) continue;
      [west, south, east, north] = [
        Math.min(west, lon),
        Math.min(south, lat),
        Math.max(east, lon),
        Math.max(north, lat),
      ];
    }
  if (west > east) return undefined;
  return [
    Math.max(-180, west - STEP),
    Math.max(-90, south - STEP),
    Math.min(180, east + STEP),
    Math.min(90, north + STEP),
  ];
}
