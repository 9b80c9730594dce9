import type { Position } from '@meridian/client';

/** An edge between two positions, and the vertices that others have made on it, by how far along they are. */
export type Edge = { from: Position; to: Position; vertices: { share: number; at: Position }[] };

/** So near its ends an edge is met at the end itself: a sliver would be no shape. */
const END = 1e-9;

export function edgesOf(line: readonly Position[]): Edge[] {
  return line
    .slice(1)
    .map((to, i) => ({ from: line[i]!, to, vertices: [] }))
    .filter(({ from, to }) => from[0] !== to[0] || from[1] !== to[1]);
}

/** Where two edges meet, both get the same vertex; the ends of one count where they lie on the other. */
export function cross(a: Edge, b: Edge): void {
  const [ax, ay] = [a.to[0] - a.from[0], a.to[1] - a.from[1]];
  const [bx, by] = [b.to[0] - b.from[0], b.to[1] - b.from[1]];
  const determinant = ax * by - ay * bx;
  const [dx, dy] = [b.from[0] - a.from[0], b.from[1] - a.from[1]];
  if (Math.abs(determinant) <= 1e-12 * Math.hypot(ax, ay) * Math.hypot(bx, by)) return overlap(a, b);
  const onA = settled((dx * by - dy * bx) / determinant);
  const onB = settled((dx * ay - dy * ax) / determinant);
  if (onA < 0 || onA > 1 || onB < 0 || onB > 1) return;
  const at = positionOn(a, onA, onB === 0 ? b.from : onB === 1 ? b.to : undefined);
  a.vertices.push({ share: onA, at });
  b.vertices.push({ share: onB, at });
}

/** Edges on one line: each gets the ends of the other that lie on it. */
function overlap(a: Edge, b: Edge): void {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const)
    for (const end of [other.from, other.to]) {
      const [dx, dy] = [one.to[0] - one.from[0], one.to[1] - one.from[1]];
      const length = Math.hypot(dx, dy);
      const [x, y] = [end[0] - one.from[0], end[1] - one.from[1]];
      const share = (x * dx + y * dy) / (length * length);
      if (share > END && share < 1 - END && Math.abs(x * dy - y * dx) / length <= END * length)
        one.vertices.push({ share, at: end });
    }
}

function settled(share: number): number {
  if (Math.abs(share) < END) return 0;
  return Math.abs(share - 1) < END ? 1 : share;
}

/** The end of one of the edges where it is one, and otherwise a new position, with a height between those of the ends. */
function positionOn({ from, to }: Edge, share: number, end: Position | undefined): Position {
  if (share === 0) return from;
  if (share === 1) return to;
  if (end) return end;
  const between = (i: 0 | 1) => from[i] + share * (to[i] - from[i]);
  const [low, high] = [from[2], to[2]];
  return low === undefined || high === undefined
    ? [between(0), between(1)]
    : [between(0), between(1), low + share * (high - low)];
}

/** Borders that are drawn along each other differ by what is rounded: in degrees, a tenth of a millimetre and more. */
const WELDED = 3e-9;

/** Gives edges of one shape the vertices of another that all but lie on them. */
export function weld(shapes: readonly Edge[][]): void {
  for (const edges of shapes)
    for (const others of shapes)
      if (others !== edges) for (const { from } of others) for (const edge of edges) weldTo(edge, from);
}

function weldTo(edge: Edge, at: Position): void {
  const { from, to } = edge;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const [x, y] = [at[0] - from[0], at[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (Math.hypot(x, y) <= WELDED) {
    edge.from = at;
    return;
  }
  if (Math.hypot(at[0] - to[0], at[1] - to[1]) <= WELDED) {
    edge.to = at;
    return;
  }
  const along = (x * dx + y * dy) / length;
  if (along > WELDED && along < length - WELDED && Math.abs(x * dy - y * dx) / length <= WELDED)
    edge.vertices.push({ share: along / length, at });
}

/** An edge from vertex to vertex. */
export function piecesOf({ from, to, vertices }: Edge): [Position, Position][] {
  const sorted = vertices.toSorted((a, b) => a.share - b.share).map(({ at }) => at);
  const all = [from, ...sorted, to].filter((at, i, list) => i === 0 || keyOf(at) !== keyOf(list[i - 1]!));
  return all.slice(1).map((end, i) => [all[i]!, end]);
}

export function keyOf([x, y]: Position): string {
  return `${x} ${y}`;
}
