import type { Geometry, Position } from '@meridian/client';
import { partsOf } from './parts.ts';
import { type Flat, flat, PRECISION } from './reshape.ts';

/** Positions on an edge are rounded when they are drawn. */
const TOLERANCE = 2 * 10 ** -PRECISION;

/**
 * A drawn line, or closed ring, that follows the borders of others: where two of its vertices that follow each other lie on
 * the same border, the edge between them goes along it, the shorter way around.
 */
export function followed(line: readonly Flat[], neighbours: readonly Geometry[]): Flat[] {
  const borders = neighbours.flatMap((shape) => partsOf(shape)).filter(({ kind }) => kind !== 'point');
  const result: Flat[] = [];
  line.forEach((at, i) => {
    const before = line[i - 1];
    if (before) {
      const ways = borders.flatMap(({ positions, kind }) => {
        const way = wayAlong(positions, kind !== 'line', before, at);
        return way ? [way] : [];
      });
      const [shortest] = ways.toSorted((a, b) => lengthOf([before, ...a, at]) - lengthOf([before, ...b, at]));
      result.push(...(shortest ?? []));
    }
    result.push(at);
  });
  return result;
}

/** The vertices between two positions of a border; undefined where one of them is not on it. */
function wayAlong(border: readonly Position[], isRing: boolean, from: Flat, to: Flat): Flat[] | undefined {
  const [start, end] = [locate(border, from), locate(border, to)];
  if (start === undefined || end === undefined) return undefined;
  const forward = start <= end ? between(border, start, end) : between(border, end, start).toReversed();
  if (!isRing) return forward;
  const last = border.length - 1;
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  // The other way around, from the higher one over the end of the ring to the lower one.
  const around = [...between(border, high, last + 0.5), ...between(border, 0, low)];
  const other = start <= end ? around.toReversed() : around;
  return lengthOf([from, ...forward, to]) <= lengthOf([from, ...other, to]) ? forward : other;
}

/** The vertices strictly between two places of a border. */
function between(border: readonly Position[], from: number, to: number): Flat[] {
  return border.flatMap((at, i) => (i > from && i < to ? [flat(at)] : []));
}

/** Where on a border a position is: 2.5 is in the middle of the edge behind its third vertex. */
function locate(border: readonly Position[], [x, y]: Flat): number | undefined {
  for (let i = 0; i < border.length; i++) {
    const [ax, ay] = border[i]!;
    if (Math.hypot(ax - x, ay - y) <= TOLERANCE) return i;
  }
  for (let i = 1; i < border.length; i++) {
    const [[ax, ay], [bx, by]] = [border[i - 1]!, border[i]!];
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    if (length === 0) continue;
    const share = ((x - ax) * dx + (y - ay) * dy) / length;
    if (share <= 0 || share >= 1) continue;
    if (Math.hypot(ax + share * dx - x, ay + share * dy - y) <= TOLERANCE) return i - 1 + share;
  }
  return undefined;
}

function lengthOf(line: readonly Flat[]): number {
  return line.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - line[i]![0], y - line[i]![1]), 0);
}
