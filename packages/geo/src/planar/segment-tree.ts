/** Numbers of one segment: x and y of its lower end and of its upper one. */
export const SEGMENT = 4;
/** Numbers of one node: the box around the lower ends of its segments, and that around the upper ends. */
export const NODE = 8;
export const LEAF = 8;

/** A node of a tree: its number, and the segments in it. */
export type TreeNode = { node: number; from: number; to: number };

/**
 * Segments in a tree whose nodes hold what is alike in place, direction and length, as it is known by where both ends are.
 * The box around a long diagonal holds everything beside it; what segments that are alike sweep over is narrow, so that
 * thousands of them side by side, which boxes can't keep apart, are.
 */
export class SegmentTree {
  /** In the order of the tree. */
  readonly segments: Float64Array;
  /** Which of those that were given each is. */
  readonly source: Uint32Array;
  readonly nodes: Float64Array;

  constructor(ends: Float64Array) {
    const count = ends.length / SEGMENT;
    const upright = lowerEndFirst(ends);
    this.source = Uint32Array.from({ length: count }, (_, i) => i);
    let nodes = 2;
    while ((nodes / 2) * LEAF < count) nodes *= 2;
    this.nodes = new Float64Array(2 * nodes * NODE);
    if (count > 0) this.#build(upright, new Float64Array(count), this.root);
    this.segments = new Float64Array(ends.length);
    for (let i = 0; i < count; i++)
      this.segments.set(
        upright.subarray(this.source[i]! * SEGMENT, (this.source[i]! + 1) * SEGMENT),
        i * SEGMENT,
      );
  }

  get root(): TreeNode {
    return { node: 1, from: 0, to: this.source.length };
  }

  #build(upright: Float64Array, keys: Float64Array, { node, from, to }: TreeNode): void {
    const at = node * NODE;
    let widest = 0;
    let width = -1;
    for (let axis = 0; axis < SEGMENT; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = from; i < to; i++) {
        const value = upright[this.source[i]! * SEGMENT + axis]!;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      this.nodes[at + lowest(axis)] = low;
      this.nodes[at + lowest(axis) + 2] = high;
      if (high - low > width) {
        width = high - low;
        widest = axis;
      }
    }
    if (isLeaf({ node, from, to })) return;
    this.#split(upright, keys, widest, from, to);
    const [first, second] = childrenOf({ node, from, to });
    this.#build(upright, keys, first);
    this.#build(upright, keys, second);
  }

  /** Orders segments so that the first half of them comes no later along an axis than the second. */
  #split(upright: Float64Array, keys: Float64Array, axis: number, from: number, to: number): void {
    for (let i = from; i < to; i++) keys[i] = upright[this.source[i]! * SEGMENT + axis]!;
    const middle = keys.slice(from, to).sort()[(to - from) >> 1]!;
    const part = this.source.slice(from, to);
    const own = keys.slice(from, to);
    let at = from;
    for (let i = 0; i < part.length; i++) if (own[i]! < middle) this.source[at++] = part[i]!;
    for (let i = 0; i < part.length; i++) if (own[i]! === middle) this.source[at++] = part[i]!;
    for (let i = 0; i < part.length; i++) if (own[i]! > middle) this.source[at++] = part[i]!;
  }
}

export function isLeaf({ from, to }: TreeNode): boolean {
  return to - from <= LEAF;
}

export function childrenOf({ node, from, to }: TreeNode): [TreeNode, TreeNode] {
  const middle = (from + to) >> 1;
  return [
    { node: 2 * node, from, to: middle },
    { node: 2 * node + 1, from: middle, to },
  ];
}

/** Where a node keeps the lowest value of an axis; the highest is two further. */
function lowest(axis: number): number {
  return axis < 2 ? axis : axis + 2;
}

function lowerEndFirst(ends: Float64Array): Float64Array {
  const upright = Float64Array.from(ends);
  for (let at = 0; at < ends.length; at += SEGMENT)
    if (ends[at + 1]! > ends[at + 3]! || (ends[at + 1] === ends[at + 3] && ends[at]! > ends[at + 2]!)) {
      upright.copyWithin(at, at + 2, at + 4);
      upright[at + 2] = ends[at]!;
      upright[at + 3] = ends[at + 1]!;
    }
  return upright;
}
