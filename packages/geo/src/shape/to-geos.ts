import type { Position } from '../geojson.ts';
import type { Part } from '../planar/parts.ts';
import type { Geos, Pointer } from './geos.ts';

const MULTI_TYPES = [4, 5, 6] as const;

/** Parts of one dimension as one GEOS geometry (x and y only), to be freed by the caller; 0 if GEOS refuses them. */
export function toGeos(geos: Geos, parts: Part[]): Pointer {
  const first = parts[0];
  if (first !== undefined && parts.length === 1) return partToGeos(geos, first);
  const members: Pointer[] = [];
  for (const part of parts) members.push(partToGeos(geos, part));
  return collect(geos, MULTI_TYPES[first?.dimension ?? 0], members);
}

/** A multi-geometry of these members, which it takes over. */
export function collect(geos: Geos, type: number, members: Pointer[]): Pointer {
  if (members.includes(0)) {
    for (const member of members) geos.free(member);
    return 0;
  }
  return geos.module._GEOSGeom_createCollection_r(
    geos.context,
    type,
    pointers(geos, members),
    members.length,
  );
}

function partToGeos(geos: Geos, { dimension, chains }: Part): Pointer {
  const { module, context } = geos;
  const first = chains[0]!;
  if (dimension === 0) return module._GEOSGeom_createPointFromXY_r(context, first[0]![0], first[0]![1]);
  if (dimension === 1) return module._GEOSGeom_createLineString_r(context, sequence(geos, first));
  const rings: Pointer[] = [];
  for (const chain of chains) rings.push(module._GEOSGeom_createLinearRing_r(context, sequence(geos, chain)));
  if (rings.includes(0)) {
    for (const ring of rings) geos.free(ring);
    return 0;
  }
  const shell = rings.shift()!;
  return module._GEOSGeom_createPolygon_r(context, shell, pointers(geos, rings), rings.length);
}

/** The geometry made of it takes the sequence over. */
function sequence(geos: Geos, chain: Position[]): Pointer {
  const buffer = geos.buffer(chain.length * 16);
  const heap = geos.module.HEAPF64;
  let at = buffer >>> 3;
  for (let i = 0; i < chain.length; i++) {
    const position = chain[i]!;
    heap[at++] = steady(position[0]);
    heap[at++] = steady(position[1]);
  }
  return geos.module._GEOSCoordSeq_copyFromBuffer_r(geos.context, buffer, chain.length, 0, 0);
}

/** Numbers far below a nanometre underflow when multiplied, and GEOS can loop for ever over what it makes of them. */
function steady(degrees: number): number {
  return degrees < 1e-12 && degrees > -1e-12 ? 0 : degrees;
}

function pointers(geos: Geos, members: Pointer[]): Pointer {
  const buffer = geos.buffer(members.length * 4);
  geos.module.HEAPU32.set(members, buffer >>> 2);
  return buffer;
}
