import { type BBox, emptyBBox, extend, isEmptyBBox } from './bbox.ts';
import { GEOMETRY_TYPES, type GeometryType, type Position } from './geojson.ts';

/** What the store wants to know of a geometry without looking at it again. */
export type GeometryFacts = {
  type: GeometryType;
  /** Absent for geometries without a position, such as an empty MultiPoint. */
  bbox: BBox | undefined;
  hasZ: boolean;
  vertices: number;
};

/** A geometry that is not GeoJSON. `path` leads to the culprit: `geometry.coordinates[0][1]`. */
export class GeometryError extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(`${path} ${message}`);
    this.path = path;
  }
}

const MAX_COLLECTION_DEPTH = 16;

type Inspection = { box: BBox; hasZ: boolean; vertices: number };

/**
 * Checks that a value is a GeoJSON geometry (RFC 7946, the seven types, WGS 84 ranges) and gathers its facts.
 * Winding and self-intersection are not checked.
 */
export function inspectGeometry(value: unknown, path = 'geometry'): GeometryFacts {
  const inspection: Inspection = { box: emptyBBox(), hasZ: false, vertices: 0 };
  const type = inspectMember(value, path, inspection, 0);
  return {
    type,
    bbox: isEmptyBBox(inspection.box) ? undefined : inspection.box,
    hasZ: inspection.hasZ,
    vertices: inspection.vertices,
  };
}

function inspectMember(value: unknown, path: string, seen: Inspection, depth: number): GeometryType {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new GeometryError(path, 'must be a GeoJSON geometry object');
  const geometry = value as { type?: unknown; coordinates?: unknown; geometries?: unknown };
  const type = geometry.type as GeometryType;
  if (typeof type !== 'string' || !GEOMETRY_TYPES.includes(type))
    throw new GeometryError(`${path}.type`, `must be one of ${GEOMETRY_TYPES.join(', ')}`);
  if (type === 'GeometryCollection') {
    inspectCollection(geometry.geometries, `${path}.geometries`, seen, depth);
    return type;
  }
  const where = `${path}.coordinates`;
  const coordinates = geometry.coordinates;
  if (!Array.isArray(coordinates)) throw new GeometryError(where, 'must be an array');
  switch (type) {
    case 'Point':
      if (!isPosition(coordinates)) refusePosition(coordinates, where);
      record(coordinates, seen);
      break;
    case 'MultiPoint':
      inspectPositions(coordinates, where, seen);
      break;
    case 'LineString':
      inspectLine(coordinates, where, seen);
      break;
    case 'MultiLineString':
      inspectEach(coordinates, where, seen, inspectLine);
      break;
    case 'Polygon':
      inspectPolygon(coordinates, where, seen);
      break;
    case 'MultiPolygon':
      inspectEach(coordinates, where, seen, inspectPolygon);
      break;
  }
  return type;
}

function inspectCollection(members: unknown, path: string, seen: Inspection, depth: number): void {
  if (!Array.isArray(members)) throw new GeometryError(path, 'must be an array of geometries');
  if (depth >= MAX_COLLECTION_DEPTH)
    throw new GeometryError(path, `nests GeometryCollections deeper than ${MAX_COLLECTION_DEPTH}`);
  for (let i = 0; i < members.length; i++) inspectMember(members[i], `${path}[${i}]`, seen, depth + 1);
}

type Inspector = (coordinates: unknown[], path: string, seen: Inspection) => void;

function inspectEach(parts: unknown[], path: string, seen: Inspection, inspect: Inspector): void {
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!Array.isArray(part)) throw new GeometryError(`${path}[${i}]`, 'must be an array');
    inspect(part, `${path}[${i}]`, seen);
  }
}

function inspectLine(line: unknown[], path: string, seen: Inspection): void {
  if (line.length < 2) throw new GeometryError(path, `must have at least 2 positions, not ${line.length}`);
  inspectPositions(line, path, seen);
}

function inspectPolygon(rings: unknown[], path: string, seen: Inspection): void {
  if (rings.length === 0) throw new GeometryError(path, 'must have at least one ring');
  inspectEach(rings, path, seen, inspectRing);
}

function inspectRing(ring: unknown[], path: string, seen: Inspection): void {
  if (ring.length < 4)
    throw new GeometryError(path, `must be a ring of at least 4 positions, not ${ring.length}`);
  inspectPositions(ring, path, seen);
  const first = ring[0] as number[];
  const last = ring[ring.length - 1] as number[];
  if (first[0] !== last[0] || first[1] !== last[1] || first[2] !== last[2])
    throw new GeometryError(path, 'must be closed: its last position must equal its first');
}

function inspectPositions(positions: unknown[], path: string, seen: Inspection): void {
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i];
    if (!isPosition(position)) refusePosition(position, `${path}[${i}]`);
    record(position, seen);
  }
}

function record(position: Position, seen: Inspection): void {
  seen.vertices++;
  if (position.length === 3) seen.hasZ = true;
  extend(seen.box, position[0], position[1]);
}

/** The common case, separate from the error reporting so that it stays small and fast. */
function isPosition(position: unknown): position is Position {
  if (!Array.isArray(position)) return false;
  const [x, y, z] = position;
  return (
    typeof x === 'number' &&
    typeof y === 'number' &&
    x >= -180 &&
    x <= 180 &&
    y >= -90 &&
    y <= 90 &&
    (position.length === 2 || (position.length === 3 && Number.isFinite(z)))
  );
}

function refusePosition(position: unknown, path: string): never {
  if (!Array.isArray(position))
    throw new GeometryError(
      path,
      'must be a position: [longitude, latitude] or [longitude, latitude, height]',
    );
  if (position.length !== 2 && position.length !== 3)
    throw new GeometryError(path, `must have 2 or 3 numbers, not ${position.length}`);
  const odd = position.findIndex((part) => typeof part !== 'number' || !Number.isFinite(part));
  if (odd >= 0) throw new GeometryError(`${path}[${odd}]`, 'must be a finite number');
  const [x, y] = position;
  if (x < -180 || x > 180)
    throw new GeometryError(`${path}[0]`, `is a longitude and must be from -180 to 180, not ${x}`);
  throw new GeometryError(`${path}[1]`, `is a latitude and must be from -90 to 90, not ${y}`);
}
