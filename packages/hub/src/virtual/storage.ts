import { type CompositeMode, invalid, isObject, isVirtual, type JsonObject } from '@meridian/store';

/** What a definition may name; `custom` is an old word for `group`. */
const MODES: Record<string, CompositeMode> = {
  group: 'group',
  merge: 'merge',
  override: 'override',
  custom: 'group',
};

export type Upstreams = { mode: CompositeMode; ids: readonly string[] };

/** Checks `storage.params` of a virtual space: one way to combine, and the spaces it combines. */
export function readVirtualParams(params: unknown, name: string): Upstreams {
  const path = `${name}.virtualspace`;
  const settings = isObject(params) ? params.virtualspace : undefined;
  const names = isObject(settings) ? Object.keys(settings) : [];
  const [mode] = names;
  if (names.length !== 1 || !Object.hasOwn(MODES, mode!))
    throw invalid(
      `${path} must be an object with one of ${Object.keys(MODES).join(', ')}: a list of space ids`,
    );
  const ids = (settings as JsonObject)[mode!];
  if (!Array.isArray(ids) || ids.length === 0)
    throw invalid(`${path}.${mode} must be a list of at least one space id`);
  const seen = new Set<string>();
  ids.forEach((id: unknown, i) => {
    if (typeof id !== 'string') throw invalid(`${path}.${mode}[${i}] must be the id of a space`);
    if (seen.has(id)) throw invalid(`${path}.${mode} names the space ${JSON.stringify(id)} twice`);
    seen.add(id);
  });
  return { mode: MODES[mode!]!, ids: [...seen] };
}

/** What a space combines; undefined for one that has features of its own. */
export function upstreamsOf(definition: JsonObject): Upstreams | undefined {
  if (!isVirtual(definition)) return undefined;
  return readVirtualParams((definition.storage as JsonObject).params, 'storage.params');
}

/**
 * The storage of a changed definition. A list of spaces replaces the one before, however it combines them; but features
 * of its own can't be hidden behind those of others, nor come back.
 */
export function withStorage(merged: JsonObject, before: JsonObject, patch: JsonObject): JsonObject {
  if (!isObject(patch.storage)) return merged;
  if (isVirtual(merged) !== isVirtual(before))
    throw invalid("storage.id: a space with features of its own and a virtual space can't become each other");
  const params = isObject(patch.storage.params) ? patch.storage.params : {};
  if (!isVirtual(merged) || !isObject(params.virtualspace)) return merged;
  const storage = merged.storage as JsonObject;
  const { virtualspace } = params;
  return { ...merged, storage: { ...storage, params: { ...(storage.params as JsonObject), virtualspace } } };
}

/** What only a space with features of its own can do; `true`, a number of versions, or settings. */
const OF_OWN_FEATURES = [
  'processors',
  'listeners',
  'enableUUID',
  'enableHistory',
  'versionsToKeep',
  'enableGlobalVersioning',
  'maxVersionCount',
];

export function refuseOwnFeatures(definition: JsonObject): void {
  for (const name of OF_OWN_FEATURES) {
    const value = definition[name];
    const isSet = value === true || (typeof value === 'number' && (value > 1 || value < 0));
    if (isSet || (isObject(value) && Object.keys(value).length > 0))
      throw invalid(`${name}: a virtual space has no features of its own; set it on its upstream spaces`);
  }
}
