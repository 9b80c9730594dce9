import { BinError, Hexbin, Quadbin } from '@meridian/geo';
import { boxSides } from '../../columns/area-predicate.ts';
import { type Column, KIND } from '../../columns/batch.ts';
import { BOX_COLUMNS, COLUMN } from '../../columns/column-key.ts';
import { decodeColumn } from '../../columns/decode-column.ts';
import { FALSE, TRUE } from '../../columns/outcomes.ts';
import {
  type CellEntries,
  ENTRY,
  encodeCells,
  FIRST_CELL,
  kindOfCells,
  tooManyCells,
} from '../../columns/stored-cells.ts';
import type { CellsRequest } from '../../model/build-request.ts';
import { codesIn, sharedHexCells, sharedQuadCodes } from '../shared-cells.ts';
import { BinnedRows } from './binned-rows.ts';
import { BlockCells, NOWHERE, OPEN, UNKNOWN } from './block-cells.ts';

/** What it takes of a block to find its cells. */
export const LOCATING_COLUMNS = [COLUMN.geometryType, ...BOX_COLUMNS, COLUMN.shape] as const;

/** Cells that take more room in memory are not stored. */
const MAX_BYTES = 4 * 1024 * 1024;

const EVERYWHERE = { west: -Infinity, south: -Infinity, east: Infinity, north: Infinity };

/** `bodies` by their keys, as they are stored; `room`: bytes that may be stored beside them. */
export type LocatedBlock = { rows: number; bodies: ReadonlyMap<string, Uint8Array>; room: number };

/**
 * In which cells the rows of a block are, as it is stored; of a block that lacks columns nothing is said.
 */
export function cellsToStore(request: CellsRequest, { rows, bodies, room }: LocatedBlock): Uint8Array {
  const columns = new Map([...bodies].map(([key, bytes]) => [key, decodeColumn(bytes)]));
  const types = columns.get(COLUMN.geometryType);
  if (!types || !BOX_COLUMNS.every((key) => columns.has(key))) return tooManyCells();
  const { bins, source } = binsOf(kindOfCells(request));
  const cells = new BlockCells(rows, source);
  const sides = boxSides({ column: (key) => columns.get(key) });
  const outcomes = Uint8Array.from(sides[0].kinds, (kind) => (kind === KIND.number ? TRUE : FALSE));
  const located = {
    block: { positions: new Float64Array(0) },
    outcomes,
    types,
    sides,
    values: undefined,
    cells,
  };
  const stored = isFound(new BinnedRows(bins, located, [EVERYWHERE]), cells, columns.get(COLUMN.shape))
    ? encodeCells(entriesOf(cells))
    : undefined;
  return stored && stored.length <= room ? stored : tooManyCells();
}

/** Whether what geometries say is not too much. */
function isFound(binned: BinnedRows, cells: BlockCells, shapes: Column | undefined): boolean {
  try {
    if (binned.mayBeShaped && shapes) return binned.findByShapes(shapes, () => cells.bytes <= MAX_BYTES);
    return cells.bytes <= MAX_BYTES;
  } catch (error) {
    // Who asks for it by reading hears that one feature is in too many.
    if (error instanceof BinError) return false;
    throw error;
  }
}

/** `kind` as `ClusterSink` names it. */
function binsOf(kind: string) {
  const [name, number, first] = kind.split(' ');
  const level = Number(number);
  if (name === 'quad') {
    const source = sharedQuadCodes(level);
    return { bins: new Quadbin(level, undefined, source), source };
  }
  const source = sharedHexCells(level);
  const singlecoord = first === 'first';
  return { bins: new Hexbin({ resolution: level, level: 0, singlecoord }, source), source };
}

function entriesOf(cells: BlockCells): CellEntries {
  const { codes } = cells;
  const lists: Int32Array[] = [];
  const met = new Set<number>();
  for (const code of codes) {
    if (code >= 0) met.add(code);
    else if (code < OPEN) {
      const list = cells.list(code);
      lists.push(list);
      for (const one of list) met.add(one);
    }
  }
  const numbers = codesIn(cells.source);
  const byNumber = Array.from(met, (code) => ({ code, number: numbers.numberOf(code) }));
  byNumber.sort((a, b) => a.number - b.number);
  const entryOf = new Map(byNumber.map(({ code }, nth) => [code, FIRST_CELL + nth]));
  return {
    numbers: Float64Array.from(byNumber, ({ number }) => number),
    entries: Uint32Array.from(codes, (code) => OTHERS.get(code) ?? entryOf.get(code) ?? ENTRY.several),
    lengths: Uint32Array.from(lists, ({ length }) => length),
    lists: Uint32Array.from(lists.flatMap((list) => Array.from(list, (code) => entryOf.get(code)!))),
  };
}

const OTHERS = new Map<number, number>([
  [UNKNOWN, ENTRY.unknown],
  [NOWHERE, ENTRY.nowhere],
  [OPEN, ENTRY.open],
]);
