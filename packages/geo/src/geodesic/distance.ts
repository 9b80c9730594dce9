import type { Geometry } from '../geojson.ts';
import { someStartCovered } from '../planar/covered-starts.ts';
import { partsOf } from '../planar/parts.ts';
import { EdgeTree } from './edge-tree.ts';
import { edgesOf } from './edges.ts';
import { LONG_CHORD, surfaceOfChord } from './ellipsoid.ts';
import { farDistance } from './far-distance.ts';
import { nearestEdges } from './nearest-edges.ts';

/** Nearer than this counts as touching. */
const TOUCHING = 1e-3;

/**
 * The shortest way on the surface of the earth (WGS 84, metres, right to 0.2 %) from a position to a geometry whose
 * edges are straight in longitude and latitude. Zero in and on it, Infinity if it is empty.
 */
export function distanceFromPoint(longitude: number, latitude: number, geometry: Geometry): number {
  return distanceBetween({ type: 'Point', coordinates: [longitude, latitude] }, geometry);
}

/** The same between two geometries: zero where they have a point in common. */
export function distanceBetween(a: Geometry, b: Geometry): number {
  const aParts = partsOf(a);
  const bParts = partsOf(b);
  if (someStartCovered(aParts, bParts) || someStartCovered(bParts, aParts)) return 0;
  return distanceOfTrees(new EdgeTree(edgesOf(aParts)), new EdgeTree(edgesOf(bParts)));
}

export function distanceOfTrees(a: EdgeTree, b: EdgeTree): number {
  const found = nearestEdges(a, b, Infinity);
  if (found === undefined) return Infinity;
  if (found.chord < TOUCHING) return 0;
  return found.chord > LONG_CHORD ? farDistance(a.edges, b.edges, found) : surfaceOfChord(found.chord);
}
