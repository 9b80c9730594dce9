import type { BBox } from '../bbox.ts';
import type { Geometry } from '../geojson.ts';
import { someStartCovered } from '../planar/covered-starts.ts';
import { PlanarShape } from '../planar/intersects.ts';
import { boxOf, type Part, partsOf } from '../planar/parts.ts';
import { distanceOfTrees } from './distance.ts';
import { EdgeTree } from './edge-tree.ts';
import { edgesOf } from './edges.ts';
import { chordOfSurface, LONG_CHORD, toSpace } from './ellipsoid.ts';
import { nearestEdges } from './nearest-edges.ts';
import { widenBoxes } from './radius-boxes.ts';

/** Everything within a radius of a position or geometry, prepared for testing many features. */
export class Reach {
  /** Boxes, one or two, outside of which nothing is within reach. Empty if the reference is. */
  readonly boxes: BBox[];
  readonly #radius: number;
  readonly #limit: number;
  readonly #parts: Part[];
  readonly #tree: EdgeTree;
  /** Without a radius what counts is what touches. */
  readonly #plane: PlanarShape | undefined;
  /** Where the reference is a single point, its coordinates in space, followed by space for the point it is compared with. */
  readonly #centre: Float64Array | undefined;

  constructor(reference: Geometry, radius: number) {
    this.#radius = radius;
    this.#limit = chordOfSurface(radius);
    this.#parts = partsOf(reference);
    this.boxes = this.#parts.length > 0 ? widenBoxes(boxOf(reference), radius) : [];
    this.#tree = new EdgeTree(edgesOf(this.#parts));
    if (radius <= 0) this.#plane = new PlanarShape(reference);
    if (reference.type === 'Point')
      this.#centre = new Float64Array([...this.#tree.edges.data.subarray(4, 7), 0, 0, 0]);
  }

  /** Whether some position of the geometry is no further away than the radius. */
  reaches(geometry: Geometry): boolean {
    if (this.#plane) return this.#plane.meets(geometry);
    if (geometry.type === 'Point' && this.#centre && this.#limit <= LONG_CHORD)
      return this.#isNear(geometry.coordinates[0], geometry.coordinates[1]);
    const parts = partsOf(geometry);
    if (this.#limit > LONG_CHORD) return this.#isFarWithin(parts);
    const edges = edgesOf(parts, this.boxes);
    if (edges.count > 0 && nearestEdges(new EdgeTree(edges), this.#tree, this.#limit, true)) return true;
    return someStartCovered(this.#parts, parts) || (edges.count > 0 && someStartCovered(parts, this.#parts));
  }

  #isFarWithin(parts: Part[]): boolean {
    const tree = new EdgeTree(edgesOf(parts));
    // What is not far away is within reach, and need not be measured.
    return (
      nearestEdges(tree, this.#tree, LONG_CHORD, true) !== undefined ||
      distanceOfTrees(tree, this.#tree) <= this.#radius ||
      someStartCovered(this.#parts, parts) ||
      someStartCovered(parts, this.#parts)
    );
  }

  #isNear(longitude: number, latitude: number): boolean {
    const space = this.#centre!;
    toSpace(longitude, latitude, space, 3);
    const x = space[3]! - space[0]!;
    const y = space[4]! - space[1]!;
    const z = space[5]! - space[2]!;
    return x * x + y * y + z * z <= this.#limit * this.#limit;
  }
}

/** Whether a geometry comes within a radius of a position. */
export function isWithin(longitude: number, latitude: number, geometry: Geometry, radius: number): boolean {
  return new Reach({ type: 'Point', coordinates: [longitude, latitude] }, radius).reaches(geometry);
}

/** Whether two geometries come within a radius of each other. */
export function areWithin(a: Geometry, b: Geometry, radius: number): boolean {
  return new Reach(a, radius).reaches(b);
}
