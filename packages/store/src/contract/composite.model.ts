import { NAMESPACE } from '../model/feature/feature.ts';
import { parseStored } from '../model/json/exact-json.ts';
import { isObject, type JsonObject } from '../model/json/own.ts';
import { StoredFeature } from '../model/query/match.ts';
import type { CompositeSource, FeatureSource } from '../model/source.ts';

/** What a source shows, said as plainly as possible: served features by the storage key of their space. */
export function modelOf(source: FeatureSource, spaces: Map<string, JsonObject[]>): JsonObject[] {
  if (!('parts' in source)) return spaces.get(source.storageKey)!;
  const parts = source.parts.map((part) => modelOf(part, spaces));
  if (source.mode === 'group') return parts.flat();
  const ids = new Set(parts.flat().map(({ id }) => id as string));
  return [...ids].map((id) => combined(source.mode, parts, id));
}

function combined(mode: CompositeSource['mode'], parts: JsonObject[][], id: string): JsonObject {
  const found = parts
    .map((part) => part.find((feature) => feature.id === id))
    .filter((feature) => feature !== undefined);
  if (mode === 'override') return found.at(-1)!;
  const merged = found.reduce(merge);
  const geometry = found.findLast((feature) => feature.geometry !== null)?.geometry ?? null;
  const { [NAMESPACE]: namespace, ...properties } = merged.properties as JsonObject;
  const { space: _none, ...revision } = namespace as JsonObject;
  return { ...merged, geometry, properties: { ...properties, [NAMESPACE]: revision } };
}

function merge(earlier: JsonObject, later: JsonObject): JsonObject {
  const names = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  return Object.fromEntries(
    Array.from(names, (name) => {
      const [a, b] = [earlier[name], later[name]];
      return [name, isObject(a) && isObject(b) ? merge(a, b) : name in later ? b : a];
    }),
  );
}

/** As those see it who test conditions. */
export function storedFeature({ id, geometry, properties }: JsonObject): StoredFeature {
  const head = `{"type":"Feature","id":${JSON.stringify(id)},"geometry":`;
  const front = `${head}${JSON.stringify(geometry)},"properties":`;
  const text = `${front}${JSON.stringify(properties)}`;
  return new StoredFeature(id as string, {
    text: `${text}}`,
    geometryStart: head.length,
    propertiesStart: front.length,
    propertiesEnd: text.length,
  });
}

export function served(text: string): JsonObject {
  return parseStored(text) as JsonObject;
}
