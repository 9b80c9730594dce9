import { RIGHTS } from '@meridian/hub';
import type { Schema } from '../../http/operation.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const seconds = (description: string): Schema => ({ type: 'integer', description });

const patterns: Schema = { type: ['string', 'array'], items: { type: 'string' } };

const filter: Schema = {
  type: 'object',
  description: 'Matches if all its members match; `{}` matches everything, a trailing `*` is a prefix.',
  properties: {
    owner: { type: 'string' },
    space: { type: 'string' },
    packages: patterns,
    id: text('The package, connector or capability that the right is about.'),
  },
};

const urm: Schema = {
  allOf: [{ $ref: '#/components/schemas/Rights' }],
  description:
    'Rights, each with filters of which one must match. Absent or empty = all rights of the account.',
};

const rights: Schema = {
  type: 'object',
  description: 'Rights, each with filters of which one must match.',
  properties: {
    'xyz-hub': {
      type: 'object',
      properties: Object.fromEntries(RIGHTS.map((right) => [right, { type: 'array', items: filter }])),
    },
  },
  examples: [{ 'xyz-hub': { readFeatures: [{ space: 'cities' }] } }],
};

const limits: Schema = {
  type: 'object',
  properties: {
    maxSpaces: { type: 'integer', minimum: 0, description: 'Spaces its account may have when it makes one.' },
    maxFeaturesPerSpace: {
      type: 'integer',
      minimum: 0,
      description: 'Features a space may have after it adds some.',
    },
  },
};

const definition: Record<string, Schema> = {
  cid: text('App it belongs to.'),
  exp: seconds('When it expires, in seconds since 1970; absent = never.'),
  description: text('What it is for.'),
  urm,
  limits,
  metadata: { type: 'object', description: 'Anything.', additionalProperties: true },
  project: text(
    'A project it is for: it reads that one while it is published, no other, and of spaces only those that `urm` names.',
  ),
};

const named: Record<string, Schema> = {
  tid: text('Id of the token. It opens nothing.'),
  aid: text('Account it belongs to.'),
  iat: seconds('When it was made, in seconds since 1970.'),
};

const example = {
  tid: 'Xz1bq2',
  aid: 'ACCOUNT-1',
  cid: 'APP-1',
  iat: 1700000000,
  description: 'reads the map',
  urm: { 'xyz-hub': { readFeatures: [{ space: 'cities' }] } },
  limits: {},
};

export const tokenSchemas: Record<string, Schema> = {
  Rights: rights,
  LegacyTokenList: {
    type: 'object',
    description: 'Tokens in the form of the old path.',
    required: ['tokens'],
    properties: {
      tokens: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'type', 'iat', 'description'],
          properties: {
            id: named.tid,
            type: { enum: ['PERMANENT', 'TEMPORARY'] },
            iat: named.iat,
            description: definition.description,
          },
        },
      },
    },
    examples: [
      { tokens: [{ id: 'Xz1bq2', type: 'PERMANENT', iat: 1700000000, description: 'reads the map' }] },
    ],
  },
  TokenInput: {
    type: 'object',
    description: 'What a new token may do, and until when.',
    properties: definition,
    examples: [{ description: example.description, urm: example.urm }],
  },
  Token: {
    type: 'object',
    description: 'A token without its secret.',
    required: ['tid', 'aid', 'iat', 'description', 'urm', 'limits'],
    properties: {
      ...named,
      ...definition,
      awsPlanId: text('Always empty; clients of the old service look for it in lists.'),
    },
    examples: [example],
  },
  NewToken: {
    type: 'object',
    description: 'A token just made, with its secret.',
    required: ['tid', 'token', 'aid', 'iat', 'description', 'urm', 'limits'],
    properties: {
      ...named,
      token: text('The secret, to be sent as bearer. Shown this once.'),
      ...definition,
    },
    examples: [{ ...example, token: 'the-secret' }],
  },
  PublicToken: {
    type: 'object',
    description: 'What anybody may know about a token.',
    required: ['tid', 'iat', 'description', 'limits'],
    properties: {
      tid: named.tid,
      iat: named.iat,
      exp: definition.exp,
      description: definition.description,
      limits,
    },
    examples: [{ tid: 'Xz1bq2', iat: 1700000000, description: 'reads the map', limits: {} }],
  },
};
