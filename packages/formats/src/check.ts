import { GEOMETRY_TYPES, type Geometry } from '@meridian/geo/geojson';
import { GeometryError, inspectGeometry } from '@meridian/geo/inspect';
import type { Feature, ReadRecord, SourceLocation } from './feature.ts';
import { hasMeasures, withoutMeasures } from './geometry/measures.ts';

/** What one value of a file is: a feature that a hub will take, or why not. `text` is its own JSON, if it has one. */
export function checkFeature(value: unknown, location: SourceLocation, text?: string): ReadRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(location, 'is not a GeoJSON object');
  const given = value as Record<string, unknown>;
  if (isGeometryType(given.type))
    return checkFeature({ type: 'Feature', geometry: given, properties: {} }, location);
  if (given.type !== undefined && given.type !== 'Feature')
    return refuse(location, `type must be "Feature", not ${brief(given.type)}`);
  if (given.type === undefined && !('geometry' in given) && !('properties' in given))
    return refuse(location, 'is no GeoJSON feature: it has neither geometry nor properties');
  const id = idOf(given.id);
  if (id === false)
    return refuse(location, `id must be a text that is not empty, or a number, not ${brief(given.id)}`);
  const properties = given.properties ?? {};
  if (typeof properties !== 'object' || Array.isArray(properties))
    return refuse(location, `properties must be an object, not ${brief(properties)}`, id);
  const found: unknown = given.geometry ?? null;
  let geometry: unknown = found;
  let reason = geometryFault(found);
  if (reason !== undefined && hasMeasures(found)) {
    geometry = withoutMeasures(found);
    reason = geometryFault(geometry);
  }
  if (reason !== undefined) return refuse(location, reason, id, given);

  const feature = given as Feature;
  const isAsGiven = given.type === 'Feature' && given.properties != null && given.geometry === geometry;
  feature.type = 'Feature';
  if (id === undefined) delete feature.id;
  else feature.id = id;
  feature.geometry = geometry as Geometry | null;
  feature.properties = properties as Record<string, unknown>;
  const isMeasured = geometry !== found;
  return {
    feature,
    location,
    ...(text !== undefined && isAsGiven ? { text } : {}),
    ...(isMeasured ? { isMeasured } : {}),
  };
}

/** @param candidate the feature, where only its geometry is wrong */
export function refuse(
  location: SourceLocation,
  reason: string,
  id?: string,
  candidate?: object,
): ReadRecord {
  const refused = { location, reason, ...(id === undefined ? {} : { id }) };
  return candidate === undefined ? { refused } : { refused, candidate };
}

/** What is wrong with a geometry, or undefined. */
export function geometryFault(geometry: unknown): string | undefined {
  if (geometry === null) return undefined;
  try {
    inspectGeometry(geometry);
    return undefined;
  } catch (error) {
    if (error instanceof GeometryError) return error.message;
    throw error;
  }
}

function isGeometryType(type: unknown): boolean {
  return GEOMETRY_TYPES.includes(type as Geometry['type']);
}

function idOf(id: unknown): string | undefined | false {
  if (id === undefined || id === null) return undefined;
  if (typeof id === 'string' && id !== '') return id;
  if (typeof id === 'number') return String(id);
  const text = JSON.stringify(id);
  // Digits that a double can't hold keep their digits.
  return /^-?\d+$/.test(text) ? text : false;
}

/** A value for a message, cut to a bearable length. */
export function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
