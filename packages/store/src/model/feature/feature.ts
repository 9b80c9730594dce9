import type { Geometry, GeometryType } from '@meridian/geo';
import type { JsonObject } from '../json/own.ts';
import type { PropertyShape } from './property-shape.ts';

/** The member of `properties` that belongs to the hub. */
export const NAMESPACE = '@ns:com:here:xyz';

/** A feature taken apart: what the client says of it. The hub's own metadata (times, space) are stored beside it. */
export type Feature = {
  id: string;
  geometry: Geometry | null;
  /** Without the namespace. */
  properties: JsonObject;
  tags: string[];
  /** Members of the feature that GeoJSON does not name. */
  foreign: JsonObject;
  /** Where it came in just as it is stored, and has no foreign members. */
  readonly parts?: FeatureParts;
};

/** What is known of a feature that was not parsed. */
export type FeatureParts = {
  /** As JSON.stringify writes it. */
  geometry: string;
  geometryType: GeometryType | undefined;
  /** As JSON.stringify writes them, without the namespace. */
  properties: string;
  /** What properties it has. */
  shape: PropertyShape;
};

/** Names of a feature's state, in spaces that keep such. */
export type Revision = {
  /** The version of the space that made it so. */
  version?: number;
  uuid?: string;
  /** The uuid of the state it replaced. */
  puuid?: string;
  /** Where a write was merged with what others had written: the uuid of the state that write was based on. */
  muuid?: string;
};

/** What the hub knows of a stored feature beside its content. */
export type Stamp = { space: string; createdAt: number; updatedAt: number; revision?: Revision };
