/** x, y and, where the client sent one, z: [longitude, latitude, height]. */
export type Position = [number, number] | [number, number, number];

export type Point = { type: 'Point'; coordinates: Position };
export type MultiPoint = { type: 'MultiPoint'; coordinates: Position[] };
export type LineString = { type: 'LineString'; coordinates: Position[] };
export type MultiLineString = { type: 'MultiLineString'; coordinates: Position[][] };
export type Polygon = { type: 'Polygon'; coordinates: Position[][] };
export type MultiPolygon = { type: 'MultiPolygon'; coordinates: Position[][][] };
export type GeometryCollection = { type: 'GeometryCollection'; geometries: Geometry[] };

export type Geometry =
  | Point
  | MultiPoint
  | LineString
  | MultiLineString
  | Polygon
  | MultiPolygon
  | GeometryCollection;

export const GEOMETRY_TYPES = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
] as const;

export type GeometryType = (typeof GEOMETRY_TYPES)[number];
