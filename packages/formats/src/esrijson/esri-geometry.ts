import type { Geometry, Position } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { measuredPosition } from '../geometry/measures.ts';
import { polygonOfRings } from '../shapefile/rings.ts';

/** A geometry of Esri by the members that it has. Throws GeometryFormatError. */
export function esriGeometry(geometry: unknown): Geometry | null {
  if (geometry === undefined || geometry === null) return null;
  if (typeof geometry !== 'object') throw new GeometryFormatError('has a geometry that is no object');
  const { x, y, z, m, points, paths, rings, xmin, ymin, xmax, ymax, hasM, hasZ, curvePaths, curveRings } =
    geometry as Record<string, unknown>;
  if (curvePaths !== undefined || curveRings !== undefined)
    throw new GeometryFormatError('has curves, which are not read');
  // Of four numbers the last is a measure; of three it is one if only measures are announced.
  const isMeasured = hasM === true && hasZ !== true;
  if ('x' in geometry || 'y' in geometry) {
    // An empty point has null or "NaN".
    if (x === null || x === 'NaN' || x === undefined) return null;
    return {
      type: 'Point',
      coordinates: position([x, y, z, m], false),
    };
  }
  if (points !== undefined) {
    const positions = list(points, 'points').map((one) => position(one, isMeasured));
    return positions.length === 0 ? null : { type: 'MultiPoint', coordinates: positions };
  }
  if (paths !== undefined) {
    const lines = parts(paths, 'paths', isMeasured);
    if (lines.length === 0) return null;
    return lines.length === 1
      ? { type: 'LineString', coordinates: lines[0]! }
      : { type: 'MultiLineString', coordinates: lines };
  }
  if (rings !== undefined) {
    const found = parts(rings, 'rings', isMeasured);
    return found.length === 0 ? null : polygonOfRings(found);
  }
  if (xmin !== undefined) {
    const [west, south, east, north] = [xmin, ymin, xmax, ymax] as number[];
    const corners = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
    return { type: 'Polygon', coordinates: [corners.map((corner) => position(corner, false))] };
  }
  throw new GeometryFormatError('has a geometry without x and y, points, paths or rings');
}

function parts(value: unknown, name: string, isMeasured: boolean): Position[][] {
  return list(value, name)
    .map((part) => list(part, name).map((one) => position(one, isMeasured)))
    .filter((part) => part.length > 0);
}

function list(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new GeometryFormatError(`has ${name} that are no list`);
  return value;
}

function position(value: unknown, isMeasured: boolean): Position {
  if (!Array.isArray(value) || value.length < 2)
    throw new GeometryFormatError('has a position of fewer than two numbers');
  const [x, y, third, fourth] = value as unknown[];
  const [z, m] = isMeasured ? [undefined, third] : [third, fourth];
  if (!isNumber(x) || !isNumber(y) || !(isNumber(z) || z === undefined || z === null))
    throw new GeometryFormatError(`has ${JSON.stringify(value).slice(0, 42)} as a position`);
  // A measure that is none is null or "NaN".
  return measuredPosition(x, y, z ?? Number.NaN, isNumber(m) ? m : Number.NaN);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
