import type { Geometry } from '../geojson.ts';
import { geometryOfParts, highestParts, partsOf } from '../planar/parts.ts';
import type { Geos } from '../shape/geos.ts';
import { takeParts, toValidGeos } from '../shape/overlay.ts';
import { widenGeometry } from './widen-geometry.ts';

/** Whether there is something inside of a geometry to shrink to. */
export function isArea(geometry: Geometry): boolean {
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
}

/**
 * What of a polygon is further than so many metres from its outline (geodesic; right to about 1 % of the distance). Null if
 * nothing is.
 */
export function shrinkGeometry(geos: Geos, geometry: Geometry, metres: number): Geometry | null {
  const parts = partsOf(geometry).filter(({ dimension }) => dimension === 2);
  if (parts.length === 0) return null;
  const outline = parts.flatMap(({ chains }) => chains);
  const margin = widenGeometry(geos, { type: 'MultiLineString', coordinates: outline }, metres);
  if (margin === null) return geometry;
  const [whole, edge] = [toValidGeos(geos, parts), toValidGeos(geos, partsOf(margin))];
  if (whole === 0 || edge === 0) throw new Error('GEOS could not take a polygon over');
  const rest = geos.replace(whole, geos.module._GEOSDifference_r(geos.context, whole, edge));
  geos.free(edge);
  if (rest === 0) throw new Error('GEOS could not shrink a polygon');
  return geometryOfParts(highestParts(takeParts(geos, rest)).filter(({ dimension }) => dimension === 2));
}
