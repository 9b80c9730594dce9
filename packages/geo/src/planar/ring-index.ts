import { orient2d } from 'robust-predicates';
import type { Position } from '../geojson.ts';
import type { Effort } from './effort.ts';
import { childrenOf, isLeaf, NODE, SEGMENT, SegmentTree } from './segment-tree.ts';
import { endsOfChains } from './segments-of.ts';

/** Rings made ready to be asked for many positions. */
export class RingIndex {
  readonly #tree: SegmentTree;

  constructor(rings: Position[][]) {
    this.#tree = new SegmentTree(endsOfChains(rings));
  }

  /** Whether a point is in the even-odd area of these rings or on one of them; exact. */
  covers(x: number, y: number, effort: Effort): boolean {
    const { nodes, segments } = this.#tree;
    const waiting = [this.#tree.root];
    let crossings = 0;
    while (waiting.length > 0) {
      const node = waiting.pop()!;
      effort.left--;
      const at = node.node * NODE;
      if (nodes[at + 7]! < y || nodes[at + 1]! > y) continue;
      if (Math.max(nodes[at + 2]!, nodes[at + 6]!) < x) continue;
      if (nodes[at + 3]! <= y && nodes[at + 5]! > y) {
        if (liesBeside(nodes, at, 2, x, y) > 0) continue;
        if (liesBeside(nodes, at, 0, x, y) < 0) {
          crossings += node.to - node.from;
          continue;
        }
      }
      if (!isLeaf(node)) waiting.push(...childrenOf(node));
      else
        for (let i = node.from * SEGMENT; i < node.to * SEGMENT; i += SEGMENT) {
          const crossing = crosses(segments, i, x, y);
          if (crossing === ON) return true;
          crossings += crossing;
        }
    }
    return crossings % 2 === 1;
  }
}

const ON = 2;

/** 1 where the segment crosses the way from the point to the east, 0 where it does not. */
function crosses(segments: Float64Array, at: number, x: number, y: number): number {
  const [ax, ay, bx, by] = [segments[at]!, segments[at + 1]!, segments[at + 2]!, segments[at + 3]!];
  if (ay > y || by < y || (ax < x && bx < x)) return 0;
  // Positive for a clockwise turn: the point is east of a segment that goes up.
  const side = orient2d(ax, ay, bx, by, x, y);
  if (side === 0 && (ax <= x || bx <= x) && (ax >= x || bx >= x)) return ON;
  return ay <= y && by > y && side < 0 ? 1 : 0;
}

/**
 * On which side of all segments of a node, which all pass the height of a point, the point is: negative west of them, positive east,
 * by the edges of the boxes around their ends that lie at `edge`: 0 for the western ones, 2 for the eastern.
 */
function liesBeside(nodes: Float64Array, at: number, edge: 0 | 2, x: number, y: number): number {
  let common: number | undefined;
  for (const lower of [1, 3])
    for (const upper of [5, 7]) {
      const side = Math.sign(
        orient2d(nodes[at + edge]!, nodes[at + lower]!, nodes[at + edge + 4]!, nodes[at + upper]!, x, y),
      );
      if (common !== undefined && side !== common) return 0;
      common = side;
    }
  return common!;
}
