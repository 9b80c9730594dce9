import { Cells } from './cells.ts';
import { appendCells, capacityOf, countOf, depthOf, readCells, writeNode } from './node-format.ts';
import type { NodeTables } from './node-tables.ts';
import { splitCells } from './split-cells.ts';

const ROOT = 1;

/**
 * Many boxes on their way into an R*Tree: each goes down to where it takes the least more area, as one that SQLite inserts
 * does, but a node is read and written once for all that end in it.
 */
export class Insertion {
  readonly #nodes: NodeTables;
  readonly #boxes: Cells;
  readonly #root: Uint8Array;
  readonly #capacity: number;
  readonly #depth: number;
  /** The leaf of each box. */
  readonly #leaves: Float64Array;
  /** Features that others left behind in another leaf, and nodes that have another parent: pairs. */
  readonly #moved: [feature: number, leaf: number][] = [];
  readonly #parents: number[] = [];
  #last: number;

  constructor(nodes: NodeTables, boxes: Cells) {
    this.#nodes = nodes;
    this.#boxes = boxes;
    this.#root = nodes.get(ROOT);
    this.#capacity = capacityOf(this.#root);
    this.#depth = depthOf(this.#root);
    this.#leaves = new Float64Array(boxes.length);
    this.#last = nodes.last;
  }

  run(): void {
    const all = this.#boxes.all();
    this.#place(ROOT, this.#root, this.#depth, all);
    const pairs: number[] = [];
    for (const box of all) pairs.push(this.#boxes.id(box), this.#leaves[box]!);
    this.#nodes.putLeaves(pairs);
    // Those that lie in the same page one after the other.
    this.#moved.sort(([a], [b]) => a - b);
    this.#nodes.putLeaves(this.#moved.flat());
    this.#nodes.putParents(this.#parents);
  }

  /** Puts boxes into or below a node. If it has to be divided: what its parent has to have in its place, itself first. */
  #place(node: number, data: Uint8Array, height: number, boxes: readonly number[]): Cells | undefined {
    return height === 0 ? this.#placeInLeaf(node, data, boxes) : this.#placeBelow(node, data, height, boxes);
  }

  #placeInLeaf(node: number, data: Uint8Array, boxes: readonly number[]): Cells | undefined {
    const count = countOf(data);
    if (count + boxes.length <= this.#capacity) {
      appendCells(data, this.#boxes, boxes);
      this.#nodes.put(node, data);
      for (const box of boxes) this.#leaves[box] = node;
      return undefined;
    }
    const cells = readCells(data);
    for (const box of boxes) cells.addFrom(this.#boxes, box);
    return this.#divide(node, cells, 0, count, (cell, leaf, isMoved) => {
      if (cell >= count) this.#leaves[boxes[cell - count]!] = leaf;
      else if (isMoved) this.#moved.push([cells.id(cell), leaf]);
    });
  }

  #placeBelow(node: number, data: Uint8Array, height: number, boxes: readonly number[]): Cells | undefined {
    const children = readCells(data);
    const count = children.length;
    const { lists, isChanged } = this.#distribute(children, boxes);
    for (let child = 0; child < count; child++) {
      const list = lists[child];
      if (!list) continue;
      const below = children.id(child);
      const divided = this.#place(below, this.#nodes.get(below), height - 1, list);
      if (!divided) continue;
      children.set(child, divided, 0);
      for (let cell = 1; cell < divided.length; cell++) children.addFrom(divided, cell);
    }
    if (children.length > this.#capacity)
      return this.#divide(node, children, height, count, (cell, parent, isMoved) => {
        if (cell >= count || isMoved) this.#parents.push(children.id(cell), parent);
      });
    for (let cell = count; cell < children.length; cell++) this.#parents.push(children.id(cell), node);
    if (isChanged || children.length > count) this.#write(node, children, children.all(), height);
    return undefined;
  }

  /** Which boxes go below which child; children are made large enough for them. */
  #distribute(
    children: Cells,
    boxes: readonly number[],
  ): { lists: (number[] | undefined)[]; isChanged: boolean } {
    const lists: (number[] | undefined)[] = new Array(children.length).fill(undefined);
    let isChanged = false;
    for (const box of boxes) {
      const child = leastEnlarged(children, this.#boxes.edges, 4 * box);
      const list = lists[child];
      if (list) list.push(box);
      else lists[child] = [box];
      if (children.extend(child, this.#boxes, box)) isChanged = true;
    }
    return { lists, isChanged };
  }

  /**
   * Divides cells over several nodes, one of which is the node that they were in, unless that is the root, which stays where it
   * is and becomes the parent of all of them. `note` hears where each cell is; moved are those that were in the node before.
   */
  #divide(
    node: number,
    cells: Cells,
    height: number,
    countBefore: number,
    note: (cell: number, node: number, isMoved: boolean) => void,
  ): Cells | undefined {
    const groups = splitCells(cells, this.#capacity);
    const isRoot = node === ROOT;
    if (!isRoot)
      putFirst(
        groups,
        groupWithMost(groups, (cell) => cell < countBefore),
      );
    const above = new Cells(groups.length + 1);
    groups.forEach((group, i) => {
      const target = i === 0 && !isRoot ? node : ++this.#last;
      this.#nodes.put(target, writeNode(this.#root.length, cells, group));
      for (const cell of group) note(cell, target, target !== node);
      above.addAround(target, cells, group);
    });
    if (!isRoot) return above;
    this.#raise(above, height + 1);
    return undefined;
  }

  /** Makes these nodes the children of the root, with levels between where they are too many. */
  #raise(nodes: Cells, height: number): void {
    const setParent = (cell: number, parent: number) => this.#parents.push(nodes.id(cell), parent);
    if (nodes.length > this.#capacity) return void this.#divide(ROOT, nodes, height, 0, setParent);
    for (const cell of nodes.all()) setParent(cell, ROOT);
    this.#write(ROOT, nodes, nodes.all(), height);
  }

  #write(node: number, cells: Cells, chosen: readonly number[], height: number): void {
    this.#nodes.put(node, writeNode(this.#root.length, cells, chosen, node === ROOT ? height : 0));
  }
}

/** The child whose area grows least for a box at a place of edges; of several, the smallest. */
function leastEnlarged(children: Cells, edges: Float64Array, from: number): number {
  const boxes = children.edges;
  const west = edges[from]!;
  const east = edges[from + 1]!;
  const south = edges[from + 2]!;
  const north = edges[from + 3]!;
  let best = 0;
  let leastGrowth = Infinity;
  let leastArea = Infinity;
  for (let child = 0, at = 0; child < children.length; child++, at += 4) {
    const w = boxes[at]!;
    const e = boxes[at + 1]!;
    const s = boxes[at + 2]!;
    const n = boxes[at + 3]!;
    const area = (e - w) * (n - s);
    const width = (east > e ? east : e) - (west < w ? west : w);
    const height = (north > n ? north : n) - (south < s ? south : s);
    const growth = width * height - area;
    if (growth > leastGrowth || (growth === leastGrowth && area >= leastArea)) continue;
    best = child;
    leastGrowth = growth;
    leastArea = area;
  }
  return best;
}

/** The index of the group in which something holds for the most cells. */
function groupWithMost(groups: readonly number[][], holds: (cell: number) => boolean): number {
  let [best, most] = [0, -1];
  groups.forEach((group, i) => {
    const count = group.filter(holds).length;
    if (count > most) [best, most] = [i, count];
  });
  return best;
}

function putFirst<T>(list: T[], index: number): void {
  list.unshift(...list.splice(index, 1));
}
