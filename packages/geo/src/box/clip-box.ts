import { type BBox, isEmptyBBox, isInside } from '../bbox.ts';
import type { Geometry } from '../geojson.ts';
import { boxOf, geometryOfParts, highestParts, type Part, partsOf } from '../planar/parts.ts';
import type { Geos } from '../shape/geos.ts';
import { clipLine } from './clip-line.ts';
import { clipPolygons } from './clip-polygons.ts';
import { intersectsBox } from './intersects-box.ts';

/**
 * What of a geometry lies in a box; null if nothing does. The type may change: a line may come out as several, a
 * polygon that only touches the box as a line or a point. Heights are preserved, and interpolated along cut edges. It takes GEOS
 * only for polygons with many positions, or that come apart.
 */
export function clipToBox(geosAtNeed: () => Geos, geometry: Geometry, box: BBox): Geometry | null {
  const extent = boxOf(geometry);
  if (isEmptyBBox(extent)) return null;
  if (isInside(extent, box)) return geometry;
  if (geometry.type !== 'GeometryCollection')
    return geometryOfParts(clipParts(geosAtNeed, partsOf(geometry), box));
  const geometries: Geometry[] = [];
  for (const member of geometry.geometries) {
    const clipped = clipToBox(geosAtNeed, member, box);
    if (clipped) geometries.push(clipped);
  }
  return geometries.length > 0 ? { ...geometry, geometries } : null;
}

function clipParts(geosAtNeed: () => Geos, parts: Part[], box: BBox): Part[] {
  const dimension = parts[0]?.dimension;
  if (dimension === 1) return highestParts(parts.flatMap((part) => clipLine(part.chains[0]!, box)));
  const meeting = parts.filter((part) => intersectsBox(geometryOfParts([part])!, box));
  return dimension === 2 ? clipPolygons(geosAtNeed, meeting, box) : meeting;
}
