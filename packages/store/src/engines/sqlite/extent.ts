import type { BBox } from '@meridian/geo';
import type { Extent } from '../../model/results.ts';
import type { SpaceReader } from './space-reader.ts';

/** Rows that share the outermost edge can be many (points in a column); so many are looked at. */
const EDGE_ROWS = 2000;

/**
 * The box around all features, without visiting them: the root of the R*Tree bounds everything, in single
 * precision; the few rows at its edges have the exact values.
 */
export function readExtent(reader: SpaceReader): Extent | undefined {
  const root = readRootBox(reader);
  if (!root) return undefined;
  const west = exactEdge(reader, 'min', 'west', root.west);
  const south = exactEdge(reader, 'min', 'south', root.south);
  const east = exactEdge(reader, 'max', 'east', root.east);
  const north = exactEdge(reader, 'max', 'north', root.north);
  return {
    bbox: { west: west.value, south: south.value, east: east.value, north: north.value },
    exact: [west, south, east, north].every(({ exact }) => exact),
  };
}

const HEADER_BYTES = 4;
const CELL_BYTES = 24;

/** A node is a depth and a count (16 bit each), then cells: a 64 bit number and four floats, all big-endian. */
export function readRootBox(reader: SpaceReader): BBox | undefined {
  const row = reader.database.prepare('SELECT data FROM box_node WHERE nodeno = 1').get();
  if (!row) return undefined;
  const data = row.data as Uint8Array;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const cells = view.getUint16(2);
  if (cells === 0) return undefined;
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let cell = 0; cell < cells; cell++) {
    const at = HEADER_BYTES + cell * CELL_BYTES + 8;
    box.west = Math.min(box.west, view.getFloat32(at));
    box.east = Math.max(box.east, view.getFloat32(at + 4));
    box.south = Math.min(box.south, view.getFloat32(at + 8));
    box.north = Math.max(box.north, view.getFloat32(at + 12));
  }
  return box;
}

function exactEdge(reader: SpaceReader, pick: 'min' | 'max', edge: keyof BBox, bound: number) {
  const { value, rows } = reader.database
    .prepare(
      `SELECT ${pick}(feature.${edge}) AS value, count(*) AS rows FROM feature
       WHERE seq IN (SELECT seq FROM box WHERE ${edge} ${pick === 'min' ? '<=' : '>='} ? LIMIT ${EDGE_ROWS})`,
    )
    .get(bound) as { value: number; rows: number };
  return { value, exact: rows < EDGE_ROWS };
}
