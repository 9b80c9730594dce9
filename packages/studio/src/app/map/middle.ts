import type { Geometry, Position } from '@meridian/client';

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
