import { Fault, invalid, isObject, type JsonObject, setOwn, VIRTUAL_STORAGE } from '@meridian/store';
import { withAlias, withoutAlias } from '../activity/listener.ts';
import { readVirtualParams } from '../virtual/storage.ts';
import { BINDINGS } from './bindings.ts';
import { LICENSES } from './licenses.ts';
import { SCHEMA_TEXTS } from './schema-texts.ts';
import { withoutSchemaUrls, withSchemaUrls } from './schema-urls.ts';
import { readSpaceId } from './space-id.ts';
import { readTemporal } from './temporal.ts';

const MAX_CLIENT_BYTES = 64 * 1024;

/** Storages a definition may name: our own, under our name and the one old definitions carry. */
const OWN_STORAGES = ['meridian', 'psql'];

/** Members the server sets; whatever a client sends for them is dropped. */
export const SERVER_FIELDS = [
  'cid',
  'createdAt',
  'updatedAt',
  'contentUpdatedAt',
  'rights',
  SCHEMA_TEXTS,
  BINDINGS,
] as const;

type Reader = (value: unknown, name: string) => unknown;

/** The named fields of a definition: how each is read. Anything else is stored as sent. */
const FIELDS: Record<string, Reader> = {
  id: readSpaceId,
  title: (value, name) => {
    if (typeof value !== 'string' || value === '') throw invalid(`${name} must be a non-empty string`);
    return value;
  },
  description: readString,
  owner: readString,
  shared: readLooseBoolean,
  public: readLooseBoolean,
  readOnly: (value, name) => {
    if (typeof value !== 'boolean') throw invalid(`${name} must be true or false`);
    return value;
  },
  copyright: readCopyright,
  license: (value, name) => {
    if (!LICENSES.includes(value as string)) throw invalid(`${name} must be one of ${LICENSES.join(', ')}`);
    return value;
  },
  client: (value, name) => {
    const client = readObject(value, name);
    const bytes = Buffer.byteLength(JSON.stringify(client));
    if (bytes > MAX_CLIENT_BYTES)
      throw invalid(`${name} is ${bytes} bytes long, more than the ${MAX_CLIENT_BYTES} allowed`);
    return client;
  },
  searchableProperties: (value, name) => {
    const properties = readObject(value, name);
    for (const path of Object.keys(properties))
      if (typeof properties[path] !== 'boolean') throw invalid(`${name}.${path} must be true or false`);
    return properties;
  },
  sortableProperties: (value, name) =>
    readArray(value, name).map((group, i) => readStrings(group, `${name}[${i}]`)),
  storage: readStorage,
  processors: (value, name) => withoutSchemaUrls(readPlugins(value, name)),
  listeners: readPlugins,
  packages: readStrings,
  tags: readStrings,
  enableUUID: readLooseBoolean,
  enableHistory: readLooseBoolean,
  versionsToKeep: (value, name) => readLooseInteger(value, name, 0),
  enableGlobalVersioning: readLooseBoolean,
  maxVersionCount: (value, name) => readLooseInteger(value, name, -1),
  temporal: readTemporal,
  cacheTTL: (value, name) => {
    if (!Number.isSafeInteger(value) || (value as number) < -1)
      throw invalid(`${name} must be a number of milliseconds, or -1 for automatic`);
    return value;
  },
};

export const DEFINITION_FIELDS: readonly string[] = Object.keys(FIELDS);

/** Checks a definition as sent and returns it in the form that is stored: null members are left out. */
export function readDefinition(value: unknown): JsonObject {
  if (!isObject(value)) throw invalid('the space definition must be a JSON object');
  if (!('title' in value)) throw invalid('title is missing: a space needs a title');
  const definition = readFields(value);
  if (isObject(definition.listeners)) definition.listeners = withoutAlias(definition.listeners);
  return definition;
}

/** The same for the members of a PATCH, in which null removes. */
export function readPatch(value: unknown, stored: JsonObject = {}): JsonObject {
  if (!isObject(value)) throw invalid('the changes must be a JSON object');
  for (const name of ['title', 'storage'])
    if (value[name] === null) throw invalid(`${name} can't be removed from a space`);
  const patch = { ...value };
  for (const name of ['processors', 'listeners'])
    if (Array.isArray(patch[name])) patch[name] = readPlugins(patch[name], name);
  if (isObject(patch.listeners))
    patch.listeners = withoutAlias(patch.listeners, isObject(stored.listeners) ? stored.listeners : {});
  for (const name of SERVER_FIELDS) delete patch[name];
  return patch;
}

