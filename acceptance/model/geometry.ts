import { isObject, type Json, type JsonObject } from './json.ts';

export type Box = [west: number, south: number, east: number, north: number];

export function boxOf(geometry: Json | undefined): Box | undefined {
  let box: Box | undefined;
  for (const [x, y] of positions(geometry)) {
    box = box
      ? [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)]
      : [x, y, x, y];
  }
  return box;
}

export function unite(boxes: readonly Box[]): Box | undefined {
  return boxOf({
    type: 'MultiPoint',
    coordinates: boxes.flatMap(([w, s, e, n]) => [
      [w, s],
      [e, n],
    ]),
  });
}

function positions(geometry: Json | undefined): [number, number][] {
  if (!isObject(geometry)) return [];
  if (Array.isArray(geometry.geometries)) return geometry.geometries.flatMap(positions);
  return positionsIn(geometry.coordinates);
}

function positionsIn(coordinates: Json | undefined): [number, number][] {
  if (!Array.isArray(coordinates)) return [];
  const [x, y] = coordinates;
  if (typeof x === 'number' && typeof y === 'number') return [[x, y]];
  return coordinates.flatMap(positionsIn);
}

export function flat(geometry: Json | undefined): Json {
  if (!isObject(geometry)) return null;
  if (Array.isArray(geometry.geometries)) return { ...geometry, geometries: geometry.geometries.map(flat) };
  return { ...geometry, coordinates: flatCoordinates(geometry.coordinates ?? []) } satisfies JsonObject;
}

function flatCoordinates(coordinates: Json): Json {
  if (!Array.isArray(coordinates)) return coordinates;
  return typeof coordinates[0] === 'number' ? coordinates.slice(0, 2) : coordinates.map(flatCoordinates);
}
