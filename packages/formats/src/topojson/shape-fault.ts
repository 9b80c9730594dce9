import type { Topology } from 'topojson-specification';

/** What one object of a file holds, before anything is known of it. */
type Unchecked = { type?: unknown; arcs?: unknown; coordinates?: unknown; geometries?: unknown };

/** How deep lists of arc numbers are nested. */
const ARC_DEPTHS: Record<string, number> = {
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/**
 * Why topojson-client could not make a feature of a shape; undefined if it can. It believes what a file says, so
 * the file is checked before: an error of the library then is one of the program.
 */
export function shapeFault(shape: unknown, arcs: Topology['arcs']): string | undefined {
  if (typeof shape !== 'object' || shape === null) return 'that is no object';
  const { type, arcs: used, coordinates, geometries } = shape as Unchecked;
  if (type === 'GeometryCollection') {
    if (!Array.isArray(geometries)) return 'without its list of geometries';
    for (const member of geometries) {
      const fault = shapeFault(member, arcs);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
  if (type === 'Point') return isPosition(coordinates) ? undefined : 'without coordinates';
  if (type === 'MultiPoint')
    return Array.isArray(coordinates) && coordinates.every(isPosition) ? undefined : 'without coordinates';
  const depth = Object.hasOwn(ARC_DEPTHS, String(type)) ? ARC_DEPTHS[String(type)]! : 0;
  return depth === 0 || namesArcs(used, depth, arcs) ? undefined : 'that names lines it does not have';
}

/** So many times all positions of a file may be in one shape: each line bounds two of its areas at most. */
const MAX_USES = 4;

export function maxPositions(arcs: Topology['arcs']): number {
  return MAX_USES * arcs.reduce((sum, { length }) => sum + length, 0);
}

/** Whether a shape without fault names lines so often that it has more positions than `max`: far more than the file. */
export function isRepetitive(shape: unknown, arcs: Topology['arcs'], max: number): boolean {
  let left = max;
  const spend = (used: unknown): void => {
    if (Array.isArray(used)) for (const one of used) spend(one);
    else left -= arcs[Number(used) < 0 ? ~Number(used) : Number(used)]!.length;
  };
  const visit = ({ type, arcs: used, geometries }: Unchecked): void => {
    if (type === 'GeometryCollection') for (const member of geometries as Unchecked[]) visit(member);
    else if (Object.hasOwn(ARC_DEPTHS, String(type))) spend(used);
  };
  visit(shape as Unchecked);
  return left < 0;
}

/** What is wrong with the lines and the transformation that all shapes share. */
export function sharedFault({ arcs, transform }: Topology): string | undefined {
  if (transform != null && !(isPair(transform.scale) && isPair(transform.translate)))
    return 'has a transform without scale and translate, two numbers each';
  const isLine = (arc: unknown) => Array.isArray(arc) && arc.every(isPosition);
  return arcs.every(isLine) ? undefined : 'has arcs that are no lists of positions';
}

function namesArcs(used: unknown, depth: number, arcs: Topology['arcs']): boolean {
  if (!Array.isArray(used)) return false;
  if (depth > 1) return used.every((inner) => namesArcs(inner, depth - 1, arcs));
  return used.every((at) => Number.isInteger(at) && arcs[at < 0 ? ~at : at] !== undefined);
}

/** Digits that a double does not hold come as objects, which the library can't add. */
function isPosition(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => typeof part === 'number');
}

function isPair(value: unknown): boolean {
  return isPosition(value) && (value as unknown[]).length === 2;
}