/** Reads every named field of a whole definition: a new one, or one a patch was merged into. */
export function readFields(value: JsonObject): JsonObject {
  const definition: JsonObject = { ...value };
  for (const name of Object.keys(FIELDS)) {
    if (!Object.hasOwn(value, name)) continue;
    if (value[name] === null && name !== 'title' && name !== 'storage') delete definition[name];
    else definition[name] = FIELDS[name]!(value[name], name);
  }
  return definition;
}

/** How a space is run: the business of those who manage it. */
const FIELDS_OF_MANAGERS = ['storage', 'listeners', 'processors', 'cacheTTL', 'cid'];

/** A definition as returned: named fields that are empty, false or null are left out. */
export function shownDefinition(definition: JsonObject, manages: boolean): JsonObject {
  const { [SCHEMA_TEXTS]: _, [BINDINGS]: __, ...summary } = definition;
  for (const name of Object.keys(FIELDS)) if (isBlank(summary[name])) delete summary[name];
  if (isObject(summary.listeners)) summary.listeners = withAlias(summary.listeners);
  if (isObject(summary.processors)) summary.processors = withSchemaUrls(summary.processors, summary.id);
  if (!manages) for (const name of FIELDS_OF_MANAGERS) delete summary[name];
  return summary;
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function readString(value: unknown, name: string): string {
  if (typeof value !== 'string') throw invalid(`${name} must be a string`);
  return value;
}

function readObject(value: unknown, name: string): JsonObject {
  if (!isObject(value)) throw invalid(`${name} must be an object`);
  return value;
}

function readArray(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw invalid(`${name} must be an array`);
  return value;
}

function readStrings(value: unknown, name: string): string[] {
  const entries = readArray(value, name);
  const wrong = entries.findIndex((entry) => typeof entry !== 'string');
  if (wrong >= 0) throw invalid(`${name}[${wrong}] must be a string`);
  return entries as string[];
}

function readLooseBoolean(value: unknown, name: string): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalid(`${name} must be true or false`);
}

function readLooseInteger(value: unknown, name: string, min: number): number {
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (!Number.isSafeInteger(number) || (number as number) < min)
    throw invalid(`${name} must be a whole number from ${min}`);
  return number as number;
}

function readCopyright(value: unknown, name: string): unknown[] {
  return readArray(value, name).map((entry, i) => {
    const { label, alt, ...rest } = readObject(entry, `${name}[${i}]`);
    const copyright: JsonObject = { ...rest };
    if (label !== undefined) copyright.label = readString(label, `${name}[${i}].label`);
    if (alt !== undefined) copyright.alt = readString(alt, `${name}[${i}].alt`);
    return copyright;
  });
}

function readStorage(value: unknown, name: string): JsonObject {
  const storage = readObject(value, name);
  const id = readString(storage.id, `${name}.id`);
  if (storage.params != null) readObject(storage.params, `${name}.params`);
  if (id === VIRTUAL_STORAGE) readVirtualParams(storage.params, `${name}.params`);
  else if (!OWN_STORAGES.includes(id))
    throw new Fault('notFound', `the storage ${JSON.stringify(id)} does not exist`);
  return storage;
}

/** Processors and listeners: a map id → settings, or a list of settings that name their id. */
function readPlugins(value: unknown, name: string): JsonObject {
  if (Array.isArray(value)) return readPluginList(value, name);
  const plugins = readObject(value, name);
  for (const id of Object.keys(plugins)) {
    const entries = plugins[id];
    if (entries === null) continue;
    for (const [i, entry] of readArray(entries, `${name}.${id}`).entries())
      checkPlugin(readObject(entry, `${name}.${id}[${i}]`), `${name}.${id}[${i}]`);
  }
  return plugins;
}

function readPluginList(list: unknown[], name: string): JsonObject {
  const plugins: { [id: string]: JsonObject[] } = {};
  list.forEach((value, i) => {
    const { id, ...settings } = readObject(value, `${name}[${i}]`);
    const key = readString(id, `${name}[${i}].id`);
    checkPlugin(settings, `${name}[${i}]`);
    if (Object.hasOwn(plugins, key)) plugins[key]!.push(settings);
    else setOwn(plugins, key, [settings]);
  });
  return plugins;
}

function checkPlugin({ params, eventTypes, order }: JsonObject, name: string): void {
  if (params != null) readObject(params, `${name}.params`);
  if (eventTypes != null) readStrings(eventTypes, `${name}.eventTypes`);
  if (order != null && !Number.isFinite(order)) throw invalid(`${name}.order must be a number`);
}
