import type { Position } from '../geojson.ts';
import type { Part } from '../planar/parts.ts';
import type { Geos, Pointer } from './geos.ts';

/** Type numbers of GEOS: 0 Point, 1 LineString, 2 LinearRing, 3 Polygon, 4–7 the collections. */
const DIMENSIONS = [0, 1, 1, 2] as const;

/** The parts of a GEOS geometry, which stays the caller's; empty members leave none. */
export function fromGeos(geos: Geos, geometry: Pointer, parts: Part[] = []): Part[] {
  const { module, context } = geos;
  const type = module._GEOSGeomTypeId_r(context, geometry);
  const dimension = DIMENSIONS[type];
  if (dimension === undefined) {
    const count = module._GEOSGetNumGeometries_r(context, geometry);
    for (let i = 0; i < count; i++) fromGeos(geos, module._GEOSGetGeometryN_r(context, geometry, i), parts);
  } else if (module._GEOSisEmpty_r(context, geometry) === 0)
    parts.push({ dimension, chains: dimension === 2 ? rings(geos, geometry) : [chain(geos, geometry)] });
  return parts;
}

function rings(geos: Geos, polygon: Pointer): Position[][] {
  const { module, context } = geos;
  const chains = [chain(geos, module._GEOSGetExteriorRing_r(context, polygon))];
  const holes = module._GEOSGetNumInteriorRings_r(context, polygon);
  for (let i = 0; i < holes; i++)
    chains.push(chain(geos, module._GEOSGetInteriorRingN_r(context, polygon, i)));
  return chains;
}

function chain(geos: Geos, geometry: Pointer): Position[] {
  const { module, context } = geos;
  const count = module._GEOSGetNumCoordinates_r(context, geometry);
  const buffer = geos.buffer(count * 16);
  module._GEOSCoordSeq_copyToBuffer_r(
    context,
    module._GEOSGeom_getCoordSeq_r(context, geometry),
    buffer,
    0,
    0,
  );
  const heap = module.HEAPF64;
  const positions: Position[] = new Array(count);
  for (let i = 0, at = buffer >>> 3; i < count; i++, at += 2) positions[i] = [heap[at]!, heap[at + 1]!];
  return positions;
}
