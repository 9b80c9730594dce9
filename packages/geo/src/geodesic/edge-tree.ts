import { type BandedEdges, bandedEdges } from './banded-edges.ts';
import { BULGE, EDGE, type Edges } from './edges.ts';

/** Children of one node: neighbours along a line or ring are neighbours on the ground, so they share a box. */
export const FAN = 16;
const BOX = 6;

/** Edges with boxes in space around every 16 of them, around every 16 of those, and so on up to a single one. */
export class EdgeTree {
  readonly edges: Edges;
  /** `levels[0]` has the boxes of the edges themselves; each box is lowest x, y, z, highest x, y, z. */
  readonly levels: Float64Array[] = [];
  #banded: BandedEdges | undefined;

  constructor(edges: Edges) {
    this.edges = edges;
    this.levels.push(edgeBoxes(edges));
    while (this.#top.length > BOX) this.levels.push(joined(this.#top));
  }

  /** The same edges in a tree that keeps apart what runs side by side. */
  get banded(): BandedEdges {
    this.#banded ??= bandedEdges(this.edges);
    return this.#banded;
  }

  get #top(): Float64Array {
    return this.levels[this.levels.length - 1]!;
  }
}

function edgeBoxes({ data, count }: Edges): Float64Array {
  const boxes = new Float64Array(count * BOX);
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < 3; axis++) {
      const a = data[i * EDGE + 4 + axis]!;
      const b = data[i * EDGE + 7 + axis]!;
      const bulge = data[i * EDGE + BULGE]!;
      boxes[i * BOX + axis] = Math.min(a, b) - bulge;
      boxes[i * BOX + 3 + axis] = Math.max(a, b) + bulge;
    }
  return boxes;
}

function joined(boxes: Float64Array): Float64Array {
  const count = Math.ceil(boxes.length / BOX / FAN);
  const parents = new Float64Array(count * BOX);
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < BOX; axis++) {
      let extreme = axis < 3 ? Infinity : -Infinity;
      const end = Math.min(boxes.length, (i + 1) * FAN * BOX);
      for (let at = i * FAN * BOX + axis; at < end; at += BOX)
        extreme = axis < 3 ? Math.min(extreme, boxes[at]!) : Math.max(extreme, boxes[at]!);
      parents[i * BOX + axis] = extreme;
    }
  return parents;
}

/** How far two boxes are apart, squared: no edge in one is nearer to an edge in the other. */
export function gapSquared(p: Float64Array, a: number, q: Float64Array, b: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gap = Math.max(
      p[a * BOX + axis]! - q[b * BOX + 3 + axis]!,
      q[b * BOX + axis]! - p[a * BOX + 3 + axis]!,
    );
    if (gap > 0) sum += gap * gap;
  }
  return sum;
}
