import { type ByteWriter, zigzag } from './byte-writer.ts';
import { LINE, POINT, POLYGON } from './kinds.ts';

/** A path in whole units of a tile, x, y, x, y …: points, a line, or a ring without its closing position. */
export type UnitPath = { points: Int32Array; isOuter: boolean };

/** What a tile shows of the geometries of one kind. Holes follow the outer ring that they are in. */
export type UnitShape = { kind: number; paths: UnitPath[] };

/** Units of a tile, from edge to edge. */
export const EXTENT = 4096;

/** So wide and high is what stands for a line or a polygon that is too small to be drawn: half a pixel of 256. */
const SPECK = 8;

/** Instead of a step: a few positions of the largest path, whatever the shape was. */
export const OUTLINE = Infinity;

/** So many positions take no more bytes than what every line and every polygon is allowed. */
const LINE_POSITIONS = 10;
const RING_POSITIONS = 12;

/**
 * A shape on the positions of a coarser grid, every `step` units. A position is moved or dropped only by where it and its two
 * neighbours are, so that borders which polygons share stay shared. What crosses an edge of the tile is not moved, so that it meets
 * the next tile, which may have another grid. Something is always left: a speck, if nothing else.
 */
export function coarsened({ kind, paths }: UnitShape, step: number): UnitShape {
  if (step === OUTLINE) return outlineOf(kind, paths);
  const coarse: UnitPath[] = [];
  let hasOuter = false;
  for (const { points, isOuter } of paths) {
    const next = kind === POINT ? distinct(points, step) : snapped(points, step, kind === POLYGON);
    const isDrawn = kind === POINT || (kind === LINE ? next.length > 2 : twiceArea(next) !== 0);
    if (kind === POLYGON && isOuter) hasOuter = isDrawn;
    if (isDrawn && (kind !== POLYGON || hasOuter)) coarse.push({ points: next, isOuter });
  }
  return coarse.length > 0 ? { kind, paths: coarse } : speckAt(kind, paths[0]!.points);
}

function outlineOf(kind: number, paths: readonly UnitPath[]): UnitShape {
  if (kind === POINT) return speckAt(kind, paths[0]!.points);
  const { points } = paths.reduce((a, b) => (extentOf(b.points) > extentOf(a.points) ? b : a));
  const count = points.length / 2;
  const max = Math.min(count, kind === LINE ? LINE_POSITIONS : RING_POSITIONS);
  const few = new Int32Array(2 * max);
  for (let i = 0; i < max; i++) {
    // From the first to the last of a line; those of a ring go round.
    const at = kind === LINE ? Math.round((i * (count - 1)) / (max - 1)) : Math.floor((i * count) / max);
    few.set(points.subarray(2 * at, 2 * at + 2), 2 * i);
  }
  return coarsened({ kind, paths: [{ points: few, isOuter: true }] }, 1);
}

/** The sum of width and height. */
function extentOf(points: Int32Array): number {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    left = Math.min(left, points[i]!);
    right = Math.max(right, points[i]!);
    top = Math.min(top, points[i + 1]!);
    bottom = Math.max(bottom, points[i + 1]!);
  }
  return right - left + bottom - top;
}

function speckAt(kind: number, [x = 0, y = 0]: Int32Array): UnitShape {
  const points =
    kind === POINT
      ? [x, y]
      : kind === LINE
        ? [x, y, x + SPECK, y]
        : [x, y, x + SPECK, y, x + SPECK, y + SPECK, x, y + SPECK];
  return { kind, paths: [{ points: Int32Array.from(points), isOuter: true }] };
}

function snapped(points: Int32Array, step: number, isRing: boolean): Int32Array {
  const length = points.length;
  const at = new Int32Array(length);
  let end = 0;
  for (let i = 0; i < length; i += 2) {
    const isExact = step === 1 || isAtEdge(points, i, isRing);
    const x = isExact ? points[i]! : Math.round(points[i]! / step) * step;
    const y = isExact ? points[i + 1]! : Math.round(points[i + 1]! / step) * step;
    if (end > 0 && x === at[end - 2] && y === at[end - 1]) continue;
    at[end++] = x;
    at[end++] = y;
  }
  while (isRing && end > 2 && at[0] === at[end - 2] && at[1] === at[end - 1]) end -= 2;
  return withoutStraights(at.subarray(0, end), isRing);
}

