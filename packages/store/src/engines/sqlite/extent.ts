import type { BBox } from '@meridian/geo';
import type { Extent } from '../../model/results.ts';
import { readCells } from './box-tree/node-format.ts';
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

export function readRootBox(reader: SpaceReader): BBox | undefined {
  const row = reader.database.prepare('SELECT data FROM box_node WHERE nodeno = 1').get();
  const cells = row && readCells(row.data as Uint8Array);
  if (!cells || cells.length === 0) return undefined;
  const [west, east, south, north] = cells.edgesAround(cells.all());
  return { west, south, east, north };
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
