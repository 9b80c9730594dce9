import { columnOf, rowOf } from './mercator.ts';
import type { MapFeature } from './random-map.ts';

type Position = [number, number];
export type Tile = { z: number; x: number; y: number };

/**
 * Whether a tile of the map has anything of a feature. Edges are straight on the map; those of the hub's areas are straight in degrees,
 * and of an edge of some degrees the two are farther from each other than the margin of a tile is wide.
 */
export function isOnMap({ geometry }: MapFeature, { z, x, y }: Tile): boolean {
  const project = ([lon, lat]: Position): Position => [columnOf(lon, z) - x, rowOf(lat, z) - y];
  if (geometry.type === 'Point') return isInside(project(geometry.coordinates as Position));
  const [first] = geometry.coordinates as [Position[]];
  const isPolygon = geometry.type === 'Polygon';
  const line = (isPolygon ? first : (geometry.coordinates as Position[])).map(project);
  if (line.some((to, i) => i > 0 && meetsTile(line[i - 1]!, to))) return true;
  return isPolygon && surroundsTile(line);
}

function isInside([x, y]: Position): boolean {
  return x >= 0 && x <= 1 && y >= 0 && y <= 1;
}

/** Whether any part of a straight line is in the unit square (Liang and Barsky). */
function meetsTile([ax, ay]: Position, [bx, by]: Position): boolean {
  let [from, to] = [0, 1];
  for (const [start, way] of [
    [ax, bx - ax],
    [ay, by - ay],
  ] as const) {
    if (way === 0 && (start < 0 || start > 1)) return false;
    if (way === 0) continue;
    const ends = [-start / way, (1 - start) / way];
    from = Math.max(from, Math.min(...ends));
    to = Math.min(to, Math.max(...ends));
  }
  return from <= to;
}

/** Of a ring that does not meet the tile. */
function surroundsTile(ring: readonly Position[]): boolean {
  let isWithin = false;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
    if (ay > 0.5 !== by > 0.5 && 0.5 < ax + ((0.5 - ay) / (by - ay)) * (bx - ax)) isWithin = !isWithin;
  }
  return isWithin;
}
