import type { Cells } from './cells.ts';

/** No node gets less than this part of what it can hold, nor less than this part of those that are divided. */
const LEAST = 1 / 3;

/**
 * Divides cells into groups that fit into a node, as an R*Tree divides a node: in two along the axis on which the halves have
 * the shorter margins, where they overlap least, and the halves again.
 */
export function splitCells(cells: Cells, capacity: number): number[][] {
  const groups: number[][] = [];
  const divide = (group: number[]) => {
    if (group.length <= capacity) return void groups.push(group);
    const { order, left } = bestCut(
      cells,
      group,
      Math.max(1, Math.floor(Math.max(capacity, group.length) * LEAST)),
    );
    divide(order.slice(0, left));
    divide(order.slice(left));
  };
  divide(cells.all());
  return groups;
}

type Cut = { order: number[]; left: number };
type AxisCut = Cut & { margins: number };

function bestCut(cells: Cells, group: readonly number[], least: number): Cut {
  const byWest = bestCutAlong(cells, sortedBy(cells, group, 0), least);
  const bySouth = bestCutAlong(cells, sortedBy(cells, group, 2), least);
  return bySouth.margins < byWest.margins ? bySouth : byWest;
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** By one of the edges. A comparison per pair would take several times as long as sorting plain numbers. */
function sortedBy(cells: Cells, group: readonly number[], edge: number): number[] {
  const { edges } = cells;
  const keys = new Float64Array(group.length);
  for (let i = 0; i < group.length; i++) {
    float[0] = edges[4 * group[i]! + edge]!;
    // Those below zero are in reverse by their bits.
    const place = bits[0]! < 0 ? -(bits[0]! & 0x7fffffff) : bits[0]!;
    keys[i] = place * MAX_GROUP + i;
  }
  keys.sort();
  return Array.from(keys, (key) => group[key - Math.floor(key / MAX_GROUP) * MAX_GROUP]!);
}

const MAX_GROUP = 2 ** 20;

/** Edges of everything up to a place in an order: west, east, south, north. */
let before = new Float64Array(1024);

function bestCutAlong(cells: Cells, order: number[], least: number): AxisCut {
  const { edges } = cells;
  const count = order.length;
  if (before.length < 4 * count) before = new Float64Array(8 * count);
  let west = Infinity;
  let east = -Infinity;
  let south = Infinity;
  let north = -Infinity;
  const take = (cell: number) => {
    const at = 4 * cell;
    if (edges[at]! < west) west = edges[at]!;
    if (edges[at + 1]! > east) east = edges[at + 1]!;
    if (edges[at + 2]! < south) south = edges[at + 2]!;
    if (edges[at + 3]! > north) north = edges[at + 3]!;
  };
  for (let i = 0; i < count; i++) {
    take(order[i]!);
    before[4 * i] = west;
    before[4 * i + 1] = east;
    before[4 * i + 2] = south;
    before[4 * i + 3] = north;
  }
  west = south = Infinity;
  east = north = -Infinity;
  let left = least;
  let margins = 0;
  let leastOverlap = Infinity;
  let leastArea = Infinity;
  for (let i = count - 1; i >= least; i--) {
    take(order[i]!);
    if (count - i < least) continue;
    const at = 4 * (i - 1);
    const w = before[at]!;
    const e = before[at + 1]!;
    const s = before[at + 2]!;
    const n = before[at + 3]!;
    margins += e - w + (n - s) + (east - west) + (north - south);
    const width = Math.min(e, east) - Math.max(w, west);
    const height = Math.min(n, north) - Math.max(s, south);
    const overlap = width > 0 && height > 0 ? width * height : 0;
    const area = (e - w) * (n - s) + (east - west) * (north - south);
    if (overlap > leastOverlap || (overlap === leastOverlap && area >= leastArea)) continue;
    left = i;
    leastOverlap = overlap;
    leastArea = area;
  }
  return { order, left, margins };
}
