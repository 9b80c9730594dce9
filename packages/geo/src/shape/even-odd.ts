import type { Position } from '../geojson.ts';
import type { Part } from '../planar/parts.ts';
import { fromGeos } from './from-geos.ts';
import type { Geos, Pointer } from './geos.ts';
import { toGeos } from './to-geos.ts';

/** So many positions more than its rings have may the noded outline of an area have. */
const MAX_ADDED = 30_000;
/** Up to here MakeValid is quick; its time grows with the fourth power of the edges of a scribble. */
const FEW_ADDED = 200;
/** The same: its time grows with the square of the rings. */
const FEW_RINGS = 300;

/**
 * The valid area of a polygon whose rings cross, as MakeValid finds it by its lines, but in a time that follows the
 * number of crossings: what is inside of an odd number of outlines. 0 where there are too many.
 */
export function repairByCrossings(geos: Geos, part: Part): Pointer {
  const { module, context } = geos;
  const lines = toGeos(
    geos,
    part.chains.map((chain) => ({ dimension: 1, chains: [chain] })),
  );
  if (lines === 0) return geos.repairByLines(toGeos(geos, [part]));
  const noded = geos.replace(lines, module._GEOSUnaryUnion_r(context, lines));
  try {
    const positions = part.chains.reduce((sum, chain) => sum + chain.length, 0);
    const added = noded === 0 ? 0 : module._GEOSGetNumCoordinates_r(context, noded) - positions;
    if (added > MAX_ADDED) return 0;
    const isQuick = added <= FEW_ADDED && part.chains.length <= FEW_RINGS;
    if (noded === 0 || isQuick) return geos.repairByLines(toGeos(geos, [part]));
    return evenOddArea(geos, noded);
  } finally {
    geos.free(noded);
  }
}

function evenOddArea(geos: Geos, noded: Pointer): Pointer {
  const { module, context } = geos;
  const buffer = geos.buffer(4);
  module.HEAPU32[buffer >>> 2] = noded;
  const collection = module._GEOSPolygonize_r(context, buffer, 1);
  if (collection === 0) return 0;
  const faces = fromGeos(geos, collection);
  geos.free(collection);
  // Rings that enclose nothing.
  if (faces.length === 0) return module._GEOSUnaryUnion_r(context, noded);
  const odd = toGeos(geos, oddFaces(faces));
  if (odd === 0) return 0;
  // Quick, but where lines lie on each other it can leave a ring that touches itself along an edge.
  const covered = module._GEOSCoverageUnion_r(context, odd);
  if (geos.isValid(covered)) return geos.replace(odd, covered);
  geos.free(covered);
  return geos.replace(odd, module._GEOSUnaryUnion_r(context, odd));
}

/** The faces that one comes to from outside across an odd number of outlines, by the shortest way. */
function oddFaces(faces: readonly Part[]): Part[] {
  const neighbours = new Map<string, number[]>();
  for (const [face, { chains }] of faces.entries())
    for (const edge of edgesOf(chains)) {
      const known = neighbours.get(edge);
      if (known) known.push(face);
      else neighbours.set(edge, [face]);
    }
  const depth = new Int32Array(faces.length);
  let level = new Set<number>();
  for (const [only, second] of neighbours.values()) if (second === undefined) level.add(only!);
  for (const face of level) depth[face] = 1;
  for (let next = 2; level.size > 0; next++) {
    const inner = new Set<number>();
    for (const face of level)
      for (const edge of edgesOf(faces[face]!.chains))
        for (const other of neighbours.get(edge)!)
          if (depth[other] === 0) {
            depth[other] = next;
            inner.add(other);
          }
    level = inner;
  }
  return faces.filter((_, face) => depth[face]! % 2 === 1);
}

/** The edges of rings, the same text in both directions. */
function* edgesOf(chains: readonly Position[][]): Generator<string> {
  for (const chain of chains)
    for (let i = 1; i < chain.length; i++) {
      const [ax, ay] = chain[i - 1]!;
      const [bx, by] = chain[i]!;
      yield ax < bx || (ax === bx && ay < by) ? `${ax} ${ay} ${bx} ${by}` : `${bx} ${by} ${ax} ${ay}`;
    }
}
