import { spread } from '../planar/edges-meet.ts';
import { childrenOf, isLeaf, type TreeNode } from '../planar/segment-tree.ts';
import { edgesApart, nodeGap, ROUNDING } from './band-gap.ts';
import type { BandedEdges } from './banded-edges.ts';
import { type EdgeTree, FAN, gapSquared } from './edge-tree.ts';
import { BULGE, EDGE, type Edges } from './edges.ts';
import { toSpace } from './ellipsoid.ts';
import { nearest, segmentDistance } from './segments-in-space.ts';

/** An edge is straight enough when its bulge changes the distance by less than this part, or by a tenth of a millimetre. */
const TOLERANCE = 1e-5;
const FLOOR = 1e-4;
/** After so much work on edges that run beside each other all the way, a tenth of a percent has to do. */
const PATIENCE = 500_000;
const LARGE_TOLERANCE = 1e-3;
/** So much for boxes in space to decide, and so much more for each edge; they can't keep long edges apart that run side by side. */
const BOXES_FREE = 50_000;
const BOXES_PER_EDGE = 16;
/** The same for bands: a second or two. */
const BANDS_FREE = 3_000_000;
const BANDS_PER_EDGE = 30;

/** Where two sets of edges are nearest, and the straight distance between: longitude and latitude on each. */
export type Nearest = { chord: number; aLon: number; aLat: number; bLon: number; bLat: number };

/**
 * The nearest positions of two sets of edges, if they are no further apart than `limit`, straight through the earth.
 * With `any`, the first pair of positions within the limit will do. Branch and bound: boxes that are further apart than
 * what is known already are left out, and edges are halved until their bulge does not matter. Where all effort is spent, what
 * was found by then is the nearest.
 */
export function nearestEdges(
  a: EdgeTree,
  b: EdgeTree,
  limit: number,
  any = false,
  efforts = effortsFor(a.edges.count + b.edges.count),
): Nearest | undefined {
  return new Search(a, b, limit, any, efforts).run();
}

/** How much work may be done with boxes in space, and then with bands. */
export type Efforts = { boxes: number; bands: number };

export function effortsFor(edges: number): Efforts {
  return { boxes: BOXES_FREE + BOXES_PER_EDGE * edges, bands: BANDS_FREE + BANDS_PER_EDGE * edges };
}

/** Halving ends after some forty levels; two pairs a level may wait. */
const STACK = 128;
const PAIR = 2 * EDGE;

class Search {
  readonly #a: EdgeTree;
  readonly #b: EdgeTree;
  readonly #any: boolean;
  readonly #efforts: Efforts;
  /** Nothing further apart than this is of interest; it shrinks as nearer pairs are found. */
  #bound: number;
  #isBanded = false;
  /** With less effort left than this, the large tolerance has to do. */
  readonly #patience: number;
  #found: Nearest | undefined;

  constructor(a: EdgeTree, b: EdgeTree, limit: number, any: boolean, efforts: Efforts) {
    this.#a = a;
    this.#b = b;
    this.#bound = limit;
    this.#any = any;
    this.#efforts = efforts;
    this.#patience = efforts.bands - PATIENCE;
  }

  run(): Nearest | undefined {
    if (this.#a.edges.count === 0 || this.#b.edges.count === 0) return undefined;
    this.#visit(this.#a.levels.length - 1, 0, this.#b.levels.length - 1, 0);
    if (this.#isSpent && !this.#isFound) this.#searchBands();
    return this.#found;
  }

  get #isFound(): boolean {
    return this.#any && this.#found !== undefined;
  }

  get #isSpent(): boolean {
    return (this.#isBanded ? this.#efforts.bands : this.#efforts.boxes) < 0;
  }

  get #isDone(): boolean {
    return this.#isFound || this.#isSpent;
  }

