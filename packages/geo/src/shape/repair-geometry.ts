import type { Geometry } from '../geojson.ts';
import { geometryOfParts, highestParts, type Part, partsOf } from '../planar/parts.ts';
import type { Geos } from './geos.ts';
import { restoreHeights } from './heights.ts';
import { takeParts, toValidGeos } from './overlay.ts';
import { toGeos } from './to-geos.ts';

export { type Geos, loadGeos } from './geos.ts';

/** What was wrong with the areas of a geometry, and the geometry with valid ones; null where nothing is left of it. */
export type GeometryRepair = { reason: string; geometry: Geometry | null };

/**
 * Makes the areas of a geometry valid as `ST_MakeValid` of PostGIS does: a bow tie becomes two triangles, polygons of a
 * MultiPolygon that overlap become one. Lines that are left over beside areas are dropped, heights stay.
 * @returns undefined if there is nothing to repair
 */
export function repairGeometry(geos: Geos, geometry: Geometry): GeometryRepair | undefined {
  if (geometry.type === 'GeometryCollection') return repairMembers(geos, geometry.geometries);
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return undefined;
  const parts = partsOf(geometry);
  const reason = whyInvalid(geos, parts);
  if (reason === undefined) return undefined;
  const valid = toValidGeos(geos, parts);
  if (valid === 0) return { reason: `${reason}, and it crosses itself too often to be repaired`, geometry };
  const repaired = highestParts(takeParts(geos, valid));
  return { reason, geometry: geometryOfParts(restoreHeights(repaired, parts)) };
}

function repairMembers(geos: Geos, members: readonly Geometry[]): GeometryRepair | undefined {
  const reasons: string[] = [];
  const geometries: Geometry[] = [];
  for (const member of members) {
    const repair = repairGeometry(geos, member);
    if (repair) reasons.push(repair.reason);
    const valid = repair ? repair.geometry : member;
    if (valid) geometries.push(valid);
  }
  if (reasons.length === 0) return undefined;
  return {
    reason: reasons.join('; '),
    geometry: geometries.length > 0 ? { type: 'GeometryCollection', geometries } : null,
  };
}

function whyInvalid(geos: Geos, parts: Part[]): string | undefined {
  const geometry = toGeos(geos, parts);
  if (geometry === 0) return 'GEOS refuses it';
  try {
    return geos.isValid(geometry) ? undefined : geos.whyInvalid(geometry);
  } finally {
    geos.free(geometry);
  }
}
