import type { Space, Statistics } from '@meridian/hub';
import type { Schema } from '../http/operation.ts';
import { isQueryable } from './property-filters.ts';
import { type FoundProperty, propertiesOf } from './space-types.ts';

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
  const format = geometryTypes.length === 1 ? GEOMETRY_FORMATS[geometryTypes[0]!] : undefined;
  return {
    title: 'geometry',
    'x-ogc-role': 'primary-geometry',
    format: format ?? 'geometry-any',
  };
}

export function idSchema(): Schema {
  return { title: 'id', type: 'string', 'x-ogc-role': 'id' };
}

function valueSchema({ name, type }: FoundProperty, { time }: Pick<Space, 'time'>): Schema {
  const role =
    time?.start === name
      ? time.end === undefined
        ? 'primary-instant'
        : 'primary-interval-start'
      : time?.end === name
        ? 'primary-interval-end'
        : undefined;
  return { title: name, type, ...(role ? { 'x-ogc-role': role } : {}) };
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** A schema of what features have or can be asked for. Others may be there: a space takes any property. */
function document(address: string, title: string, properties: Record<string, Schema>): Schema {
  return { $schema: DIALECT, $id: address, type: 'object', title, properties, additionalProperties: true };
}

export function queryablesDocument(address: string, info: Space, statistics: Statistics): Schema {
  const found = propertiesOf(statistics).filter(
    (property) => isQueryable(property) || property.type === 'array',
  );
  return document(address, info.title, {
    id: idSchema(),
    geometry: geometrySchema(statistics),
    ...Object.fromEntries(found.map((property) => [property.name, valueSchema(property, info)])),
  });
}

export function sortablesDocument(address: string, info: Space, statistics: Statistics): Schema {
  const found = propertiesOf(statistics).filter(isQueryable);
  return document(address, info.title, {
    id: idSchema(),
    ...Object.fromEntries(found.map((property) => [property.name, valueSchema(property, info)])),
  });
}

/** The logical schema: nested properties are in the objects that they belong to. */
export function schemaDocument(address: string, info: Space, statistics: Statistics): Schema {
  const root: Branch = { schema: {}, below: new Map() };
  const found = propertiesOf(statistics);
  for (const property of found.toSorted((a, b) => depthOf(a) - depthOf(b)))
    insert(root, property.name.split('.'), valueSchema(property, info));
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
