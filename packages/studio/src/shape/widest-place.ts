type Point = readonly [x: number, y: number];
export type Box = { left: number; top: number; right: number; bottom: number };

/** The part of an area that a tile has, in a plane: closed rings, and the box of the tile, over whose edge they may reach. */
export type Piece = { rings: readonly (readonly Point[])[]; tile: Box };

/** A square that may have the widest place in it: how far its middle is inside, and how far any place of it can be. */
type Cell = { x: number; y: number; half: number; room: number; most: number };

const MAX_CELLS = 400;
/** A place with so much less room than the widest looks the same. */
const SLACK = 0.1;
const LONGEST_ROW = 16;

/**
 * The place within an area, and within a view, that is farthest from its border: where a label has most room. The area comes in pieces, as tiles have it, whose
 * common edges are no border. Undefined where none of it is in view.
 */
export function widestPlace(pieces: readonly Piece[], view: Box, precision: number): Point | undefined {
  const within = boxInView(pieces, view);
  if (!within) return undefined;
  const edges = borderOf(pieces);
  const roomAt = (x: number, y: number): number => {
    const toView = Math.min(x - view.left, view.right - x, y - view.top, view.bottom - y);
    const toBorder = distanceToEdges(x, y, edges);
    return isInside(x, y, pieces) ? Math.min(toBorder, toView) : -toBorder;
  };
  const cellAt = (x: number, y: number, half: number): Cell => {
    const room = roomAt(x, y);
    return { x, y, half, room, most: room + half * Math.SQRT2 };
  };
  const { left, top, right, bottom } = within;
  let best = cellAt((left + right) / 2, (top + bottom) / 2, 0);
  const [width, height] = [right - left, bottom - top];
  const half = Math.max(Math.min(width, height), Math.max(width, height) / LONGEST_ROW) / 2;
  const cells: Cell[] = [];
  for (let x = left + half; half > 0 && x < right + half; x += 2 * half)
    for (let y = top + half; y < bottom + half; y += 2 * half) cells.push(cellAt(x, y, half));
  for (let looked = 0; cells.length > 0 && looked < MAX_CELLS; looked++) {
    const at = cells.reduce((found, { most }, index) => (most > cells[found]!.most ? index : found), 0);
    const [cell] = cells.splice(at, 1) as [Cell];
    if (cell.room > best.room) best = cell;
    if (cell.most - best.room <= Math.max(precision, SLACK * best.room)) break;
    const quarter = cell.half / 2;
    for (const [x, y] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const)
      cells.push(cellAt(cell.x + x * quarter, cell.y + y * quarter, quarter));
  }
  // Of what is thinner than that, a place beside it will do.
  return best.room > -precision ? [best.x, best.y] : undefined;
}

/** What of the pieces, each within its tile, is in view. */
function boxInView(pieces: readonly Piece[], view: Box): Box | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { rings, tile } of pieces)
    for (const ring of rings)
      for (const [x, y] of ring) {
        left = Math.min(left, Math.max(x, tile.left));
        right = Math.max(right, Math.min(x, tile.right));
        top = Math.min(top, Math.max(y, tile.top));
        bottom = Math.max(bottom, Math.min(y, tile.bottom));
      }
  const box = {
    left: Math.max(left, view.left),
    top: Math.max(top, view.top),
    right: Math.min(right, view.right),
    bottom: Math.min(bottom, view.bottom),
  };
  return box.left <= box.right && box.top <= box.bottom ? box : undefined;
}

/** The edges but those outside of their tiles, and where these end: there the next tile has what is the border. */
function borderOf(pieces: readonly Piece[]): Float64Array {
  const edges: number[] = [];
  for (const { rings, tile } of pieces)
    for (const ring of rings)
      for (let i = 1; i < ring.length; i++) {
        const [[x1, y1], [x2, y2]] = [ring[i - 1]!, ring[i]!];
        const isOutside =
          (x1 <= tile.left && x2 <= tile.left) ||
          (x1 >= tile.right && x2 >= tile.right) ||
          (y1 <= tile.top && y2 <= tile.top) ||
          (y1 >= tile.bottom && y2 >= tile.bottom);
        if (!isOutside) edges.push(x1, y1, x2, y2);
      }
  return Float64Array.from(edges);
}

function distanceToEdges(x: number, y: number, edges: Float64Array): number {
  let least = Infinity;
  for (let i = 0; i < edges.length; i += 4) {
    const [x1, y1] = [edges[i]!, edges[i + 1]!];
    const [dx, dy] = [edges[i + 2]! - x1, edges[i + 3]! - y1];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
    const [ox, oy] = [x1 + along * dx - x, y1 + along * dy - y];
    const squared = ox * ox + oy * oy;
    if (squared < least) least = squared;
  }
  return Math.sqrt(least);
}

/** By the piece of the tile that the place is in. */
function isInside(x: number, y: number, pieces: readonly Piece[]): boolean {
  return pieces.some(({ rings, tile }) => {
    if (x < tile.left || x > tile.right || y < tile.top || y > tile.bottom) return false;
    let isIn = false;
    for (const ring of rings)
      for (let i = 1; i < ring.length; i++) {
        const [[x1, y1], [x2, y2]] = [ring[i - 1]!, ring[i]!];
        if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
      }
    return isIn;
  });
}
