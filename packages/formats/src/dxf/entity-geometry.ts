import type { Geometry } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import type { DxfObject, Vector } from './dxf-object.ts';
import { flattened } from './flattened.ts';
import { hatchGeometry } from './hatch.ts';
import { cross, toWorld } from './object-coordinates.ts';
import { Path } from './path.ts';

/** An entity with the objects that belong to it: vertices of a polyline, attributes of a block. */
export type Entity = { object: DxfObject; parts: readonly DxfObject[] };

type Geometries = Readonly<Record<string, (object: DxfObject, parts: readonly DxfObject[]) => Geometry>>;

const DEGREE = Math.PI / 180;
const IS_CLOSED = 1;
const IS_3D = 8;
const IS_MESH = 16 | 64;
/** A vertex that only controls a curve; those of the curve come, too. */
const IS_CONTROL = 16;

const GEOMETRIES: Geometries = {
  POINT: (object) => pointAt(required(object, 10)),
  LINE: (object) => lineThrough([required(object, 10), required(object, 11)]),
  LWPOLYLINE: lightPolyline,
  POLYLINE: polyline,
  CIRCLE: (object) => circle(object, 0, 360),
  ARC: (object) => circle(object, object.number(50, 0), object.number(51, 360)),
  ELLIPSE: ellipse,
  SPLINE: spline,
  LEADER: (object) => lineThrough(positionsOf(object, 10)),
  HATCH: hatchGeometry,
  '3DFACE': (object) => face([10, 11, 12, 13].map((code) => required(object, code))),
  SOLID: solid,
  TRACE: solid,
  TEXT: textPoint,
  ATTDEF: textPoint,
  ATTRIB: textPoint,
  MTEXT: (object) => pointAt(required(object, 10)),
  INSERT: (object) => pointAt(toWorld(object)(required(object, 10))),
};

export function isRead(type: string): boolean {
  return Object.hasOwn(GEOMETRIES, type);
}

/** Throws GeometryFormatError. */
export function entityGeometry({ object, parts }: Entity): Geometry {
  return GEOMETRIES[object.type]!(object, parts);
}

function required(object: DxfObject, code: number): Vector {
  const position = object.position(code);
  if (position === undefined) throw new GeometryFormatError(`has no position (group ${code})`);
  return position;
}

function pointAt(position: Vector): Geometry {
  return flattened({ type: 'Point', coordinates: position });
}

function lineThrough(positions: Vector[]): Geometry {
  if (positions.length < 2)
    throw new GeometryFormatError(`has ${positions.length} positions, a line needs two`);
  return flattened({ type: 'LineString', coordinates: positions });
}

/** All positions whose x has this code. Their y and z follow it. */
function positionsOf(object: DxfObject, code: number): Vector[] {
  const found: Vector[] = [];
  for (const [i, given] of object.codes.entries())
    if (given === code) found.push([object.numberAt(i), 0, 0]);
    else if (given === code + 10 && found.length > 0) found.at(-1)![1] = object.numberAt(i);
    else if (given === code + 20 && found.length > 0) found.at(-1)![2] = object.numberAt(i);
  return found;
}

type Vertex = { at: Vector; bulge: number };

function lightPolyline(object: DxfObject): Geometry {
  const elevation = object.number(38, 0);
  const vertices: Vertex[] = [];
  for (const [i, code] of object.codes.entries())
    if (code === 10) vertices.push({ at: [object.numberAt(i), 0, elevation], bulge: 0 });
    else if (code === 20 && vertices.length > 0) vertices.at(-1)!.at[1] = object.numberAt(i);
    else if (code === 42 && vertices.length > 0) vertices.at(-1)!.bulge = object.numberAt(i);
  return lineOrArea(vertices, (object.bits(70) & IS_CLOSED) !== 0, toWorld(object));
}

function polyline(object: DxfObject, parts: readonly DxfObject[]): Geometry {
  const flags = object.bits(70);
  if (flags & IS_MESH) throw new GeometryFormatError('is a mesh of faces, which is not read');
  const elevation = object.number(30, 0);
  const vertices = parts
    .filter((part) => part.type === 'VERTEX' && !(part.bits(70) & IS_CONTROL))
    .map((part): Vertex => {
      const [x, y, z] = required(part, 10);
      return { at: [x, y, flags & IS_3D ? z : elevation], bulge: part.number(42, 0) };
    });
  const world = flags & IS_3D ? (position: Vector) => position : toWorld(object);
  return lineOrArea(vertices, (flags & IS_CLOSED) !== 0, world);
}

/** A closed polyline is an area if there is anything within. */
function lineOrArea(vertices: readonly Vertex[], isClosed: boolean, world: (at: Vector) => Vector): Geometry {
  const path = new Path();
  for (const [i, { at }] of vertices.entries()) path.arcTo(at, vertices[i - 1]?.bulge ?? 0);
  if (isClosed && vertices.length > 1) path.arcTo(vertices[0]!.at, vertices.at(-1)!.bulge);
  const positions = path.positions.map(world);
  return isClosed && positions.length >= 4
    ? flattened({ type: 'Polygon', coordinates: [positions] })
    : lineThrough(positions);
}

/** Angles are in degrees, and go to the left. */
function circle(object: DxfObject, from: number, to: number): Geometry {
  const path = new Path();
  path.circle(
    required(object, 10),
    object.number(40, 0),
    from * DEGREE,
    (to > from ? to : to + 360) * DEGREE,
  );
  return lineThrough(path.positions.map(toWorld(object)));
}

function ellipse(object: DxfObject): Geometry {
  const major = required(object, 11);
  const normal = object.position(210) ?? [0, 0, 1];
  const ratio = object.number(40, 1) / (Math.hypot(...normal) || 1);
  const [from, to] = [object.number(41, 0), object.number(42, 2 * Math.PI)];
  const path = new Path();
  path.ellipse(
    required(object, 10),
    major,
    cross(normal, major).map((n) => n * ratio) as Vector,
    from,
    to > from ? to : to + 2 * Math.PI,
  );
  return lineThrough(path.positions);
}

/** By its control points; a spline that has none is drawn straight from one of its points to the next. */
function spline(object: DxfObject): Geometry {
  const controls = positionsOf(object, 10);
  if (controls.length === 0) return lineThrough(positionsOf(object, 11));
  const numbers = (code: number) =>
    object.codes.flatMap((given, i) => (given === code ? [object.numberAt(i)] : []));
  const path = new Path();
  path.spline(object.number(71, 3), numbers(40), controls, numbers(41));
  return lineThrough(path.positions);
}

/** Its third and fourth corner are crossed over. */
function solid(object: DxfObject): Geometry {
  const world = toWorld(object);
  const corner = (code: number) => object.position(code) ?? required(object, 12);
  return face([required(object, 10), required(object, 11), corner(13), corner(12)].map(world));
}

/** Of three corners or four; of three, the fourth is where the third is. */
function face(corners: Vector[]): Geometry {
  const path = new Path();
  for (const position of [...corners, corners[0]!]) path.lineTo(position);
  if (path.positions.length < 4) throw new GeometryFormatError('is a face of less than three corners');
  return flattened({ type: 'Polygon', coordinates: [path.positions] });
}

/** Where the text is aligned, if it is not at its left. */
function textPoint(object: DxfObject): Geometry {
  const isAligned = object.bits(72) !== 0 || object.bits(object.type === 'TEXT' ? 73 : 74) !== 0;
  const aligned = isAligned ? object.position(11) : undefined;
  return pointAt(toWorld(object)(aligned ?? required(object, 10)));
}
