import type { Geometry, Position } from '../geojson.ts';
import { geometryOfParts, highestParts } from '../planar/parts.ts';
import type { Geos, Pointer } from '../shape/geos.ts';
import { takeParts } from '../shape/overlay.ts';
import { areaOfRing } from './area-of-ring.ts';
import { bend } from './bend.ts';
import { destination } from './ellipsoid.ts';

const CORNERS = 128;
/** From here on a circle lacks only a few kilometres around the antipode, where its outline crosses itself. */
const WHOLE_EARTH = 1.99e7;

/**
 * Everything within a radius of a position, as a Polygon of 128 corners or, near a pole, more (0.1 % off the circle between them);
 * a MultiPolygon where it crosses the antimeridian; up to the edge of the map where it covers a pole. Null for a radius
 * too small to have an area.
 */
export function circle(geos: Geos, longitude: number, latitude: number, radius: number): Geometry | null {
  const area = circleArea(geos, longitude, latitude, radius);
  return area === 0 ? null : geometryOfParts(highestParts(takeParts(geos, area)));
}

export function circleArea(geos: Geos, longitude: number, latitude: number, radius: number): Pointer {
  if (radius >= WHOLE_EARTH) return geos.module._GEOSGeom_createRectangle_r(geos.context, -180, -90, 180, 90);
  return areaOfRing(geos, outline(longitude, latitude, radius));
}

function outline(longitude: number, latitude: number, radius: number): Position[] {
  const at = (part: number) => destination(longitude, latitude, -part * 360, radius);
  const ring: Position[] = [at(0)];
  for (let i = 0; i < CORNERS; i++) bend(ring, at, i / CORNERS, (i + 1) / CORNERS, radius);
  ring[ring.length - 1] = ring[0]!;
  return ring;
}
