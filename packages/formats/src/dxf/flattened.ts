import type { Geometry, Position } from '@meridian/geo/geojson';

type Nested = Position | Nested[];

/** Drawings have a z everywhere. It is a height if one position of a geometry has another than 0. */
export function flattened(geometry: Geometry): Geometry {
  if (geometry.type === 'GeometryCollection' || hasHeight(geometry.coordinates)) return geometry;
  return { ...geometry, coordinates: flat(geometry.coordinates) } as Geometry;
}

function hasHeight(items: Nested): boolean {
  return typeof items[0] === 'number' ? (items as Position)[2] !== 0 : (items as Nested[]).some(hasHeight);
}

function flat(items: Nested): Nested {
  return typeof items[0] === 'number' ? [items[0], (items as Position)[1]] : (items as Nested[]).map(flat);
}
