import { boxOf, type Geometry, isInside, type Position } from '@meridian/geo';

/**
 * The geometry as the database keeps it beside the text, for its index. PostGIS takes the outer ring alone for the
 * extent of a polygon; where a hole reaches out of it, its outline is added as a line, so that the extent is that of all.
 */
export function indexedGeometry(geometry: Geometry): Geometry {
  const orphans = outsideRings(geometry);
  if (orphans.length === 0) return geometry;
  const lines = orphans.map((coordinates): Geometry => ({ type: 'LineString', coordinates }));
  return { type: 'GeometryCollection', geometries: [geometry, ...lines] };
}

/** Holes that reach out of their polygon's outer ring. Such polygons are not valid, but they are stored. */
function outsideRings(geometry: Geometry): Position[][] {
  switch (geometry.type) {
    case 'Polygon':
      return outsideHoles(geometry.coordinates);
    case 'MultiPolygon':
      return geometry.coordinates.flatMap(outsideHoles);
    case 'GeometryCollection':
      return geometry.geometries.flatMap(outsideRings);
    default:
      return [];
  }
}

function outsideHoles([outer, ...holes]: Position[][]): Position[][] {
  if (holes.length === 0) return [];
  const extent = boxOf({ type: 'LineString', coordinates: outer! });
  return holes.filter((hole) => !isInside(boxOf({ type: 'LineString', coordinates: hole }), extent));
}
