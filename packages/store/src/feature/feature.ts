import type { Geometry } from '@meridian/geo';
import type { JsonObject } from '../json/own.ts';

/** The member of `properties` that belongs to the hub. */
export const NAMESPACE = '@ns:com:here:xyz';

/** A feature taken apart: what the client says of it. The hub's own marks (times, space) are kept beside it. */
export type Feature = {
  id: string;
  geometry: Geometry | null;
  /** Without the namespace. */
  properties: JsonObject;
  tags: string[];
  /** Members of the feature that GeoJSON does not name. */
  foreign: JsonObject;
};

/** What the hub knows of a stored feature beside its content. */
export type Stamp = { space: string; createdAt: number; updatedAt: number };
