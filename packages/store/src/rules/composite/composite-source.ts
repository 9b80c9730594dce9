import type { CompositeMode, CompositeSource, FeatureSource, SpaceRef } from '../../model/source.ts';

export function isComposite(source: FeatureSource): source is CompositeSource {
  return 'parts' in source;
}

export function asComposite(source: FeatureSource): CompositeSource {
  return isComposite(source) ? source : { mode: 'group', parts: [source] };
}

/** The spaces at the ends of a source, in their order; a space may be there more than once. */
export function leavesOf(source: FeatureSource): SpaceRef[] {
  return isComposite(source) ? source.parts.flatMap(leavesOf) : [source];
}

/** Whether a source is nothing but one space after the other. */
export function isPlainGroup(source: FeatureSource): boolean {
  return !isComposite(source) || (source.mode === 'group' && source.parts.every(isPlainGroup));
}

/** A source whose spaces are counted through. */
export type Node = { leaf: number } | { mode: CompositeMode; parts: Node[] };

export function toNode(source: FeatureSource): Node {
  let next = 0;
  const build = (part: FeatureSource): Node =>
    isComposite(part) ? { mode: part.mode, parts: part.parts.map(build) } : { leaf: next++ };
  return build(source);
}

/** A piece of a composite space that has each id once: one space, or several that are combined id by id. */
export type Unit = { node: Node; leaves: number[] };

/** A composite space as pieces whose features follow one another: groups are taken apart as far as they are outermost. */
export function unitsOf(node: Node): Unit[] {
  if ('mode' in node && node.mode === 'group') return node.parts.flatMap(unitsOf);
  return [{ node, leaves: leafNumbers(node) }];
}

function leafNumbers(node: Node): number[] {
  return 'leaf' in node ? [node.leaf] : node.parts.flatMap(leafNumbers);
}

/** What an id is in a composite space, given what it is in each space. */
export function valueIn<T>(
  node: Node,
  inLeaf: (leaf: number) => T | undefined,
  merge: (values: T[]) => T,
): T | undefined {
  if ('leaf' in node) return inLeaf(node.leaf);
  const values = node.parts
    .map((part) => valueIn(part, inLeaf, merge))
    .filter((value) => value !== undefined);
  if (values.length === 0) return undefined;
  switch (node.mode) {
    case 'group':
      return values[0];
    case 'override':
      return values.at(-1);
    case 'merge':
      return merge(values);
  }
}

/** The spaces from which what an id is comes; none where it is nowhere. */
export function originsOf(node: Node, isInLeaf: (leaf: number) => boolean): number[] {
  const inLeaf = (leaf: number) => (isInLeaf(leaf) ? [leaf] : undefined);
  return valueIn(node, inLeaf, (origins) => origins.flat()) ?? [];
}

/**
 * Positions in a composite space, as one number: the space, then the insertion number there. They grow along a scan, so they can
 * stand in a handle. A space has room for 10¹² insertions.
 */
const LEAF_SPAN = 1e12;

/** So many spaces leave a position within the digits of a handle. */
export const MAX_LEAVES = 900;

export function toPosition(leaf: number, seq: number): number {
  return leaf * LEAF_SPAN + seq;
}

/** The space of a position. */
export function leafOf(position: number): number {
  return Math.floor(position / LEAF_SPAN);
}

/** How far a scan that continues behind `after` has come in a space; undefined = it is through with it. */
export function seqBehind(leaf: number, after: number): number | undefined {
  const seq = after - leaf * LEAF_SPAN;
  return seq >= LEAF_SPAN ? undefined : Math.max(0, seq);
}
