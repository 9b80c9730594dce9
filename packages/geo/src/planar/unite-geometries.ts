import type { Geometry } from '../geojson.ts';
import { geometryOfParts, partsOf } from './parts.ts';

/** Several geometries as one, null if there is none: of one dimension as one Multi-geometry, else as a collection. */
export function uniteGeometries(geometries: readonly (Geometry | null)[]): Geometry | null {
  const present = geometries.filter((geometry) => geometry !== null);
  if (present.length <= 1) return present[0] ?? null;
  const parts = present.flatMap((geometry) => partsOf(geometry));
  const isUniform = parts.every(({ dimension }) => dimension === parts[0]?.dimension);
  return isUniform ? geometryOfParts(parts) : { type: 'GeometryCollection', geometries: present };
}
