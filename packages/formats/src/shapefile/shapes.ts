import type { Geometry, Position } from '@meridian/geo/geojson';
import { ringArea } from './rings.ts';

/** A shapefile holds shapes of one kind. */
export type ShapeKind = 'points' | 'multipoints' | 'lines' | 'polygons';

/** Types of shapes; ten more with heights. */
const TYPES: Record<ShapeKind, number> = { points: 1, multipoints: 8, lines: 3, polygons: 5 };
const WITH_HEIGHT = 10;
/** Stands for no measure, which a point with a height must have. */
const NO_DATA = -1e39;

export function shapeType(kind: ShapeKind, hasZ: boolean): number {
  return TYPES[kind] + (hasZ ? WITH_HEIGHT : 0);
}

/** Undefined for what no shapefile can hold; `none` for no geometry. */
export function kindOf(geometry: Geometry | null): ShapeKind | 'none' | undefined {
  if (geometry === null) return 'none';
  switch (geometry.type) {
    case 'Point':
      return 'points';
    case 'MultiPoint':
      return geometry.coordinates.length === 0 ? 'none' : 'multipoints';
    case 'LineString':
      return 'lines';
    case 'MultiLineString':
      return geometry.coordinates.length === 0 ? 'none' : 'lines';
    case 'Polygon':
      return 'polygons';
    case 'MultiPolygon':
      return geometry.coordinates.length === 0 ? 'none' : 'polygons';
    case 'GeometryCollection':
      return undefined;
  }
}

/** Lists of positions as a shapefile has them: outer rings clockwise, holes the other way. */
export function partsOfShape(geometry: Geometry): Position[][] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
      return [geometry.coordinates];
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
      return geometry.coordinates;
    case 'Polygon':
      return wound(geometry.coordinates);
    case 'MultiPolygon':
      return geometry.coordinates.flatMap(wound);
    case 'GeometryCollection':
      throw new TypeError('a geometry collection is no shape');
  }
}

function wound(rings: Position[][]): Position[][] {
  return rings.map((ring, i) => (ringArea(ring) < 0 === (i === 0) ? ring : ring.toReversed()));
}

/** Bytes of a shape without the header of its record. */
export function shapeBytes(geometry: Geometry | null, kind: ShapeKind, hasZ: boolean): number {
  if (geometry === null) return 4;
  if (kind === 'points') return hasZ ? 36 : 20;
  const parts = partsOfShape(geometry);
  const positions = parts.reduce((sum, part) => sum + part.length, 0);
  const table = kind === 'multipoints' ? 40 : 44 + 4 * parts.length;
  return table + positions * 16 + (hasZ ? 16 + positions * 8 : 0);
}

/** Writes a shape at an offset, little-endian. */
export function putShape(
  view: DataView,
  at: number,
  geometry: Geometry | null,
  kind: ShapeKind,
  hasZ: boolean,
): void {
  if (geometry === null) {
    view.setInt32(at, 0, true);
    return;
  }
  view.setInt32(at, shapeType(kind, hasZ), true);
  const parts = partsOfShape(geometry);
  const positions = parts.flat();
  if (kind === 'points') {
    const [x, y, z = 0] = positions[0]!;
    putDoubles(view, at + 4, hasZ ? [x, y, z, NO_DATA] : [x, y]);
    return;
  }
  putDoubles(view, at + 4, boxOf(positions));
  let next = at + 36;
  const putInt = (value: number) => {
    view.setInt32(next, value, true);
    next += 4;
  };
  if (kind !== 'multipoints') putInt(parts.length);
  putInt(positions.length);
  if (kind !== 'multipoints') {
    let start = 0;
    for (const part of parts) {
      putInt(start);
      start += part.length;
    }
  }
  for (const [x, y] of positions) next = putDoubles(view, next, [x, y]);
  if (!hasZ) return;
  const heights = positions.map(([, , z = 0]) => z);
  next = putDoubles(view, next, rangeOf(heights));
  putDoubles(view, next, heights);
}

function putDoubles(view: DataView, at: number, values: readonly number[]): number {
  for (const [i, value] of values.entries()) view.setFloat64(at + i * 8, value, true);
  return at + values.length * 8;
}

/** West, south, east, north. */
function boxOf(positions: Position[]): number[] {
  const [west, east] = rangeOf(positions.map(([x]) => x));
  const [south, north] = rangeOf(positions.map(([, y]) => y));
  return [west!, south!, east!, north!];
}

/** Not by spreading: a ring may have more positions than a call has room for arguments. */
function rangeOf(values: number[]): number[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
