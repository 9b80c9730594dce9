import type { Geometry } from '@meridian/geo/geojson';
import { GeometryFormatError } from '../geometry/geometry-format-error.ts';
import { measuredPosition } from '../geometry/measures.ts';
import { exactInteger, setMember } from '../json.ts';
import { base64Of } from '../tabular/base64.ts';

/** A Parquet value as JSON has it: times as ISO text, bytes as base64, whole numbers exact. */
export function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return exactInteger(String(value));
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return base64Of(value);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, jsonValue);
  if (Array.isArray(value)) return value.map(jsonValue);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const members: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) setMember(members, name, jsonValue(member));
  return members;
}

const NATIVE: Record<string, Geometry['type']> = {
  point: 'Point',
  linestring: 'LineString',
  polygon: 'Polygon',
  multipoint: 'MultiPoint',
  multilinestring: 'MultiLineString',
  multipolygon: 'MultiPolygon',
};

/** Lists of { x, y, z?, m? }, nested as GeoJSON nests positions. */
export function nativeGeometry(value: unknown, encoding: string): Geometry {
  const type = NATIVE[encoding];
  if (type === undefined)
    throw new GeometryFormatError(`has a geometry in the encoding ${encoding}, which can't be read`);
  return { type, coordinates: positionsOf(value) } as Geometry;
}

function positionsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(positionsOf);
  const { x, y, z, m } = value as { x: number; y: number; z?: number | null; m?: number | null };
  return measuredPosition(x, y, z ?? Number.NaN, m ?? Number.NaN);
}
