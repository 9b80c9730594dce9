import { CellCodes, HexCells } from '@meridian/geo';

/** So many resolutions are remembered, the ones that were asked for last. */
const MAX_KINDS = 4;
/** Of a cell with its code and its outline. */
const CELL_BYTES = 60;

/** What has met more cells than these is not used for another read: it would only grow. */
let maxCells = 300_000;

/** Lets the cells of all resolutions together take so much. */
export function boundSharedCells(bytes: number): void {
  maxCells = Math.floor(bytes / (MAX_KINDS * CELL_BYTES));
}

/** Cells by kind and resolution that reads on this thread have met: what is remembered of blocks names them by their codes. */
const shared = new Map<string, HexCells | CellCodes>();

export function sharedHexCells(resolution: number): HexCells {
  return known(`hex ${resolution}`, () => new HexCells(resolution)) as HexCells;
}

export function sharedQuadCodes(zoom: number): CellCodes {
  return known(`quad ${zoom}`, () => new CellCodes()) as CellCodes;
}

/** The codes that cells have on this thread, and the numbers by which they are known outside of it. */
export function codesIn(source: HexCells | CellCodes): CellCodes {
  return source instanceof CellCodes ? source : source.grid.codes;
}

function known(kind: string, make: () => HexCells | CellCodes): HexCells | CellCodes {
  const before = shared.get(kind);
  const cells = before && sizeOf(before) <= maxCells ? before : make();
  shared.delete(kind);
  shared.set(kind, cells);
  if (shared.size > MAX_KINDS) shared.delete(shared.keys().next().value!);
  return cells;
}

function sizeOf(cells: HexCells | CellCodes): number {
  return cells instanceof HexCells ? cells.grid.size : cells.size;
}