/** Whether a position is an end of a segment that crosses or touches an edge of the tile. */
function isAtEdge(points: Int32Array, at: number, isRing: boolean): boolean {
  const { length } = points;
  const crosses = (other: number) =>
    sideOf(points[at]!) !== sideOf(points[other]!) || sideOf(points[at + 1]!) !== sideOf(points[other + 1]!);
  if ((isRing || at > 0) && crosses((at - 2 + length) % length)) return true;
  return (isRing || at < length - 2) && crosses((at + 2) % length);
}

/** Whether a coordinate is outside, on an edge or inside of the tile, from one side to the other. */
function sideOf(value: number): number {
  return value < 0 ? 0 : value === 0 ? 1 : value < EXTENT ? 2 : value === EXTENT ? 3 : 4;
}

/** Without positions that lie straight between their two neighbours. */
function withoutStraights(at: Int32Array, isRing: boolean): Int32Array {
  const { length } = at;
  const kept = new Int32Array(length);
  let end = 0;
  for (let i = 0; i < length; i += 2) {
    const isEnd = !isRing && (i === 0 || i === length - 2);
    if (!isEnd && isStraight(at, (i - 2 + length) % length, i, (i + 2) % length)) continue;
    kept[end++] = at[i]!;
    kept[end++] = at[i + 1]!;
  }
  return kept.slice(0, end);
}

function isStraight(at: Int32Array, before: number, here: number, after: number): boolean {
  const ax = at[here]! - at[before]!;
  const ay = at[here + 1]! - at[before + 1]!;
  const bx = at[after]! - at[here]!;
  const by = at[after + 1]! - at[here + 1]!;
  return ax * by === ay * bx && ax * bx + ay * by > 0;
}

function distinct(points: Int32Array, step: number): Int32Array {
  if (points.length === 2) return points;
  const seen = new Map<string, [number, number]>();
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i]!, points[i + 1]!];
    const unit = `${Math.round(x / step)} ${Math.round(y / step)}`;
    if (!seen.has(unit)) seen.set(unit, [x, y]);
  }
  return Int32Array.from([...seen.values()].flat());
}

/** Above 0 where a ring runs clockwise on the screen. */
function twiceArea(ring: Int32Array): number {
  let sum = 0;
  for (let i = 0, before = ring.length - 2; i < ring.length; before = i, i += 2)
    sum += ring[before]! * ring[i + 1]! - ring[i]! * ring[before + 1]!;
  return sum;
}

const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = (1 << 3) | 7;

/** Writes the drawing commands of a shape, in place of what was written before. */
export function drawShape({ kind, paths }: UnitShape, commands: ByteWriter): void {
  commands.clear();
  let [penX, penY] = [0, 0];
  const draw = (command: number, points: Int32Array, from: number, to: number, isReversed: boolean) => {
    commands.varint((command & 7) | ((to - from) << 3));
    for (let i = from; i < to; i++) {
      const at = isReversed ? points.length - 2 * i - 2 : 2 * i;
      commands.varint(zigzag(points[at]! - penX));
      commands.varint(zigzag(points[at + 1]! - penY));
      penX = points[at]!;
      penY = points[at + 1]!;
    }
  };
  for (const { points, isOuter } of kind === POINT ? [allPoints(paths)] : paths) {
    const count = points.length / 2;
    const isReversed = kind === POLYGON && twiceArea(points) > 0 !== isOuter;
    draw(MOVE_TO, points, 0, kind === POINT ? count : 1, isReversed);
    if (kind !== POINT) draw(LINE_TO, points, 1, count, isReversed);
    if (kind === POLYGON) commands.byte(CLOSE_PATH);
  }
}

/** The points of one feature are one command, however many parts of its geometry they come from. */
function allPoints(paths: readonly UnitPath[]): UnitPath {
  if (paths.length === 1) return paths[0]!;
  return { points: Int32Array.from(paths.flatMap(({ points }) => [...points])), isOuter: true };
}
