import { randomInt } from 'node:crypto';
import { type Geometry, GeometryError, type GeometryFacts, inspectGeometry } from '@meridian/geo';
import { invalid } from '../fault.ts';
import { isRawNumber } from '../json/exact-json.ts';
import { isObject, type JsonObject } from '../json/own.ts';
import { NAMESPACE } from './feature.ts';
import { normalizeTags } from './tags.ts';

/** A feature as it came in: validated, normalised, but perhaps only a part of one. */
export type FeatureInput = {
  /** Absent where the client leaves the choice to us. */
  id: string | undefined;
  /** Absent where the input does not speak of the geometry. */
  geometry: Geometry | null | undefined;
  facts: GeometryFacts | undefined;
  /** Without the namespace; null members are retained (they remove on patch, they are data on replace). */
  properties: JsonObject;
  /** Absent where the input does not speak of tags. */
  tags: string[] | undefined;
  /** The namespace where it names a state of the feature: what the client had before it changed it. */
  baseRevision: JsonObject | undefined;
  foreign: JsonObject;
};

export type FeatureLimits = { maxVertices: number };

/** Validates one feature of a request body; the error names the JSON path inside the feature. */
export function readFeatureInput(value: unknown, limits: FeatureLimits): FeatureInput {
  if (!isObject(value)) throw invalid('must be a GeoJSON Feature object');
  const { type, id, geometry, properties, bbox: _dropped, ...foreign } = value;
  if (type !== undefined && type !== 'Feature') throw invalid('type must be "Feature"');
  const ownProperties = readProperties(properties);
  const { [NAMESPACE]: namespace, ...userProperties } = ownProperties;
  const shape = readGeometry(geometry, limits);
  return {
    id: readFeatureId(id),
    geometry: shape.geometry,
    facts: shape.facts,
    properties: userProperties,
    ...readNamespace(namespace),
    foreign,
  };
}

/** What the client says in the namespace. */
export function readNamespace(namespace: unknown): Pick<FeatureInput, 'tags' | 'baseRevision'> {
  return {
    tags: readTags(namespace),
    baseRevision: namesBaseRevision(namespace) ? namespace : undefined,
  };
}

export function readFeatureId(id: unknown): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id === 'number') return String(id);
  if (isRawNumber(id)) return id.rawJSON;
  if (typeof id !== 'string') throw invalid('id must be a string or a number');
  if (id === '') throw invalid('id must not be empty');
  if (!id.isWellFormed()) throw invalid('id must be valid Unicode text');
  return id;
}

function readProperties(properties: unknown): JsonObject {
  if (properties === undefined || properties === null) return {};
  if (!isObject(properties)) throw invalid('properties must be an object');
  return properties;
}

function readTags(namespace: unknown): string[] | undefined {
  if (namespace === undefined || namespace === null) return undefined;
  const path = `properties.${NAMESPACE}`;
  if (!isObject(namespace)) throw invalid(`${path} must be an object`);
  if (namespace.tags === undefined) return undefined;
  if (namespace.tags === null) return [];
  if (!Array.isArray(namespace.tags)) throw invalid(`${path}.tags must be an array of strings`);
  return normalizeTags(namespace.tags, `${path}.tags`);
}

/** Whether it matters is for the space to say; elsewhere these members are dropped unseen. */
function namesBaseRevision(namespace: unknown): namespace is JsonObject {
  return isObject(namespace) && (namespace.uuid != null || namespace.version != null);
}

type Shape = Pick<FeatureInput, 'geometry' | 'facts'>;

function readGeometry(geometry: unknown, limits: FeatureLimits): Shape {
  if (geometry === undefined || geometry === null) return { geometry, facts: undefined };
  let facts: GeometryFacts;
  try {
    facts = inspectGeometry(geometry);
  } catch (error) {
    if (error instanceof GeometryError) throw invalid(error.message);
    throw error;
  }
  if (facts.vertices > limits.maxVertices)
    throw invalid(`geometry has ${facts.vertices} positions, more than the ${limits.maxVertices} allowed`);
  return { geometry: withoutBBox(geometry as Geometry), facts };
}

function withoutBBox(geometry: Geometry): Geometry {
  if (geometry.type === 'GeometryCollection')
    geometry = { ...geometry, geometries: geometry.geometries.map(withoutBBox) };
  if (!Object.hasOwn(geometry, 'bbox')) return geometry;
  const { bbox: _dropped, ...retained } = geometry as Geometry & { bbox: unknown };
  return retained;
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomId(length: number): string {
  let id = '';
  for (let i = 0; i < length; i++) id += ALPHANUMERIC[randomInt(ALPHANUMERIC.length)];
  return id;
}