  get #tolerance(): number {
    return this.#efforts.bands < this.#patience ? LARGE_TOLERANCE : TOLERANCE;
  }

  #visit(aLevel: number, a: number, bLevel: number, b: number): void {
    this.#efforts.boxes--;
    if (aLevel === 0 && bLevel === 0) return this.#refine(this.#a.edges, a, this.#b.edges, b);
    const inA = aLevel > bLevel;
    const level = (inA ? aLevel : bLevel) - 1;
    const children = (inA ? this.#a : this.#b).levels[level]!;
    const other = inA ? this.#b.levels[bLevel]! : this.#a.levels[aLevel]!;
    const otherIndex = inA ? b : a;
    const start = (inA ? a : b) * FAN;
    const end = Math.min(start + FAN, children.length / 6);
    // The nearest child first: what it finds spares most of the others.
    let first = start;
    let least = Infinity;
    for (let child = start; child < end; child++) {
      const gap = gapSquared(children, child, other, otherIndex);
      if (gap < least) {
        least = gap;
        first = child;
      }
    }
    for (let i = start - 1; i < end && !this.#isDone; i++) {
      if (i === first) continue;
      const child = i < start ? first : i;
      if (gapSquared(children, child, other, otherIndex) > this.#bound * this.#bound) continue;
      if (inA) this.#visit(level, child, bLevel, b);
      else this.#visit(aLevel, a, level, child);
    }
  }

  #searchBands(): void {
    const [a, b] = [this.#a.banded, this.#b.banded];
    this.#isBanded = true;
    this.#visitBands(a, a.tree.root, b, b.tree.root);
  }

  #visitBands(a: BandedEdges, p: TreeNode, b: BandedEdges, q: TreeNode): void {
    this.#efforts.bands--;
    const [inP, inQ] = [isLeaf(p), isLeaf(q)];
    if (inP && inQ) {
      for (let i = p.from; i < p.to; i++)
        for (let j = q.from; j < q.to; j++) this.#refine(a.edges, i, b.edges, j);
      return;
    }
    const ofP = inQ || (!inP && spread(a.tree.nodes, p) >= spread(b.tree.nodes, q));
    const [one, other] = childrenOf(ofP ? p : q);
    const gapTo = ({ node }: TreeNode) =>
      ofP
        ? nodeGap(a.tree.nodes, node, b.tree.nodes, q.node, this.#bound)
        : nodeGap(a.tree.nodes, p.node, b.tree.nodes, node, this.#bound);
    const near = [one, other]
      .map((child) => ({ child, gap: gapTo(child) }))
      .sort((first, second) => first.gap - second.gap);
    for (const { child, gap } of near) {
      if (this.#isDone) return;
      if (gap > this.#bound + ROUNDING) continue;
      if (ofP) this.#visitBands(a, child, b, q);
      else this.#visitBands(a, p, b, child);
    }
  }

  #refine(aEdges: Edges, a: number, bEdges: Edges, b: number): void {
    stack.set(aEdges.data.subarray(a * EDGE, (a + 1) * EDGE), 0);
    stack.set(bEdges.data.subarray(b * EDGE, (b + 1) * EDGE), EDGE);
    for (let depth = 0; depth >= 0 && !this.#isDone; ) {
      if (this.#isBanded) this.#efforts.bands--;
      else this.#efforts.boxes--;
      const at = depth * PAIR;
      const distance = segmentDistance(stack, at + 4, stack, at + EDGE + 4);
      const aBulge = stack[at + BULGE]!;
      const bBulge = stack[at + EDGE + BULGE]!;
      const doubt = aBulge + bBulge;
      if (distance - doubt > this.#bound) depth--;
      else if (
        doubt <= FLOOR ||
        doubt <= distance * this.#tolerance ||
        depth >= STACK - 2 ||
        this.#suffices(distance + doubt)
      ) {
        this.#keep(at, distance);
        depth--;
      } else if (this.#isBanded && edgesApart(stack, at, at + EDGE, this.#bound)) depth--;
      else {
        const nearFirstHalf = (aBulge >= bBulge ? nearest.a : nearest.b) < 0.5;
        halve(at, aBulge >= bBulge ? 0 : EDGE, nearFirstHalf);
        depth++;
      }
    }
  }

  /** Whether a pair that is certainly no further apart than this will do; if not, nothing much further will. */
  #suffices(distance: number): boolean {
    if (this.#any) return distance <= this.#bound;
    this.#bound = Math.min(this.#bound, distance * (1 + 4 * this.#tolerance) + 4 * FLOOR);
    return false;
  }

  #keep(at: number, distance: number): void {
    if (distance > this.#bound) return;
    this.#bound = distance;
    this.#found = {
      chord: distance,
      aLon: between(at, nearest.a),
      aLat: between(at + 1, nearest.a),
      bLon: between(at + EDGE, nearest.b),
      bLat: between(at + EDGE + 1, nearest.b),
    };
  }
}

const stack = new Float64Array(STACK * PAIR);

function between(at: number, part: number): number {
  return stack[at]! + part * (stack[at + 2]! - stack[at]!);
}

/** Replaces a pair by two, one for each half of one of its edges; the half to search first ends on top of the stack. */
function halve(at: number, edge: number, firstHalfOnTop: boolean): void {
  stack.copyWithin(at + PAIR, at, at + PAIR);
  const lower = at + edge;
  const upper = at + PAIR + edge;
  const lon = (stack[lower]! + stack[lower + 2]!) / 2;
  const lat = (stack[lower + 1]! + stack[lower + 3]!) / 2;
  const ending = firstHalfOnTop ? upper : lower;
  const starting = firstHalfOnTop ? lower : upper;
  stack[ending + 2] = lon;
  stack[ending + 3] = lat;
  toSpace(lon, lat, stack, ending + 7);
  stack[starting] = lon;
  stack[starting + 1] = lat;
  stack.copyWithin(starting + 4, ending + 7, ending + 10);
  stack[lower + BULGE] = stack[upper + BULGE]! / 4;
  stack[upper + BULGE] = stack[lower + BULGE]!;
}
