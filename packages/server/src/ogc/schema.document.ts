import type { Space, Statistics } from '@meridian/hub';
import type { Schema } from '../http/operation.ts';
import { isQueryable } from './property-filters.ts';
import { type FoundProperty, propertiesOf } from './space-types.ts';
import type { TimeFormats } from './time-formats.ts';

/** Geometry types as the standard names the formats of geometries. */
const GEOMETRY_FORMATS: Record<string, string> = {
  Point: 'geometry-point',
  MultiPoint: 'geometry-multipoint',
  LineString: 'geometry-linestring',
  MultiLineString: 'geometry-multilinestring',
  Polygon: 'geometry-polygon',
  MultiPolygon: 'geometry-multipolygon',
  GeometryCollection: 'geometry-geometrycollection',
};

export function geometrySchema({ geometryTypes }: Statistics): Schema {
  return { title: 'geometry', 'x-ogc-role': 'primary-geometry', format: geometryFormat(geometryTypes) };
}

/** A kind and its plural have a name of their own. */
function geometryFormat(types: readonly string[]): string {
  const single = types.find((type) => !type.startsWith('Multi')) ?? types[0];
  const isOneKind = types.every((type) => type === single || type === `Multi${single}`);
  const format = isOneKind && single !== undefined ? GEOMETRY_FORMATS[single] : undefined;
  if (!format) return 'geometry-any';
  return types.length === 1 ? format : `${format}-or-multi${single!.toLowerCase()}`;
}

export function idSchema(): Schema {
  return { title: 'id', type: 'string', 'x-ogc-role': 'id' };
}

/** What is known of a collection when it is described. */
export type Described = { info: Space; statistics: Statistics; formats: TimeFormats };

function valueSchema({ name, type }: FoundProperty, { info, formats }: Described): Schema {
  const format = type === 'string' ? formats.get(name) : undefined;
  const role = format && roleOf(name, info, formats);
  return { title: name, type, ...(format ? { format } : {}), ...(role ? { 'x-ogc-role': role } : {}) };
}

/** A role is for texts that are times, and the two of an interval are both dates or both moments. */
function roleOf(name: string, { time }: Pick<Space, 'time'>, formats: TimeFormats): string | undefined {
  if (time?.end === undefined) return time?.start === name ? 'primary-instant' : undefined;
  if (formats.get(time.start) !== formats.get(time.end)) return undefined;
  if (time.start === name) return 'primary-interval-start';
  return time.end === name ? 'primary-interval-end' : undefined;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** A schema of what features have or can be asked for. Others may be there: a space takes any property. */
function document(address: string, title: string, properties: Record<string, Schema>): Schema {
  return { $schema: DIALECT, $id: address, type: 'object', title, properties, additionalProperties: true };
}

export function queryablesDocument(address: string, described: Described): Schema {
  const { info, statistics } = described;
  const found = propertiesOf(statistics).filter(
    (property) => isQueryable(property) || property.type === 'array',
  );
  return document(address, info.title, {
    id: idSchema(),
    geometry: geometrySchema(statistics),
    ...Object.fromEntries(found.map((property) => [property.name, valueSchema(property, described)])),
  });
}

export function sortablesDocument(address: string, described: Described): Schema {
  const { info, statistics } = described;
  const found = propertiesOf(statistics).filter(isQueryable);
  return document(address, info.title, {
    id: idSchema(),
    ...Object.fromEntries(found.map((property) => [property.name, valueSchema(property, described)])),
  });
}

/** The logical schema: nested properties are in the objects that they belong to. */
export function schemaDocument(address: string, described: Described): Schema {
  const { info, statistics } = described;
  const root: Branch = { schema: {}, below: new Map() };
  const found = propertiesOf(statistics);
  for (const property of found.toSorted((a, b) => depthOf(a) - depthOf(b)))
    insert(root, property.name.split('.'), valueSchema(property, described));
  return document(address, info.title, {
    id: idSchema(),
    geometry: geometrySchema(statistics),
    ...schemasBelow(root),
  });
}

/** A map, since properties may be called anything. */
type Branch = { schema: Schema; below: Map<string, Branch> };

function depthOf({ name }: FoundProperty): number {
  return name.split('.').length;
}

/** A property that is mostly something else than an object has no inside to describe. */
function insert({ below }: Branch, path: readonly string[], schema: Schema): void {
  const [name, ...rest] = path as [string, ...string[]];
  const known = below.get(name);
  const branch = known ?? { schema: { title: name, type: 'object' }, below: new Map() };
  if (!known) below.set(name, branch);
  if (rest.length > 0) {
    if (branch.schema.type === 'object') insert(branch, rest, schema);
  } else if (!known) branch.schema = { ...schema, title: name };
}

function schemasBelow({ below }: Branch): Record<string, Schema> {
  return Object.fromEntries(
    Array.from(below, ([name, branch]) => [
      name,
      branch.below.size === 0 ? branch.schema : { ...branch.schema, properties: schemasBelow(branch) },
    ]),
  );
}
