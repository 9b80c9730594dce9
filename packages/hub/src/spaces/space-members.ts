import { Fault, invalid, type JsonObject, setOwn, VIRTUAL_STORAGE } from '@meridian/store';
import { IMPORT_MEMBER } from '../imports/import-member.ts';
import {
  flag,
  type JsonSchema,
  looseFlag,
  type Member,
  type Members,
  object,
  readArray,
  readObject,
  readString,
  readStrings,
  text,
  texts,
} from '../members.ts';
import { readVirtualParams } from '../virtual/storage.ts';
import { LICENSES } from './licenses.ts';
import { readRank } from './rank.ts';
import { withoutSchemaUrls } from './schema-urls.ts';
import { readSpaceId, SPACE_ID } from './space-id.ts';
import { readTemporal } from './temporal.ts';

const MAX_CLIENT_BYTES = 64 * 1024;

/** Storages a definition may name: our own, under our name and the one old definitions carry. */
const OWN_STORAGES = ['meridian', 'psql'];

/** The named members of a definition that a client may set. Anything else is stored as sent. */
export const SPACE_MEMBERS: Members = {
  id: {
    schema: {
      type: 'string',
      description: 'Chosen when the space is created, else made; never changes.',
      pattern: SPACE_ID.source,
    },
    read: readSpaceId,
  },
  title: {
    schema: { type: 'string', minLength: 1, description: 'Required when a space is created.' },
    read: (value, name) => {
      if (typeof value !== 'string' || value === '') throw invalid(`${name} must be a non-empty string`);
      return value;
    },
  },
  description: text('What it holds.'),
  owner: text('Account that owns it. Only who has the right `adminSpaces` may give it to another one.'),
  shared: looseFlag('Every authenticated caller may read it.'),
  public: looseFlag('Everybody may read it: without a token, too, where the operator allows that.'),
  temporal: {
    schema: {
      description:
        'The property that is the time of features, or the two between which it lasts: what `datetime` of the OGC API asks for.',
      oneOf: [
        { type: 'string' },
        {
          type: 'object',
          required: ['start'],
          properties: { start: { type: 'string' }, end: { type: 'string' } },
          additionalProperties: true,
        },
      ],
    },
    read: readTemporal,
  },
  rank: {
    schema: {
      description:
        'The property whose number says how important a feature is, the greatest first; nested ones with dots. Where a tile of `mode=auto` can not show all features, it shows these before others.',
      oneOf: [
        { type: 'string', minLength: 1 },
        {
          type: 'object',
          required: ['property'],
          properties: {
            property: { type: 'string', minLength: 1 },
            order: { type: 'string', enum: ['descending', 'ascending'], default: 'descending' },
          },
        },
      ],
    },
    read: readRank,
  },
  readOnly: flag('Its features cannot be written.'),
  copyright: {
    schema: {
      type: 'array',
      description: 'Whom to credit.',
      items: { type: 'object', properties: { label: { type: 'string' }, alt: { type: 'string' } } },
    },
    read: readCopyright,
  },
  license: {
    schema: {
      type: 'string',
      description: 'Identifier of the licence of the data, such as `CC-BY-4.0` or `ODbL-1.0`.',
      enum: [...LICENSES],
    },
    read: (value, name) => {
      if (!LICENSES.includes(value as string)) throw invalid(`${name} must be one of ${LICENSES.join(', ')}`);
      return value;
    },
  },
  client: {
    ...object('Anything the client wants to keep with the space, up to 64 KiB.'),
    read: (value, name) => {
      const client = readObject(value, name);
      const bytes = Buffer.byteLength(JSON.stringify(client));
      if (bytes > MAX_CLIENT_BYTES)
        throw invalid(`${name} is ${bytes} bytes long, more than the ${MAX_CLIENT_BYTES} allowed`);
      return client;
    },
  },
  searchableProperties: {
    schema: {
      type: 'object',
      description:
        'By property path, whether searches for it should have an index; 256 can. All properties are searchable.',
      additionalProperties: { type: 'boolean' },
    },
    read: (value, name) => {
      const properties = readObject(value, name);
      for (const path of Object.keys(properties))
        if (typeof properties[path] !== 'boolean') throw invalid(`${name}.${path} must be true or false`);
      return properties;
    },
  },
  textIndex: flag(
    'The words of all properties have an index, with which `q` finds them at once. Without it `q` finds the same, but in a large space looks through all of it.',
  ),
  sortableProperties: {
    schema: {
      type: 'array',
      description: 'Lists of property names to sort by.',
      items: { type: 'array', items: { type: 'string' } },
    },
    read: (value, name) => readArray(value, name).map((group, i) => readStrings(group, `${name}[${i}]`)),
  },
  storage: {
    schema: {
      type: 'object',
      description:
        "Where the features live; absent for the server's own store. `virtualspace` shows the features of other spaces: `params.virtualspace` has one of `group`, `merge`, `override`, `custom` with a list of space ids.",
      properties: { id: { type: 'string' }, params: { type: 'object', additionalProperties: true } },
    },
    read: readStorage,
  },
  processors: {
    schema: plugins(
      'What is done to features that are written: `rule-tagger` (`params.taggingRules`), `schema-validator` (`params.schema`: an object, its text, or its address on this hub).',
    ),
    read: (value, name) => withoutSchemaUrls(readPlugins(value, name)),
  },
  listeners: {
    schema: plugins(
      'Where changes are recorded: `activity-log`, also named `activity-log-writer` (`params.spaceId`, by default the id of the space and `-log`; `storageMode` FULL or DIFF_ONLY, `states`).',
    ),
    read: readPlugins,
  },
  import: IMPORT_MEMBER,
  packages: texts('Packages it belongs to.'),
  tags: texts('Tags of the space itself.'),
  enableUUID: looseFlag('Features carry a uuid that changes with every write.'),
  enableHistory: looseFlag('All versions of features are retained, or as many as `versionsToKeep` says.'),
  versionsToKeep: looseInteger(0, 'How many versions are retained; above 1 also without `enableHistory`.'),
  enableGlobalVersioning: looseFlag('An older name of `enableHistory` and `enableUUID` together.'),
  maxVersionCount: looseInteger(-1, 'An older name of `versionsToKeep`; -1 for all.'),
  cacheTTL: {
    schema: {
      type: 'integer',
      minimum: -1,
      description: 'Milliseconds a response may be cached; -1 is automatic.',
    },
    read: (value, name) => {
      if (!Number.isSafeInteger(value) || (value as number) < -1)
        throw invalid(`${name} must be a number of milliseconds, or -1 for automatic`);
      return value;
    },
  },
};

function plugins(description: string): JsonSchema {
  return {
    type: 'object',
    description: `${description} By id, a list of \`{params, eventTypes, order}\`.`,
    additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
  };
}

/** Also as digits in a text, which old clients send. */
function looseInteger(minimum: number, description: string): Member<number> {
  return {
    schema: { type: 'integer', minimum, description },
    read: (value, name) => {
      const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
      if (!Number.isSafeInteger(number) || (number as number) < minimum)
        throw invalid(`${name} must be a whole number from ${minimum}`);
      return number as number;
    },
  };
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

/** Processors and listeners: a map id → settings, or a list of settings that name their id. Ids with null are left out. */
export function readPlugins(value: unknown, name: string): JsonObject {
  if (Array.isArray(value)) return readPluginList(value, name);
  const plugins: JsonObject = {};
  for (const [id, entries] of Object.entries(readObject(value, name))) {
    if (entries === null) continue;
    for (const [i, entry] of readArray(entries, `${name}.${id}`).entries())
      checkPlugin(readObject(entry, `${name}.${id}[${i}]`), `${name}.${id}[${i}]`);
    setOwn(plugins, id, entries);
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
