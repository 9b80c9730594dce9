import { isTakenApart } from '@meridian/geo';
import type { Feature } from '../feature/feature.ts';
import { geometryTypeCode } from '../feature/geometry-type.ts';
import type { PropertyShape } from '../feature/property-shape.ts';
import { isRawNumber } from '../json/exact-json.ts';
import { isObject, type JsonObject } from '../json/own.ts';

export const DATATYPES = ['string', 'number', 'boolean', 'array', 'object', 'null'] as const;

/** Names of properties that are longer are not counted, and tags not listed: lists are made in memory. */
export const MAX_LISTED_CHARS = 1000;

/** Differences that a transaction makes to the stored statistics, collected in memory so that they are written once. */
export class StatsDelta {
  readonly tags = new Map<string, number>();
  readonly #properties = new Map<string, number[]>();
  /** How many features have each shape, where these are not among the properties yet. */
  readonly #shapes = new Map<PropertyShape, number>();
  readonly geometries = new Map<number, number>();
  count = 0;
  bytes = 0;
  maxBytes = 0;

  /** By dotted path: how often each of DATATYPES. */
  get properties(): ReadonlyMap<string, number[]> {
    for (const [{ names, types }, change] of this.#shapes)
      for (let i = 0; i < names.length; i++) this.#addProperty(names[i]!, types[i]!, change);
    this.#shapes.clear();
    return this.#properties;
  }

  add(feature: Feature, bytes: number, sign: 1 | -1): void {
    this.count += sign;
    this.bytes += sign * bytes;
    if (sign > 0 && bytes > this.maxBytes) this.maxBytes = bytes;
    const { parts, tags } = feature;
    const type = parts ? parts.geometryType : feature.geometry?.type;
    increase(this.geometries, geometryTypeCode(type), sign);
    for (const tag of tags) increase(this.tags, tag, sign);
    if (parts) increase(this.#shapes, parts.shape, sign);
    else this.#addProperties(feature.properties, '', sign);
  }

  #addProperties(properties: JsonObject, prefix: string, sign: 1 | -1): void {
    for (const name of Object.keys(properties)) {
      const value = properties[name];
      const key = prefix + name;
      if (isObject(value) && isTakenApart(key) && Object.keys(value).length > 0)
        this.#addProperties(value, `${key}.`, sign);
      else this.#addProperty(key, datatypeOf(value), sign);
    }
  }

  #addProperty(key: string, type: number, change: number): void {
    if (key.length > MAX_LISTED_CHARS) return;
    const counts = this.#properties.get(key);
    if (counts) counts[type]! += change;
    else this.#properties.set(key, firstCounts(type, change));
  }

  /** Takes over what another one collected. */
  absorb(other: StatsDelta): void {
    this.count += other.count;
    this.bytes += other.bytes;
    if (other.maxBytes > this.maxBytes) this.maxBytes = other.maxBytes;
    for (const [code, change] of other.geometries) increase(this.geometries, code, change);
    for (const [tag, change] of other.tags) increase(this.tags, tag, change);
    const properties = this.#properties;
    for (const [key, changes] of other.properties) {
      const counts = properties.get(key);
      if (!counts) properties.set(key, changes);
      else for (let type = 0; type < changes.length; type++) counts[type]! += changes[type]!;
      if (counts?.every((count) => count === 0)) properties.delete(key);
    }
    other.clear();
  }

  /** Nothing is left. The largest that there was may still be in the history. */
  empty(): void {
    const { maxBytes } = this;
    this.clear();
    this.maxBytes = maxBytes;
  }

  /** Forgets what was collected: it was written, or the transaction was undone. */
  clear(): void {
    this.tags.clear();
    this.#properties.clear();
    this.#shapes.clear();
    this.geometries.clear();
    this.count = this.bytes = this.maxBytes = 0;
  }
}

function increase<K>(map: Map<K, number>, key: K, by: number): void {
  const count = (map.get(key) ?? 0) + by;
  if (count === 0) map.delete(key);
  else map.set(key, count);
}

function firstCounts(type: number, change: number): number[] {
  const counts = [0, 0, 0, 0, 0, 0];
  counts[type] = change;
  return counts;
}

function datatypeOf(value: unknown): number {
  if (value === null) return 5;
  if (Array.isArray(value)) return 3;
  if (typeof value === 'object') return isRawNumber(value) ? 1 : 4;
  return typeof value === 'string' ? 0 : typeof value === 'number' ? 1 : 2;
}
