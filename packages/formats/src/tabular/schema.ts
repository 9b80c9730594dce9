import type { Geometry } from '@meridian/geo/geojson';
import { type GeometryFacts, inspectGeometry } from '@meridian/geo/inspect';
import type { Feature } from '../feature.ts';
import { isExactNumber } from '../json.ts';
import {
  columnName,
  ID_COLUMN,
  NAMESPACE,
  NAMESPACE_COLUMN,
  NULLS_COLUMN,
  PROPERTIES_COLUMN,
  ROOT_COLUMN,
  TAGS_COLUMN,
} from './column-names.ts';

export type ValueType = 'text' | 'integer' | 'number' | 'boolean' | 'json';

export type TableColumn = {
  name: string;
  type: ValueType;
  /** The value of a feature in this column; JSON as text, undefined where there is none. */
  pick(parts: FeatureParts): unknown;
};

export type TableSchema = {
  columns: TableColumn[];
  count: number;
  /** The box around all geometries; undefined if there are none. */
  bbox: GeometryFacts['bbox'];
  geometryTypes: Set<Geometry['type']>;
  /** Whether none, some or all of the geometries have heights. */
  heights: 'none' | 'some' | 'all';
};

/** Names of columns that a format has itself, such as that of the geometry; where they depend on what there is, as a function. */
export type OwnColumns = readonly string[] | ((types: ReadonlySet<Geometry['type']>) => readonly string[]);

/** A feature, cut up the way its row is. */
export type FeatureParts = {
  feature: Feature;
  tags: string[] | undefined;
  namespace: Record<string, unknown> | undefined;
  root: Record<string, unknown> | undefined;
};

const MAX_COLUMNS = 1000;
const MAX_NAME_LENGTH = 200;
const INT64 = 2n ** 63n;

/** Learns what columns a table of these features needs. Property names keep the order they turn up in. */
export class SchemaBuilder {
  readonly #types = new Map<string, ValueType>();
  readonly #seen = { namespace: false, root: false, nulls: false, properties: false };
  #bbox: GeometryFacts['bbox'];
  readonly #geometryTypes = new Set<Geometry['type']>();
  #count = 0;
  #withHeight = 0;
  #withGeometry = 0;

