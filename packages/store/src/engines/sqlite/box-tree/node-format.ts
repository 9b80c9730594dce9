import { Cells } from './cells.ts';

/** A node is a depth and a count (16 bit each), then cells: a 64 bit number and four floats, all big-endian. */
export const HEADER_BYTES = 4;
export const CELL_BYTES = 24;

export function capacityOf(node: Uint8Array): number {
  return Math.floor((node.length - HEADER_BYTES) / CELL_BYTES);
}

export function viewOf(node: Uint8Array): DataView {
  return new DataView(node.buffer, node.byteOffset, node.byteLength);
}

/** How many levels are below the root, which this must be. */
export function depthOf(root: Uint8Array): number {
  return viewOf(root).getUint16(0);
}

export function countOf(node: Uint8Array): number {
  return viewOf(node).getUint16(2);
}

export function readCells(node: Uint8Array): Cells {
  const view = viewOf(node);
  const count = view.getUint16(2);
  const cells = new Cells(2 * count + 2);
  for (let cell = 0, at = HEADER_BYTES; cell < count; cell++, at += CELL_BYTES)
    cells.add(
      view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4),
      view.getFloat32(at + 8),
      view.getFloat32(at + 12),
      view.getFloat32(at + 16),
      view.getFloat32(at + 20),
    );
  return cells;
}

/** A node of so many bytes with these of the cells. */
export function writeNode(bytes: number, cells: Cells, chosen: readonly number[], depth = 0): Uint8Array {
  const node = new Uint8Array(bytes);
  viewOf(node).setUint16(0, depth);
  appendCells(node, cells, chosen);
  return node;
}

/** There must be room for them. */
export function appendCells(node: Uint8Array, cells: Cells, chosen: readonly number[]): void {
  const view = viewOf(node);
  const count = view.getUint16(2);
  const { edges } = cells;
  let at = HEADER_BYTES + count * CELL_BYTES;
  for (const cell of chosen) {
    const id = cells.id(cell);
    view.setInt32(at, Math.floor(id / 2 ** 32));
    view.setUint32(at + 4, id % 2 ** 32);
    for (let edge = 0; edge < 4; edge++) view.setFloat32(at + 8 + 4 * edge, edges[4 * cell + edge]!);
    at += CELL_BYTES;
  }
  view.setUint16(2, count + chosen.length);
}

/** The largest single-precision number that SQLite takes for one that is not above this; so it is with what it stores itself. */
export function roundedDown(value: number): number {
  const near = Math.fround(value);
  return near > value ? Math.fround(value * (value < 0 ? AWAY : TOWARDS)) : near;
}

export function roundedUp(value: number): number {
  const near = Math.fround(value);
  return near < value ? Math.fround(value * (value < 0 ? TOWARDS : AWAY)) : near;
}

const AWAY = 1 + 2 ** -23;
const TOWARDS = 1 - 2 ** -23;
