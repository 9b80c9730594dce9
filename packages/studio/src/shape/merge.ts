import type { Geometry, Position } from '@meridian/client';
import { cross, type Edge, edgesOf, keyOf, piecesOf, weld } from './crossings.ts';
import { facesOf, type Side, signedArea } from './faces.ts';
import { isWithin } from './nearest.ts';

type Polygon = Position[][];

export type ShapeKind = 'points' | 'lines' | 'areas';

/** What a shape is made of; undefined for a collection, which may be made of anything. */
export function kindOf({ type }: Geometry): ShapeKind | undefined {
  if (type === 'GeometryCollection') return undefined;
  return type.endsWith('Point') ? 'points' : type.endsWith('LineString') ? 'lines' : 'areas';
}

/**
 * Several shapes of one kind as one: areas without the borders between them, lines joined where one goes on with the other,
 * points together. Undefined where they are not of one kind.
 */
export function merge(shapes: readonly Geometry[]): Geometry | undefined {
  const kinds = new Set(shapes.map(kindOf));
  const [kind] = kinds;
  if (kinds.size !== 1 || kind === undefined) return undefined;
  const coordinates = shapes.flatMap((shape) => membersOf(shape));
  if (kind === 'points') return shapeOf('Point', distinct(coordinates as Position[]));
  if (kind === 'lines') return shapeOf('LineString', joined(coordinates as Position[][]));
  return shapeOf('Polygon', united(coordinates as Polygon[]));
}

function membersOf(shape: Geometry): unknown[] {
  if (shape.type === 'GeometryCollection') return [];
  return shape.type.startsWith('Multi') ? (shape.coordinates as unknown[]) : [shape.coordinates];
}

function shapeOf(type: 'Point' | 'LineString' | 'Polygon', members: readonly unknown[]): Geometry {
  return (
    members.length === 1 ? { type, coordinates: members[0] } : { type: `Multi${type}`, coordinates: members }
  ) as Geometry;
}

function distinct(points: readonly Position[]): Position[] {
  return [...new Map(points.map((at) => [keyOf(at), at])).values()];
}

/** Lines that meet at their ends become one, where no third one does. */
function joined(lines: readonly Position[][]): Position[][] {
  const left = [...lines];
  const ends = new Map<string, number>();
  for (const line of lines)
    for (const end of [line[0]!, line.at(-1)!]) ends.set(keyOf(end), (ends.get(keyOf(end)) ?? 0) + 1);
  const isFree = (at: Position) => ends.get(keyOf(at)) === 2;
  const result: Position[][] = [];
  while (left.length > 0) {
    let line = left.shift()!;
    for (let isGrowing = true; isGrowing; ) {
      isGrowing = false;
      for (const [i, other] of left.entries()) {
        const longer = joinedPair(line, other, isFree);
        if (!longer) continue;
        left.splice(i, 1);
        line = longer;
        isGrowing = true;
        break;
      }
    }
    result.push(line);
  }
  return result;
}

function joinedPair(a: Position[], b: Position[], isFree: (at: Position) => boolean): Position[] | undefined {
  const meets = (one: Position, other: Position) => keyOf(one) === keyOf(other) && isFree(one);
  if (meets(a.at(-1)!, b[0]!)) return [...a, ...b.slice(1)];
  if (meets(a.at(-1)!, b.at(-1)!)) return [...a, ...b.toReversed().slice(1)];
  if (meets(a[0]!, b.at(-1)!)) return [...b, ...a.slice(1)];
  if (meets(a[0]!, b[0]!)) return [...b.toReversed(), ...a.slice(1)];
  return undefined;
}

/** What any of the areas covers, without the borders between them. */
function united(polygons: readonly Polygon[]): Polygon[] {
  // What belongs to an area is on the left of its rings.
  const areas = polygons.map((rings) =>
    rings.map((ring, i) => (signedArea(ring) > 0 === (i === 0) ? ring : ring.toReversed())),
  );
  const edges = areas.map((rings) => rings.flatMap(edgesOf));
  weld(edges);
  for (const [i, own] of edges.entries())
    for (const others of edges.slice(i + 1))
      for (const edge of own) for (const other of others) if (mayMeet(edge, other)) cross(edge, other);
  const outline = outlineOf(areas, edges);
  const faces = facesOf(outline);
  const shells = faces.filter((ring) => signedArea(ring) > 0);
  const holes = faces.filter((ring) => signedArea(ring) < 0);
  return shells.map((shell) => [shell, ...holes.filter((hole) => shellOf(hole, shells) === shell)]);
}

/** The pieces of borders that have nothing on their right. */
function outlineOf(areas: readonly Polygon[], edges: readonly Edge[][]): Side[] {
  const pieces = edges.map((own) => own.flatMap(piecesOf));
  const borders = pieces.map((own) => new Set(own.map(([from, to]) => `${keyOf(from)} ${keyOf(to)}`)));
  const taken = new Set<string>();
  return pieces.flatMap((own, i) =>
    own.flatMap(([from, to]): Side[] => {
      const [there, back] = [`${keyOf(from)} ${keyOf(to)}`, `${keyOf(to)} ${keyOf(from)}`];
      if (taken.has(there)) return [];
      const middle: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      const isCovered = areas.some((rings, k) => {
        if (k === i || borders[k]!.has(there)) return false;
        if (borders[k]!.has(back)) return true;
        return rings.filter((ring) => isWithin(ring, middle)).length % 2 === 1;
      });
      if (isCovered) return [];
      taken.add(there);
      return [{ from, to, isBoth: false }];
    }),
  );
}

function mayMeet(a: Edge, b: Edge): boolean {
  const apart = (i: 0 | 1) =>
    Math.max(a.from[i], a.to[i]) < Math.min(b.from[i], b.to[i]) ||
    Math.max(b.from[i], b.to[i]) < Math.min(a.from[i], a.to[i]);
  return !apart(0) && !apart(1);
}

/** The smallest of the outsides around a hole. */
export function shellOf(hole: readonly Position[], shells: readonly Position[][]): Position[] | undefined {
  const [[x1, y1], [x2, y2]] = hole as [Position, Position];
  return shells
    .filter((shell) => isWithin(shell, [(x1 + x2) / 2, (y1 + y2) / 2]))
    .toSorted((a, b) => signedArea(a) - signedArea(b))[0];
}
