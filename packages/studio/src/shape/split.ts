import type { Geometry, Position } from '@meridian/client';
import { cross, type Edge, edgesOf, keyOf, piecesOf } from './crossings.ts';
import { facesOf, type Side, signedArea } from './faces.ts';
import { shellOf } from './merge.ts';
import { isWithin } from './nearest.ts';

type Polygon = Position[][];

/** What is left of a shape that was cut, and what was cut off. */
export type Split = { kept: Geometry; cut: Geometry[] };

/** Cuts a line or an area along a line; undefined where it is not cut into pieces, or is a shape of points. */
export function split(geometry: Geometry, cutter: readonly Position[]): Split | undefined {
  switch (geometry.type) {
    case 'LineString':
      return splitMembers(
        [geometry.coordinates as Position[]],
        (line) => splitLine(line, cutter),
        'LineString',
      );
    case 'MultiLineString':
      return splitMembers(
        geometry.coordinates as Position[][],
        (line) => splitLine(line, cutter),
        'LineString',
      );
    case 'Polygon':
      return splitMembers([geometry.coordinates as Polygon], (rings) => splitArea(rings, cutter), 'Polygon');
    case 'MultiPolygon':
      return splitMembers(geometry.coordinates as Polygon[], (rings) => splitArea(rings, cutter), 'Polygon');
    default:
      return undefined;
  }
}

/** The largest piece of each member stays, in the type that the shape has if it has several. */
function splitMembers<Member>(
  members: readonly Member[],
  splitMember: (member: Member) => Member[],
  type: 'LineString' | 'Polygon',
): Split | undefined {
  const pieces = members.map(splitMember);
  const kept = pieces.map(([largest]) => largest!);
  const cut = pieces.flatMap(([, ...others]) => others);
  if (cut.length === 0) return undefined;
  const shape = (coordinates: unknown): Geometry => ({ type, coordinates }) as Geometry;
  return {
    kept:
      kept.length === 1
        ? shape(kept[0])
        : ({ type: `Multi${type}`, coordinates: kept } as unknown as Geometry),
    cut: cut.map(shape),
  };
}

/** The pieces of a line between the vertices that a cut makes in it, the longest first. */
function splitLine(line: readonly Position[], cutter: readonly Position[]): Position[][] {
  const edges = edgesOf(line);
  const knives = edgesOf(cutter);
  const cuts = new Set<string>();
  for (const edge of edges)
    for (const knife of knives) {
      const before = knife.vertices.length;
      cross(edge, knife);
      for (const { at } of knife.vertices.slice(before)) cuts.add(keyOf(at));
    }
  const pieces: Position[][] = [];
  let piece: Position[] = [line[0]!];
  for (const [, to] of edges.flatMap(piecesOf)) {
    piece.push(to);
    if (!cuts.has(keyOf(to))) continue;
    pieces.push(piece);
    piece = [to];
  }
  if (piece.length > 1) pieces.push(piece);
  return pieces.toSorted((a, b) => lengthOf(b) - lengthOf(a));
}

/** The pieces of an area, the largest first; the area itself where the cut does not go through it. */
function splitArea(polygon: Polygon, cutter: readonly Position[]): Polygon[] {
  // What belongs to the area is on the left of its rings.
  const rings = polygon.map((ring, i) => (signedArea(ring) > 0 === (i === 0) ? ring : ring.toReversed()));
  const borders = rings.flatMap(edgesOf);
  const knives = edgesOf(cutter);
  for (const [i, knife] of knives.entries()) {
    for (const border of borders) cross(border, knife);
    for (const other of knives.slice(i + 1)) cross(knife, other);
  }
  const outline: Side[] = borders.flatMap(piecesOf).map(([from, to]) => ({ from, to, isBoth: false }));
  const inner = withoutDangling(innerPieces(knives, rings, outline), outline);
  if (inner.length === 0) return [polygon];
  const faces = facesOf([...outline, ...inner]);
  const shells = faces.filter((ring) => signedArea(ring) > 0);
  if (shells.length < 2) return [polygon];
  const heights = polygon.flat().flatMap(([, , height]) => (height === undefined ? [] : [height]));
  const holes = faces.filter((ring) => signedArea(ring) < 0);
  return shells
    .toSorted((a, b) => signedArea(b) - signedArea(a))
    .map((shell) => [shell, ...holes.filter((hole) => shellOf(hole, shells) === shell)])
    .map((rings) => rings.map((ring) => ring.map((at) => lifted(at, heights))));
}

/** The pieces of a cut that are within the area, not on its outline. */
function innerPieces(knives: readonly Edge[], rings: Polygon, outline: readonly Side[]): Side[] {
  const taken = new Set(
    outline.flatMap(({ from, to }) => [`${keyOf(from)} ${keyOf(to)}`, `${keyOf(to)} ${keyOf(from)}`]),
  );
  return knives.flatMap(piecesOf).flatMap(([from, to]) => {
    if (taken.has(`${keyOf(from)} ${keyOf(to)}`)) return [];
    taken.add(`${keyOf(from)} ${keyOf(to)}`).add(`${keyOf(to)} ${keyOf(from)}`);
    const middle: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const around = rings.filter((ring) => isWithin(ring, middle)).length;
    return around % 2 === 1 ? [{ from, to, isBoth: true }] : [];
  });
}

/** Without what leads nowhere: a cut that ends within the area cuts nothing there. */
function withoutDangling(inner: Side[], outline: readonly Side[]): Side[] {
  const fixed = new Set(outline.map(({ from }) => keyOf(from)));
  let left = inner;
  for (;;) {
    const counts = new Map<string, number>();
    for (const { from, to } of left)
      for (const key of [keyOf(from), keyOf(to)]) counts.set(key, (counts.get(key) ?? 0) + 1);
    const isHeld = (at: Position) => fixed.has(keyOf(at)) || counts.get(keyOf(at))! > 1;
    const held = left.filter(({ from, to }) => isHeld(from) && isHeld(to));
    if (held.length === left.length) return left;
    left = held;
  }
}

/** Within a shape with heights no position is without one. */
function lifted(at: Position, heights: readonly number[]): Position {
  if (at[2] !== undefined || heights.length === 0) return at;
  const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length;
  return [at[0], at[1], Math.round(mean * 1000) / 1000];
}

function lengthOf(line: readonly Position[]): number {
  return line.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - line[i]![0], y - line[i]![1]), 0);
}
