import type { BBox } from '../bbox.ts';
import type { Position } from '../geojson.ts';
import type { Part } from '../planar/parts.ts';
import { segmentMeetsBox } from './segment-meets-box.ts';

/**
 * The parts of a line inside a box: lines, or, where it only touches, points. Heights are interpolated along the
 * segments. After Liang and Barsky, with the exact test deciding whether a segment that grazes a corner touches it.
 */
export function clipLine(line: Position[], box: BBox): Part[] {
  const { west, south, east, north } = box;
  const lines: Part[] = [];
  const touches: Part[] = [];
  let piece: Position[] = [];
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]!;
    const b = line[i]!;
    if (!segmentMeetsBox(a[0], a[1], b[0], b[1], west, south, east, north)) {
      piece = finish(piece, lines, touches);
      continue;
    }
    const [start, end] = clipSegment(a, b, box);
    if (start !== a) piece = finish(piece, lines, touches);
    if (piece.length === 0) piece.push(start);
    if (end !== start) piece.push(end);
    if (end !== b) piece = finish(piece, lines, touches);
  }
  finish(piece, lines, touches);
  return lines.length > 0 ? lines : distinct(touches);
}

function finish(piece: Position[], lines: Part[], touches: Part[]): Position[] {
  if (piece.length > 1) lines.push({ dimension: 1, chains: [piece] });
  else if (piece.length === 1) touches.push({ dimension: 0, chains: [piece] });
  return [];
}

function distinct(touches: Part[]): Part[] {
  const seen = new Set<string>();
  return touches.filter(({ chains }) => {
    const [x, y] = chains[0]![0]!;
    return !seen.has(`${x} ${y}`) && seen.add(`${x} ${y}`);
  });
}

/** The ends of a segment that meets the box, cut to it: the given positions where they are inside. */
function clipSegment(a: Position, b: Position, { west, south, east, north }: BBox): [Position, Position] {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const enter = Math.max(0, entry(a[0], dx, west, east), entry(a[1], dy, south, north));
  const leave = Math.min(1, exit(a[0], dx, west, east), exit(a[1], dy, south, north));
  const start = enter <= 0 ? a : at(a, b, enter, west, south, east, north);
  if (enter >= leave) {
    // One point in common: an end of the segment, or a corner that it grazes.
    const touch = enter >= 1 ? b : start;
    return [touch, touch];
  }
  return [start, leave >= 1 ? b : at(a, b, leave, west, south, east, north)];
}

function entry(from: number, delta: number, low: number, high: number): number {
  if (delta > 0) return (low - from) / delta;
  return delta < 0 ? (high - from) / delta : 0;
}

function exit(from: number, delta: number, low: number, high: number): number {
  if (delta > 0) return (high - from) / delta;
  return delta < 0 ? (low - from) / delta : 1;
}

/** The position at t of the way, never outside of the box by a rounding error. */
function at(a: Position, b: Position, t: number, w: number, s: number, e: number, n: number): Position {
  const x = Math.min(e, Math.max(w, a[0] + t * (b[0] - a[0])));
  const y = Math.min(n, Math.max(s, a[1] + t * (b[1] - a[1])));
  if (a.length === 3 && b.length === 3) return [x, y, a[2] + t * (b[2] - a[2])];
  return [x, y];
}
