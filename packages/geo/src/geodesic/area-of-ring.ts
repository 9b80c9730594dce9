import type { Position } from '../geojson.ts';
import type { Geos, Pointer } from '../shape/geos.ts';
import { toGeos } from '../shape/to-geos.ts';
import { ringOnMap } from './ring-on-map.ts';

/** The area to the left of a closed ring on the globe, as the map shows it; to be freed by the caller, 0 if GEOS fails. */
export function areaOfRing(geos: Geos, ring: Position[]): Pointer {
  const parts = ringOnMap(ring);
  if (parts === undefined) return everythingBut(geos, ring);
  const area = toGeos(geos, parts);
  return geos.isValid(area) ? area : geos.repairByRings(area);
}

function everythingBut(geos: Geos, ring: Position[]): Pointer {
  const { module, context } = geos;
  const hole = areaOfRing(geos, ring.toReversed());
  const world = module._GEOSGeom_createRectangle_r(context, -180, -90, 180, 90);
  const rest = hole === 0 ? 0 : module._GEOSDifference_r(context, world, hole);
  geos.free(world);
  return geos.replace(hole, rest);
}
