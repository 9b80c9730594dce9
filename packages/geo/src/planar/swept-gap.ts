import { NODE } from './segment-tree.ts';

/**
 * Two nodes are no nearer to each other than this: the boxes around them, and the strips that their segments sweep over,
 * which are as long as a segment between the middles of their ends and as wide as the boxes of the ends. The second is
 * shifted east and x counts `scale` times; negative or zero where they may meet.
 */
export function sweptGap(
  p: Float64Array,
  first: number,
  q: Float64Array,
  second: number,
  scale = 1,
  shift = 0,
): number {
  const a = first * NODE;
  const b = second * NODE;
  const apart = boxGap(p, a, q, b, scale, shift);
  const aWidth = halfWidth(p, a, scale);
  const bWidth = halfWidth(q, b, scale);
  const middles = segmentGap(
    (scale * (p[a]! + p[a + 2]!)) / 2,
    (p[a + 1]! + p[a + 3]!) / 2,
    (scale * (p[a + 4]! + p[a + 6]!)) / 2,
    (p[a + 5]! + p[a + 7]!) / 2,
    scale * ((q[b]! + q[b + 2]!) / 2 + shift),
    (q[b + 1]! + q[b + 3]!) / 2,
    scale * ((q[b + 4]! + q[b + 6]!) / 2 + shift),
    (q[b + 5]! + q[b + 7]!) / 2,
  );
  return Math.max(apart, middles - aWidth - bWidth);
}

/** How far the boxes around all segments of two nodes are apart; negative where they are not. */
export function boxGap(
  p: Float64Array,
  a: number,
  q: Float64Array,
  b: number,
  scale: number,
  shift: number,
): number {
  const east = Math.min(q[b]!, q[b + 4]!) + shift - Math.max(p[a + 2]!, p[a + 6]!);
  const west = Math.min(p[a]!, p[a + 4]!) - Math.max(q[b + 2]!, q[b + 6]!) - shift;
  const x = scale * Math.max(east, west);
  const y = Math.max(q[b + 1]! - p[a + 7]!, p[a + 1]! - q[b + 7]!);
  return x > 0 && y > 0 ? Math.hypot(x, y) : Math.max(x, y);
}

function halfWidth(nodes: Float64Array, at: number, scale: number): number {
  const lower = ((nodes[at + 2]! - nodes[at]!) * scale) ** 2 + (nodes[at + 3]! - nodes[at + 1]!) ** 2;
  const upper = ((nodes[at + 6]! - nodes[at + 4]!) * scale) ** 2 + (nodes[at + 7]! - nodes[at + 5]!) ** 2;
  return Math.sqrt(Math.max(lower, upper)) / 2;
}

/** How far two segments are apart; zero where they cross. */
export function segmentGap(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number {
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
  const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx);
  const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
  if (c > 0 !== d > 0 && a > 0 !== b > 0) return 0;
  return Math.sqrt(
    Math.min(
      pointGap(ax, ay, cx, cy, dx, dy),
      pointGap(bx, by, cx, cy, dx, dy),
      pointGap(cx, cy, ax, ay, bx, by),
      pointGap(dx, dy, ax, ay, bx, by),
    ),
  );
}

/** The distance of a point from a segment, squared. */
function pointGap(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const ux = bx - ax;
  const uy = by - ay;
  const length = ux * ux + uy * uy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * ux + (y - ay) * uy) / length));
  return (ax + part * ux - x) ** 2 + (ay + part * uy - y) ** 2;
}
