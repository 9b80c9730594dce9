import { schemasOf, TOKEN_MEMBERS } from '@meridian/hub';
import type { Schema } from '../../http/operation.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const seconds = (description: string): Schema => ({ type: 'integer', description });

const urm: Schema = {
  allOf: [{ $ref: '#/components/schemas/Rights' }],
  description:
    'Rights, each with filters of which one must match. Absent or empty = all rights of the account.',
};

const rights: Schema = {
  ...TOKEN_MEMBERS.urm.schema,
  examples: [{ 'xyz-hub': { readFeatures: [{ space: 'cities' }] } }],
};

const definition: Record<string, Schema> = { ...schemasOf(TOKEN_MEMBERS), urm };

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
      lastUsedAt: {
        type: 'integer',
        description:
          'In lists: when it was last used, in milliseconds since 1970 and to within five minutes; missing where it never was.',
      },
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
      limits: definition.limits,
      project: definition.project,
    },
    examples: [{ tid: 'Xz1bq2', iat: 1700000000, description: 'reads the map', limits: {} }],
  },
};
