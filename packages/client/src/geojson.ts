/** Longitude, latitude and, where one was stored, height. */
export type Position = [number, number] | [number, number, number];

export type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'MultiPoint' | 'LineString'; coordinates: Position[] }
  | { type: 'MultiLineString' | 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }
  | { type: 'GeometryCollection'; geometries: Geometry[] };

/** What the hub knows of a feature. */
export type FeatureNamespace = {
  space: string;
  createdAt: number;
  updatedAt: number;
  tags: string[];
  /** The version that made it what it is, in a space with history. */
  version?: number;
};

export const NAMESPACE = '@ns:com:here:xyz';

export type JsonObject = { [member: string]: unknown };

/** A feature as the hub returns it. */
export type Feature<Properties extends object = JsonObject> = {
  type: 'Feature';
  id: string;
  geometry: Geometry | null;
  properties: Properties & { [NAMESPACE]?: FeatureNamespace };
};

/** A feature to be written: all of it is optional, and an id is made where none is given. */
export type FeatureInput = {
  type?: 'Feature';
  id?: string | number;
  geometry?: Geometry | null;
  properties?: object | null;
  [member: string]: unknown;
};

export type FeatureCollection<Properties extends object = JsonObject> = {
  type: 'FeatureCollection';
  features: Feature<Properties>[];
  /** There where `limit` was reached and more features match. */
  partial?: true;
};
