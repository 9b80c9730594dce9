import type { Geometry, Position } from '@meridian/client';
import { holesOf, type Part, partsOf, withPart } from './parts.ts';
import { latitudeAt, mercator } from './web-mercator.ts';

/** Digits of a degree that are preserved while drawing: a tenth of a millimetre. */
export const PRECISION = 9;

export type Flat = [longitude: number, latitude: number];

/** A position as it is drawn: without its height, with this many digits. */
export function flat([longitude, latitude]: Position): Flat {
  return [Number(longitude.toFixed(PRECISION)), Number(latitude.toFixed(PRECISION))];
}

/**
 * The shape after one of its pieces was redrawn. What was not moved keeps every digit, what was moved its height, and
 * what is new gets a height between those of its neighbours. The holes of an area that was moved as a whole go along.
 */
export function reshaped(
  geometry: Geometry,
  path: readonly number[],
  drawn: readonly Flat[],
  isMoved: boolean,
): Geometry {
  const part = partsOf(geometry).find((one) => one.path.join() === path.join());
  if (!part) return geometry;
  const changed = withPart(geometry, path, carried(part.positions, drawn));
  if (!isMoved || part.kind !== 'ring') return changed;
  return holesOf(geometry, path).reduce((shape, hole) => {
    const along = moved(hole, flat(part.positions[0]!), drawn[0]!);
    return withPart(shape, hole.path, along);
  }, changed);
}

/** The new positions of a line or ring, with what the old ones had besides. */
export function carried(before: readonly Position[], after: readonly Flat[]): Position[] {
  if (before.length === after.length) return after.map((at, i) => withHeight(before[i]!, at));
  const isSame = (old: Position | undefined, at: Flat | undefined) =>
    old !== undefined && at !== undefined && keyOf(flat(old)) === keyOf(at);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  const rest = new Map(before.slice(start, before.length - end).map((old) => [keyOf(flat(old)), old]));
  const found = after.map((at, i) => {
    if (i < start) return before[i];
    const fromEnd = after.length - i;
    return fromEnd <= end ? before.at(-fromEnd) : rest.get(keyOf(at));
  });
  return after.map(
    (at, i) => found[i] ?? between(at, found.slice(0, i).findLast(Boolean), found.slice(i).find(Boolean)),
  );
}

function keyOf([longitude, latitude]: Flat): string {
  return `${longitude},${latitude}`;
}

/** The old position where nothing has happened to it, and otherwise its height at the new position. */
function withHeight(old: Position, at: Flat): Position {
  return keyOf(flat(old)) === keyOf(at) ? old : ([...at, ...old.slice(2)] as Position);
}

/** A height by how far it is to either side; that of the only neighbour that has one; or none. */
function between(at: Flat, before: Position | undefined, after: Position | undefined): Position {
  const [from, to] = [before?.[2], after?.[2]];
  if (from === undefined || to === undefined) {
    const height = from ?? to;
    return height === undefined ? at : [...at, height];
  }
  const [near, far] = [distance(at, before!), distance(at, after!)];
  const share = near + far === 0 ? 0.5 : near / (near + far);
  return [...at, Math.round((from + (to - from) * share) * 1000) / 1000];
}

function distance(a: Flat, [x, y]: Position): number {
  return Math.hypot(a[0] - x, a[1] - y);
}

/** As far on the map as from one position to the other: that is how shapes are dragged. */
function moved({ positions }: Part, from: Flat, to: Flat): Position[] {
  const [east, north] = [to[0] - from[0], mercator(to[1]) - mercator(from[1])];
  return positions.map((position) => {
    const [longitude, latitude, ...height] = position;
    const at = flat([longitude + east, latitudeAt(mercator(latitude) + north)]);
    return [...at, ...height] as Position;
  });
}
