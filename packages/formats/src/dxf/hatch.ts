import type { Geometry, Position } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { areaOfRings } from '../geometry/nest-by-depth.ts';
import type { DxfObject, Vector } from './dxf-object.ts';
import { flattened } from './flattened.ts';
import { toWorld } from './object-coordinates.ts';
import { Path } from './path.ts';

const IS_POLYLINE = 2;
const DEGREE = Math.PI / 180;

/** The area of a hatch: its boundaries are polylines, or edges one after the other. */
export function hatchGeometry(object: DxfObject): Geometry {
  const groups = new Cursor(object);
  const elevation = object.number(30, 0);
  const world = toWorld(object);
  const rings: Position[][] = [];
  groups.goTo(91);
  const count = groups.take(91);
  for (let i = 0; i < count; i++) {
    const flags = groups.take(92);
    const path = flags & IS_POLYLINE ? polyline(groups, elevation) : edges(groups, elevation);
    for (let sources = groups.take(97, 0); sources > 0 && groups.code === 330; sources--) groups.skip();
    if (path.positions.length === 0) continue;
    path.lineTo(path.positions[0]!);
    if (path.positions.length >= 4) rings.push(path.positions.map(world));
  }
  if (rings.length === 0) throw new GeometryFormatError('is a hatch without a boundary');
  return flattened(areaOfRings(rings));
}

function polyline(groups: Cursor, elevation: number): Path {
  const path = new Path();
  groups.take(72, 0);
  groups.take(73, 0);
  const count = groups.take(93);
  const vertices: { at: Vector; bulge: number }[] = [];
  for (let i = 0; i < count; i++)
    vertices.push({ at: [groups.take(10), groups.take(20), elevation], bulge: groups.take(42, 0) });
  for (const [i, { at }] of vertices.entries()) path.arcTo(at, vertices[i - 1]?.bulge ?? 0);
  // The way back to the start may be an arc, too.
  if (vertices.length > 0) path.arcTo(vertices[0]!.at, vertices.at(-1)!.bulge);
  return path;
}

/** Edges may be given backwards: each is put on with the end that is nearer. */
function edges(groups: Cursor, elevation: number): Path {
  const count = groups.take(93);
  const parts: Vector[][] = [];
  for (let left = count; left > 0; left--) parts.push(edge(groups, elevation, left === 1));
  const [first, second] = parts;
  if (first && second && nearest(first[0]!, second) < nearest(first.at(-1)!, second)) first.reverse();
  const path = new Path();
  for (const part of parts) {
    if (path.end && distance(path.end, part.at(-1)!) < distance(path.end, part[0]!)) part.reverse();
    for (const position of part) path.lineTo(position);
  }
  return path;
}

function edge(groups: Cursor, elevation: number, isLast: boolean): Vector[] {
  const path = new Path();
  const position = (code: number): Vector => [groups.take(code), groups.take(code + 10), elevation];
  const kind = groups.take(72);
  switch (kind) {
    case 1:
      path.lineTo(position(10));
      path.lineTo(position(11));
      break;
    case 2: {
      const [centre, radius] = [position(10), groups.take(40)];
      const [from, to] = angles(groups);
      path.circle(centre, radius, from, to);
      break;
    }
    case 3: {
      const [centre, [x, y]] = [position(10), position(11)];
      const ratio = groups.take(40);
      const [from, to] = angles(groups);
      path.ellipse(centre, [x, y, 0], [-y * ratio, x * ratio, 0], from, to);
      break;
    }
    case 4:
      spline(groups, path, position, isLast);
      break;
    default:
      throw new GeometryFormatError(`has an edge of the kind ${kind}`);
  }
  return path.positions;
}

/** In degrees; those of an arc that turns right are measured to the right. */
function angles(groups: Cursor): [from: number, to: number] {
  const [from, to, isLeft] = [groups.take(50) * DEGREE, groups.take(51) * DEGREE, groups.take(73, 1)];
  const end = to > from ? to : to + 2 * Math.PI;
  return isLeft ? [from, end] : [-from, -end];
}

function spline(groups: Cursor, path: Path, position: (code: number) => Vector, isLast: boolean): void {
  const degree = groups.take(94);
  groups.take(73, 0);
  groups.take(74, 0);
  const [knotCount, controlCount] = [groups.take(95), groups.take(96)];
  const [knots, controls, weights]: [number[], Vector[], number[]] = [[], [], []];
  while (knots.length < knotCount) knots.push(groups.take(40));
  while (controls.length < controlCount) {
    controls.push(position(10));
    if (groups.code === 42) weights.push(groups.take(42));
  }
  path.spline(degree, knots, controls, weights);
  // Files since 2010 have points that the spline goes through; before, the same code counts the sources of the boundary.
  if (groups.code !== 97 || (isLast && groups.codeBehind !== 11 && groups.codeBehind !== 97)) return;
  for (let left = groups.take(97); left > 0; left--) position(11);
  for (const code of [12, 13]) if (groups.code === code) position(code);
}

/** Goes through the groups of an object in their order. */
class Cursor {
  readonly #object: DxfObject;
  #at = 0;

  constructor(object: DxfObject) {
    this.#object = object;
  }

  get code(): number | undefined {
    return this.#object.codes[this.#at];
  }

  get codeBehind(): number | undefined {
    return this.#object.codes[this.#at + 1];
  }

  goTo(code: number): void {
    const at = this.#object.codes.indexOf(code);
    this.#at = at < 0 ? this.#object.codes.length : at;
  }

  skip(): void {
    this.#at++;
  }

  /** The number of the next group, if it has this code. */
  take(code: number, missing?: number): number {
    if (this.code === code) return this.#object.numberAt(this.#at++);
    if (missing !== undefined) return missing;
    throw new GeometryFormatError(
      `has ${this.code === undefined ? 'nothing' : `group ${this.code}`} where group ${code} is expected`,
    );
  }
}

const distance = (a: Vector, b: Vector) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const nearest = (end: Vector, part: Vector[]) =>
  Math.min(distance(end, part[0]!), distance(end, part.at(-1)!));