  add(feature: Feature): void {
    this.#count++;
    const { namespace, root } = partsOf(feature);
    if (namespace !== undefined) this.#seen.namespace = true;
    if (root !== undefined) this.#seen.root = true;
    for (const [name, value] of Object.entries(feature.properties)) {
      if (name === NAMESPACE && isObject(value)) continue;
      if (value === null) this.#seen.nulls = true;
      if (!mayBeColumn(name) || (!this.#types.has(name) && this.#types.size >= MAX_COLUMNS))
        this.#seen.properties = true;
      else if (value !== null) this.#types.set(name, merged(this.#types.get(name), typeOf(value)));
    }
    if (feature.geometry !== null) this.#addGeometry(feature.geometry);
  }

  finish(own: OwnColumns): TableSchema {
    const taken = typeof own === 'function' ? own(this.#geometryTypes) : own;
    const used = new Set(taken.map((name) => name.toLowerCase()));
    const columns: TableColumn[] = [
      { name: ID_COLUMN, type: 'text', pick: ({ feature }) => feature.id },
      { name: TAGS_COLUMN, type: 'text', pick: ({ tags }) => tags?.join(',') },
    ];
    const json = (name: string, value: (parts: FeatureParts) => unknown) =>
      columns.push({ name, type: 'json', pick: (parts) => jsonText(value(parts)) });
    if (this.#seen.namespace) json(NAMESPACE_COLUMN, ({ namespace }) => namespace);
    for (const [property, type] of this.#types) {
      const name = columnName(property, used);
      columns.push({ name, type, pick: ({ feature }) => columnValue(feature.properties, property, type) });
    }
    const isColumn = (name: string) => this.#types.has(name);
    if (this.#seen.nulls) json(NULLS_COLUMN, ({ feature }) => nullsOf(feature, isColumn));
    if (this.#seen.properties) json(PROPERTIES_COLUMN, ({ feature }) => othersOf(feature, isColumn));
    if (this.#seen.root) json(ROOT_COLUMN, ({ root }) => root);
    return {
      columns,
      count: this.#count,
      bbox: this.#bbox,
      geometryTypes: this.#geometryTypes,
      heights: this.#withHeight === 0 ? 'none' : this.#withHeight === this.#withGeometry ? 'all' : 'some',
    };
  }

  #addGeometry(geometry: Geometry): void {
    const { type, bbox, hasZ } = inspectGeometry(geometry);
    this.#withGeometry++;
    if (hasZ) this.#withHeight++;
    this.#geometryTypes.add(type);
    if (bbox === undefined) return;
    const box = this.#bbox ?? bbox;
    this.#bbox = {
      west: Math.min(box.west, bbox.west),
      south: Math.min(box.south, bbox.south),
      east: Math.max(box.east, bbox.east),
      north: Math.max(box.north, bbox.north),
    };
  }
}

export function partsOf(feature: Feature): FeatureParts {
  const { type, id, geometry, properties, bbox, ...root } = feature;
  const whole = properties[NAMESPACE];
  const namespace = isObject(whole) ? { ...whole } : undefined;
  let tags: string[] | undefined;
  if (namespace !== undefined && areTags(namespace.tags)) {
    tags = namespace.tags;
    delete namespace.tags;
  }
  const hasMore = namespace !== undefined && (tags === undefined || Object.keys(namespace).length > 0);
  return {
    feature,
    tags,
    namespace: hasMore ? namespace : undefined,
    root: Object.keys(root).length > 0 ? root : undefined,
  };
}

function areTags(tags: unknown): tags is string[] {
  return (
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string' && tag !== '' && !tag.includes(',') && isPlainText(tag))
  );
}

function mayBeColumn(name: string): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    /^[^\p{Cc}\s](?:[^\p{Cc}]*[^\p{Cc}\s])?$/u.test(name) &&
    !name.endsWith(':json') &&
    name.isWellFormed()
  );
}

function typeOf(value: unknown): ValueType {
  if (typeof value === 'string') return isPlainText(value) ? 'text' : 'json';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? 'integer' : 'number';
  return isExactNumber(value) && isInt64(value.rawJSON) ? 'integer' : 'json';
}

/** Some formats end a text at NUL, none can write half a surrogate pair. */
function isPlainText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isInt64(digits: string): boolean {
  if (!/^-?\d{1,19}$/.test(digits)) return false;
  const value = BigInt(digits);
  return value >= -INT64 && value < INT64;
}

/** Whole numbers and fractions make a column of numbers; anything else that is mixed, one of JSON. */
function merged(before: ValueType | undefined, now: ValueType): ValueType {
  if (before === undefined || before === now) return now;
  const isNumeric = (type: ValueType) => type === 'integer' || type === 'number';
  return isNumeric(before) && isNumeric(now) ? 'number' : 'json';
}

function columnValue(properties: Record<string, unknown>, property: string, type: ValueType): unknown {
  const value = Object.hasOwn(properties, property) ? properties[property] : undefined;
  if (value === undefined || value === null) return undefined;
  return type === 'json' ? JSON.stringify(value) : value;
}

function nullsOf({ properties }: Feature, isColumn: (name: string) => boolean): string[] | undefined {
  const names = Object.keys(properties).filter(
    (name) => properties[name] === null && (isColumn(name) || mayBeColumn(name)),
  );
  return names.length > 0 ? names : undefined;
}

function othersOf({ properties }: Feature, isColumn: (name: string) => boolean): object | undefined {
  const others = Object.entries(properties).filter(
    ([name, value]) =>
      !isColumn(name) && !(name === NAMESPACE && isObject(value)) && !(value === null && mayBeColumn(name)),
  );
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}

function jsonText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}
