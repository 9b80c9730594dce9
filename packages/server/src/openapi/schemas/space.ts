import { LICENSES } from '@meridian/hub';
import type { Schema } from '../../http/operation.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const texts = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description });
const flag = (description: string): Schema => ({ type: 'boolean', description });
const epochMs = (description: string): Schema => ({ type: 'integer', description });

const processors = (description: string): Schema => ({
  type: 'object',
  description: `${description} By id, a list of \`{params, eventTypes, order}\`.`,
  additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
});

/** What a client may set. */
const definition: Record<string, Schema> = {
  id: {
    type: 'string',
    description: 'Chosen when the space is created, else made; never changes.',
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.~-]{0,254}$',
  },
  title: { type: 'string', minLength: 1, description: 'Required when a space is created.' },
  description: text('What it holds.'),
  shared: flag('Every authenticated caller may read it.'),
  public: flag('Everybody may read it: without a token, too, where the operator allows that.'),
  temporal: {
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
  readOnly: flag('Its features cannot be written.'),
  copyright: {
    type: 'array',
    description: 'Whom to credit.',
    items: { type: 'object', properties: { label: { type: 'string' }, alt: { type: 'string' } } },
  },
  license: {
    ...text('Identifier of the licence of the data, such as `CC-BY-4.0` or `ODbL-1.0`.'),
    enum: [...LICENSES],
  },
  client: {
    type: 'object',
    description: 'Anything the client wants to keep with the space, up to 64 KiB.',
    additionalProperties: true,
  },
  searchableProperties: {
    type: 'object',
    description:
      'By property path, whether searches for it should have an index; 256 can. All properties are searchable.',
    additionalProperties: { type: 'boolean' },
  },
  sortableProperties: {
    type: 'array',
    description: 'Lists of property names to sort by.',
    items: { type: 'array', items: { type: 'string' } },
  },
  storage: {
    type: 'object',
    description:
      "Where the features live; absent for the server's own store. `virtualspace` shows the features of other spaces: `params.virtualspace` has one of `group`, `merge`, `override`, `custom` with a list of space ids.",
    properties: { id: { type: 'string' }, params: { type: 'object', additionalProperties: true } },
  },
  processors: processors(
    'What is done to features that are written: `rule-tagger` (`params.taggingRules`), `schema-validator` (`params.schema`: an object, its text, or its address on this hub).',
  ),
  listeners: processors(
    'Where changes are recorded: `activity-log`, also named `activity-log-writer` (`params.spaceId`, by default the id of the space and `-log`; `storageMode` FULL or DIFF_ONLY, `states`).',
  ),
  packages: texts('Packages it belongs to.'),
  tags: texts('Tags of the space itself.'),
  enableUUID: flag('Features carry a uuid that changes with every write.'),
  enableHistory: flag('All versions of features are kept, or as many as `versionsToKeep` says.'),
  versionsToKeep: {
    type: 'integer',
    minimum: 0,
    description: 'How many versions are retained; above 1 also without `enableHistory`.',
  },
  enableGlobalVersioning: flag('An older name of `enableHistory` and `enableUUID` together.'),
  maxVersionCount: {
    type: 'integer',
    minimum: -1,
    description: 'An older name of `versionsToKeep`; -1 for all.',
  },
  cacheTTL: {
    type: 'integer',
    minimum: -1,
    description: 'Milliseconds a response may be cached; -1 is automatic.',
  },
};

export const spaceSchemas: Record<string, Schema> = {
  NewSpace: {
    type: 'object',
    description: 'The definition of a new space. Unknown members are retained.',
    required: ['title'],
    properties: definition,
    additionalProperties: true,
    examples: [{ id: 'cities', title: 'Cities of the world' }],
  },
  SpaceInput: {
    type: 'object',
    description: 'The part of the definition of a space that changes. Unknown members are retained.',
    properties: definition,
    additionalProperties: true,
    examples: [{ title: 'Cities of the world' }],
  },
  Space: {
    type: 'object',
    description:
      'A space as the hub answers it. Members that are empty, false or null are absent; `storage`, `processors`, `listeners`, `cacheTTL` and `cid` are shown only to who manages the space.',
    required: ['id', 'title', 'owner', 'createdAt', 'updatedAt', 'contentUpdatedAt'],
    properties: {
      ...definition,
      owner: text('Account that owns it.'),
      cid: text('App that created it.'),
      createdAt: epochMs('When it was created, in milliseconds since 1970.'),
      updatedAt: epochMs('When its definition last changed.'),
      contentUpdatedAt: epochMs('When a feature in it last changed.'),
      rights: texts('What the caller may do with it; only in lists with `includeRights=true`.'),
    },
    additionalProperties: true,
    examples: [
      {
        id: 'cities',
        title: 'Cities of the world',
        owner: 'ACCOUNT-1',
        createdAt: 1700000000000,
        updatedAt: 1700000000000,
        contentUpdatedAt: 1700000000000,
      },
    ],
  },
};
