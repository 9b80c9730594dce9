import type { BBox } from '../bbox.ts';
import { segmentMeetsBox } from '../box/segment-meets-box.ts';
import type { Geometry, Position } from '../geojson.ts';
import { someStartCovered } from './covered-starts.ts';
import { edgesMeet } from './edges-meet.ts';
import { effortFor } from './effort.ts';
import { boxOfPart, type Part, partsOf } from './parts.ts';
import { ringsCover } from './rings.ts';
import { SegmentTree } from './segment-tree.ts';
import { segmentsMeet } from './segments-meet.ts';
import { edgesIn, endsOfChains } from './segments-of.ts';

/** Up to so many pairs of edges are held against each other one by one. */
const FEW_PAIRS = 100_000;
/** With more, GEOS may take seconds to find that two geometries do not meet; it holds their edges against each other one by one too. */
export const MANY_PAIRS = 4_000_000;

/**
 * Whether two geometries have a point in common; exact, with polygons taken as the even-odd area of their
 * rings, unless that takes more work than is allowed (see `meets`).
 */
export function intersects(a: Geometry, b: Geometry): boolean {
  return new PlanarShape(a).meets(b);
}

/** A geometry to hold against many others in the plane of longitude and latitude. */
export class PlanarShape {
  readonly edges: number;
  readonly #parts: Part[];
  #tree: SegmentTree | undefined;

  constructor(geometry: Geometry) {
    this.#parts = partsOf(geometry);
    this.edges = countEdges(this.#parts);
  }

  /** Whether the two have a point in common; exact, unless telling so takes more than `effortFor` allows: then they are said to meet. */
  meets(geometry: Geometry): boolean {
    const others = partsOf(geometry);
    const edges = countEdges(others);
    if (this.edges * edges <= FEW_PAIRS) return somePartsMeet(this.#parts, others);
    this.#tree ??= treeOf(this.#parts);
    return (
      edgesMeet(this.#tree, treeOf(others), effortFor(this.edges + edges)) ||
      // No edge meets another, so each chain lies in one face of the other geometry.
      someStartCovered(this.#parts, others) ||
      someStartCovered(others, this.#parts)
    );
  }
}

export function countEdges(parts: readonly Part[]): number {
  return parts.reduce((sum, { chains }) => sum + edgesIn(chains), 0);
}

function treeOf(parts: readonly Part[]): SegmentTree {
  return new SegmentTree(endsOfChains(parts.flatMap(({ chains }) => chains)));
}

function somePartsMeet(a: readonly Part[], b: readonly Part[]): boolean {
  const others = b.map((part) => ({ part, box: boxOfPart(part) }));
  return a.some((part) => {
    const box = boxOfPart(part);
    return others.some((other) => boxesMeet(box, other.box) && partsMeet(part, box, other.part, other.box));
  });
}

export function boxesMeet(a: BBox, b: BBox): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}

function partsMeet(a: Part, aBox: BBox, b: Part, bBox: BBox): boolean {
  for (const chain of a.chains)
    for (let i = 0; i < chain.length; i++) {
      const p = chain[i]!;
      const q = chain[i + 1] ?? p;
      if (!segmentMeetsBox(p[0], p[1], q[0], q[1], bBox.west, bBox.south, bBox.east, bBox.north)) continue;
      for (const other of b.chains) if (chainMeets(other, p[0], p[1], q[0], q[1])) return true;
    }
  // No edge meets another, so each chain lies in one face of the other part.
  return (
    (b.dimension === 2 && someStartIn(a, b.chains, bBox)) ||
    (a.dimension === 2 && someStartIn(b, a.chains, aBox))
  );
}

function chainMeets(chain: Position[], ax: number, ay: number, bx: number, by: number): boolean {
  const first = chain[0]!;
  if (chain.length === 1) return segmentsMeet(ax, ay, bx, by, first[0], first[1], first[0], first[1]);
  let cx = first[0];
  let cy = first[1];
  for (let i = 1; i < chain.length; i++) {
    const d = chain[i]!;
    if (segmentsMeet(ax, ay, bx, by, cx, cy, d[0], d[1])) return true;
    cx = d[0];
    cy = d[1];
  }
  return false;
}

function someStartIn(part: Part, rings: Position[][], box: BBox): boolean {
  return part.chains.some(([start]) => {
    const [x, y] = start!;
    return x >= box.west && x <= box.east && y >= box.south && y <= box.north && ringsCover(rings, x, y);
  });
}
