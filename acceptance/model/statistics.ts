import type { Entry } from './feature.ts';
import { type Box, boxOf, unite } from './geometry.ts';
import { isObject, type Json, type JsonObject, member } from './json.ts';

export interface Statistics {
  readonly count: number;
  readonly bbox: readonly number[];
  readonly geometryTypes: readonly string[];
  readonly tags: ReadonlyMap<string, number>;
  /** How many features have a value at this dotted path. */
  readonly properties: ReadonlyMap<string, number>;
}

export function statisticsOf(entries: Iterable<Entry>): Statistics {
  const boxes: Box[] = [];
  const types = new Set<string>();
  const tags = new Map<string, number>();
  const properties = new Map<string, number>();
  let count = 0;
  for (const { geometry, properties: own, tags: ownTags } of entries) {
    count += 1;
    const box = boxOf(geometry);
    if (box) boxes.push(box);
    const type = member(geometry, 'type');
    if (typeof type === 'string') types.add(type);
    for (const tag of ownTags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
    for (const key of leaves(own)) properties.set(key, (properties.get(key) ?? 0) + 1);
  }
  return { count, bbox: unite(boxes) ?? [], geometryTypes: [...types].sort(), tags, properties };
}

function leaves(object: JsonObject, prefix = ''): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const key = `${prefix}${name}`;
    return hasMembers(value) ? leaves(value, `${key}.`) : [key];
  });
}

function hasMembers(value: Json): value is JsonObject {
  return isObject(value) && Object.keys(value).length > 0;
}
