import { at, isObject, type Json, type JsonObject, member } from './json.ts';

const ALWAYS = ['id', 'type', 'geometry'];

/** What is left of a served feature after `selection`. */
export function select(feature: JsonObject, selection: readonly string[]): JsonObject {
  if (selection.length === 0 || selection.includes('*')) return feature;
  const kept = new Map<string, Json>(ALWAYS.map((name) => [name, feature[name] ?? null]));
  let properties: Json = {};
  for (const name of selection) {
    const inRoot = member(feature, name);
    if (!name.startsWith('p.') && name !== 'properties' && inRoot !== undefined) {
      kept.set(name, inRoot);
      continue;
    }
    const path = name === 'properties' ? [] : name.replace(/^p\./, '').split('.');
    properties = copyPath(properties, feature.properties, path);
  }
  kept.set('properties', properties);
  return Object.fromEntries(kept);
}

function copyPath(target: Json, source: Json | undefined, path: readonly string[]): Json {
  const found = at(source, path);
  if (found === undefined) return target;
  const [name, ...rest] = path;
  if (name === undefined) return found;
  const members = new Map(Object.entries(isObject(target) ? target : {}));
  members.set(name, copyPath(members.get(name) ?? {}, member(source, name), rest));
  return Object.fromEntries(members);
}
