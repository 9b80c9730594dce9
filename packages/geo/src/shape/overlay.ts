import { highestParts, type Part } from '../planar/parts.ts';
import { fromGeos } from './from-geos.ts';
import type { Geos, Pointer } from './geos.ts';
import { collect, toGeos } from './to-geos.ts';

const GEOMETRY_COLLECTION = 7;

/** Parts of one dimension as a valid GEOS geometry, repaired where needed; 0 if even that fails. */
export function toValidGeos(geos: Geos, parts: Part[]): Pointer {
  const whole = toGeos(geos, parts);
  if (parts[0]?.dimension !== 2 || geos.isValid(whole)) return whole;
  if (parts.length === 1) return geos.repairByLines(whole);
  geos.free(whole);
  // One by one and then together: polygons that overlap are both there, not each other's holes.
  return union(
    geos,
    parts.map((part) => geos.repairByLines(toGeos(geos, [part]))),
  );
}

/** All of these in one, taking them over; 0 if it fails. */
export function union(geos: Geos, geometries: Pointer[]): Pointer {
  const collection = collect(geos, GEOMETRY_COLLECTION, geometries);
  if (collection === 0) return 0;
  return geos.replace(collection, geos.module._GEOSUnaryUnion_r(geos.context, collection));
}

/** What parts of one dimension have in common with a geometry that stays the caller's; undefined if GEOS fails. */
export function intersection(geos: Geos, parts: Part[], other: Pointer): Part[] | undefined {
  const geometry = toValidGeos(geos, parts);
  if (geometry === 0) return undefined;
  const common = geos.replace(geometry, geos.module._GEOSIntersection_r(geos.context, geometry, other));
  return common === 0 ? undefined : highestParts(takeParts(geos, common));
}

/** The parts of a GEOS geometry, polygons wound as RFC 7946 asks; frees it. */
export function takeParts(geos: Geos, geometry: Pointer): Part[] {
  try {
    geos.module._GEOSOrientPolygons_r(geos.context, geometry, 0);
    return fromGeos(geos, geometry);
  } finally {
    geos.free(geometry);
  }
}
