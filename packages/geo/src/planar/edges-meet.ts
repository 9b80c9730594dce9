import type { Effort } from './effort.ts';
import { childrenOf, isLeaf, NODE, SEGMENT, type SegmentTree, type TreeNode } from './segment-tree.ts';
import { segmentsMeet } from './segments-meet.ts';
import { sweptGap } from './swept-gap.ts';

/** In degrees: what computing where the strips of two nodes lie may be off by, and more. */
const SLACK = 1e-11;

/**
 * Whether an edge in one tree meets one in the other; exact. Where all effort is spent, as many edges lie nearer to many
 * others than numbers of this size can tell: then they meet.
 */
export function edgesMeet(a: SegmentTree, b: SegmentTree, effort: Effort): boolean {
  if (a.source.length === 0 || b.source.length === 0) return false;
  const waiting: TreeNode[] = [a.root, b.root];
  while (waiting.length > 0) {
    const second = waiting.pop()!;
    const first = waiting.pop()!;
    if (--effort.left < 0) return true;
    if (sweptGap(a.nodes, first.node, b.nodes, second.node) > SLACK) continue;
    if (isLeaf(first) && isLeaf(second)) {
      if (leavesMeet(a.segments, first, b.segments, second)) return true;
    } else if (isLeaf(second) || (!isLeaf(first) && spread(a.nodes, first) >= spread(b.nodes, second)))
      for (const child of childrenOf(first)) waiting.push(child, second);
    else for (const child of childrenOf(second)) waiting.push(first, child);
  }
  return false;
}

function leavesMeet(p: Float64Array, first: TreeNode, q: Float64Array, second: TreeNode): boolean {
  for (let i = first.from * SEGMENT; i < first.to * SEGMENT; i += SEGMENT)
    for (let j = second.from * SEGMENT; j < second.to * SEGMENT; j += SEGMENT)
      if (segmentsMeet(p[i]!, p[i + 1]!, p[i + 2]!, p[i + 3]!, q[j]!, q[j + 1]!, q[j + 2]!, q[j + 3]!))
        return true;
  return false;
}

/** How much the segments of a node differ. */
export function spread(nodes: Float64Array, { node }: TreeNode): number {
  const at = node * NODE;
  return Math.max(
    nodes[at + 2]! - nodes[at]!,
    nodes[at + 3]! - nodes[at + 1]!,
    nodes[at + 6]! - nodes[at + 4]!,
    nodes[at + 7]! - nodes[at + 5]!,
  );
}
