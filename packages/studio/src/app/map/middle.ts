import type { Geometry, Position } from '@meridian/client';
import { acrossAntimeridian } from '../../thumbnail/frame.ts';

/** The box around a geometry; undefined where it has no position. */
export function boxOf(
  geometry: Geometry,
): [west: number, south: number, east: number, north: number] | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const extend = (coordinates: unknown): void => {
    if (!Array.isArray(coordinates)) return;
    if (typeof coordinates[0] !== 'number') {
      for (const part of coordinates) extend(part);
      return;
    }
    const [x, y] = coordinates as Position;
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  };
  if (geometry.type === 'GeometryCollection') {
    const boxes = geometry.geometries.map(boxOf).filter((box) => box !== undefined);
    for (const box of boxes) extend([box.slice(0, 2), box.slice(2)]);
  } else extend(geometry.coordinates);
  return west === Infinity ? undefined : [west, south, east, north];
}

export function middleOf(geometry: Geometry): [number, number] | undefined {
  const box = boxOf(geometry);
  return box && [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
}

/** The box to look at to see geometries: where that is the shorter way around them, across the antimeridian. */
export function boxAround(
  geometries: readonly Geometry[],
): [west: number, south: number, east: number, north: number] | undefined {
  const whole = boxOf({ type: 'GeometryCollection', geometries: [...geometries] });
  if (!whole) return undefined;
  const [west, south, east, north] = whole;
  const box = acrossAntimeridian({ west, south, east, north }, geometries.flatMap(spansOf));
  return [box.west, box.south, box.east, box.north];
}

/** From where to where each point, line and ring is. */
function spansOf(geometry: Geometry): [west: number, east: number][] {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(spansOf);
  const span = (coordinates: unknown[]): [number, number][] => {
    const first = coordinates[0];
    if (typeof first === 'number') return [[first, first]];
    if (!Array.isArray(first) || typeof first[0] !== 'number')
      return coordinates.flatMap((part) => span(part as unknown[]));
    const longitudes = (coordinates as Position[]).map(([x]) => x);
    const [west, east] = longitudes.reduce(
      ([least, most], x) => [Math.min(least, x), Math.max(most, x)],
      [Infinity, -Infinity],
    );
    return geometry.type === 'MultiPoint' ? longitudes.map((x) => [x, x]) : [[west!, east!]];
  };
  return span(geometry.coordinates as unknown[]);
}
