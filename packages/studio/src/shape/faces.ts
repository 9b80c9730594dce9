import type { Position } from '@meridian/client';
import { keyOf } from './crossings.ts';

type HalfEdge = { from: Position; to: Position; angle: number; isInside: boolean; isDone: boolean };

/** An edge of which the left, or both sides, belong to an area. */
export type Side = { from: Position; to: Position; isBoth: boolean };

/**
 * The areas that edges enclose: closed rings with what belongs to them on their left. Counter-clockwise ones are the
 * outside of an area, clockwise ones the holes of one. Edges meet at their ends only.
 */
export function facesOf(sides: readonly Side[]): Position[][] {
  const leaving = new Map<string, HalfEdge[]>();
  const twins = new Map<HalfEdge, HalfEdge>();
  const add = (from: Position, to: Position, isInside: boolean): HalfEdge => {
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
    const edge = { from, to, angle, isInside, isDone: false };
    const others = leaving.get(keyOf(from));
    if (others) others.push(edge);
    else leaving.set(keyOf(from), [edge]);
    return edge;
  };
  for (const { from, to, isBoth } of sides) {
    const [there, back] = [add(from, to, true), add(to, from, isBoth)];
    twins.set(there, back);
    twins.set(back, there);
  }
  for (const edges of leaving.values()) edges.sort((a, b) => a.angle - b.angle);
  /** The next one around the same area: the first to the right of the way back. */
  const next = (edge: HalfEdge): HalfEdge => {
    const around = leaving.get(keyOf(edge.to))!;
    const back = around.indexOf(twins.get(edge)!);
    return around[(back - 1 + around.length) % around.length]!;
  };
  const faces: Position[][] = [];
  for (const first of twins.keys()) {
    if (first.isDone || !first.isInside) continue;
    const ring: Position[] = [];
    for (let edge = first; !edge.isDone; edge = next(edge)) {
      edge.isDone = true;
      ring.push(edge.from);
    }
    faces.push([...ring, ring[0]!]);
  }
  return faces;
}

/** Twice the area of a ring; negative where it goes clockwise. */
export function signedArea(ring: readonly Position[]): number {
  const [[x0, y0]] = ring as [Position];
  return ring
    .slice(1)
    .reduce((sum, [x, y], i) => sum + (ring[i]![0] - x0) * (y - y0) - (x - x0) * (ring[i]![1] - y0), 0);
}
