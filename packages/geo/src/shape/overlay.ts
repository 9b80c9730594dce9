import { highestParts, type Part } from '../planar/parts.ts';
import { repairByCrossings } from './even-odd.ts';
import { fromGeos } from './from-geos.ts';
import type { Geos, Pointer } from './geos.ts';
import { isTangled } from './outline-index.ts';
import { collect, toGeos } from './to-geos.ts';

const GEOMETRY_COLLECTION = 7;

/** Up to here a look at the validity of a polygon is quick, however its edges lie. */
const QUICKLY_VALIDATED = 2000;

/** Parts of one dimension as a valid GEOS geometry, repaired where needed; 0 if even that fails or would take too long. */
export function toValidGeos(geos: Geos, parts: Part[]): Pointer {
  if (parts[0]?.dimension !== 2) return toGeos(geos, parts);
  const isLarge = positionsOf(parts) > QUICKLY_VALIDATED;
  if (isLarge && isTangled(parts)) return 0;
  const whole = toGeos(geos, parts);
  if (geos.isValid(whole)) return whole;
  geos.free(whole);
  if (!isLarge && isTangled(parts)) return 0;
  if (parts.length === 1) return repairByCrossings(geos, parts[0]!);
  // One by one and then together: polygons that overlap are both there, not each other's holes.
  return union(
    geos,
    parts.map((part) => repairByCrossings(geos, part)),
  );
}

/** Whether polygons are valid, without a look at those that it would take too long to look at. */
export function areValid(geos: Geos, polygons: Part[]): boolean {
  if (positionsOf(polygons) > QUICKLY_VALIDATED && isTangled(polygons)) return false;
  const whole = toGeos(geos, polygons);
  const valid = geos.isValid(whole);
  geos.free(whole);
  return valid;
}

function positionsOf(parts: readonly Part[]): number {
  let positions = 0;
  for (const { chains } of parts) for (const chain of chains) positions += chain.length;
  return positions;
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
