import type { Geometry, Position } from '@meridian/geo/geojson';

/** Positions as GeoJSON nests them. */
export type Nested = Position | Nested[];

export function isPosition(item: Nested): item is Position {
  return typeof item[0] === 'number';
}

/** Whether any position has a height. */
export function hasHeight(geometry: Geometry): boolean {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.some(hasHeight);
  return anyHeight(geometry.coordinates);
}

function anyHeight(items: Nested): boolean {
  return isPosition(items) ? items.length > 2 : items.some(anyHeight);
}

export function withoutHeights(geometry: Geometry): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map(withoutHeights) };
  return { ...geometry, coordinates: flat(geometry.coordinates) } as Geometry;
}

function flat(items: Nested): Nested {
  return isPosition(items) ? [items[0], items[1]] : items.map(flat);
}
