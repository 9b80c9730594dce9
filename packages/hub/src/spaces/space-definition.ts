import { invalid, isObject, type JsonObject } from '@meridian/store';
import { withAlias, withoutAlias } from '../activity/listener.ts';
import { withStoredSource } from '../imports/import-member.ts';
import { IMPORT_STATE, shownImport } from '../imports/import-state.ts';
import { BINDINGS } from './bindings.ts';
import { SCHEMA_TEXTS } from './schema-texts.ts';
import { withSchemaUrls } from './schema-urls.ts';
import { readPlugins, SPACE_MEMBERS } from './space-members.ts';

/** Members the server sets; whatever a client sends for them is dropped. */
export const SERVER_FIELDS = [
  'cid',
  'createdAt',
  'updatedAt',
  'contentUpdatedAt',
  'rights',
  SCHEMA_TEXTS,
  BINDINGS,
  IMPORT_STATE,
] as const;

const NAMES: readonly string[] = Object.keys(SPACE_MEMBERS);

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
  const patch = { ...withStoredSource(value, stored) };
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
  for (const name of NAMES) {
    if (!Object.hasOwn(value, name)) continue;
    if (value[name] === null && name !== 'title' && name !== 'storage') delete definition[name];
    else definition[name] = SPACE_MEMBERS[name]!.read(value[name], name);
  }
  return definition;
}

/** How a space is run: the business of those who manage it. */
const FIELDS_OF_MANAGERS = ['storage', 'listeners', 'processors', 'cacheTTL', 'cid'];

/** What a caller is shown of a definition: how the space is run, and where its features come from. */
export type Shown = { isManaged: boolean; hasImport: boolean };

/** A definition as returned: named fields that are empty, false or null are left out. */
export function shownDefinition(definition: JsonObject, { isManaged, hasImport }: Shown): JsonObject {
  const { [SCHEMA_TEXTS]: _, [BINDINGS]: __, [IMPORT_STATE]: ___, import: ____, ...summary } = definition;
  const imports = hasImport ? shownImport(definition, Date.now()) : undefined;
  if (imports !== undefined) summary.import = imports;
  for (const name of NAMES) if (isBlank(summary[name])) delete summary[name];
  if (isObject(summary.listeners)) summary.listeners = withAlias(summary.listeners);
  if (isObject(summary.processors)) summary.processors = withSchemaUrls(summary.processors, summary.id);
  if (!isManaged) for (const name of FIELDS_OF_MANAGERS) delete summary[name];
  return summary;
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
