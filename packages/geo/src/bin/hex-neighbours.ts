/** From the middle of an edge of a cell to its corners, where cells are 1 from each other. */
const HALF_EDGE = 1 / (2 * Math.sqrt(3));
const ROOT = Math.sqrt(3) / 2;

/** Columns and rows of two positions, and of the cells that they are in, which are two different ones. */
export type TwoPositions = {
  column: number;
  row: number;
  q: number;
  r: number;
  otherColumn: number;
  otherRow: number;
  otherQ: number;
  otherR: number;
};

/**
 * Whether all that is between two positions is certainly in their two cells: these are neighbours, and the straight line between the
 * positions crosses the edge between them. `off`: how far what is between them may be from that line, in cells.
 */
export function isAcrossEdge(of: TwoPositions, off: number): boolean {
  // One step to the right is [1, 0], one to the upper right [0, 1]; the cell of the first position is the origin.
  const toQ = of.otherQ - of.q;
  const toR = of.otherR - of.r;
  if (toQ * toQ + toR * toR + toQ * toR !== 1) return false;
  const column = of.column - of.q;
  const row = of.row - of.r;
  const otherColumn = of.otherColumn - of.q;
  const otherRow = of.otherRow - of.r;
  if (!isInside(column, row, toQ, toR, off)) return false;
  if (!isInside(otherColumn - toQ, otherRow - toR, -toQ, -toR, off)) return false;
  const along = dot(column, row, toQ, toR);
  const advance = dot(otherColumn, otherRow, toQ, toR) - along;
  if (!(advance > 0)) return false;
  const aside = ROOT * (column * toR - row * toQ);
  const drift = ROOT * (otherColumn * toR - otherRow * toQ) - aside;
  const crossing = aside + ((0.5 - along) / advance) * drift;
  return Math.abs(crossing) + off * (1 + Math.abs(drift) / advance) < HALF_EDGE;
}

function dot(column: number, row: number, toQ: number, toR: number): number {
  return column * toQ + row * toR + (column * toR + row * toQ) / 2;
}

/** Whether a position is so far from the edges of its cell, but for the one in some direction. */
function isInside(column: number, row: number, toQ: number, toR: number, off: number): boolean {
  const limit = 0.5 - off;
  const right = column + row / 2;
  const upper = column / 2 + row;
  const left = upper - right;
  return (
    (right < limit || (toQ === 1 && toR === 0)) &&
    (-right < limit || (toQ === -1 && toR === 0)) &&
    (upper < limit || (toQ === 0 && toR === 1)) &&
    (-upper < limit || (toQ === 0 && toR === -1)) &&
    (left < limit || (toQ === -1 && toR === 1)) &&
    (-left < limit || (toQ === 1 && toR === -1))
  );
}
