import type { Geometry } from '@meridian/geo/geojson';

/** Whether it is of several parts by its type, and has one. */
export function isSingle(geometry: Geometry | null): boolean {
  switch (geometry?.type) {
    case 'MultiPoint':
    case 'MultiLineString':
    case 'MultiPolygon':
      return geometry.coordinates.length === 1;
    default:
      return false;
  }
}
