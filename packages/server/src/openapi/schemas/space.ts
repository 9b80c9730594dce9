import { SPACE_MEMBERS, schemasOf } from '@meridian/hub';
import type { Schema } from '../../http/operation.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const texts = (description: string): Schema => ({ type: 'array', items: { type: 'string' }, description });
const epochMs = (description: string): Schema => ({ type: 'integer', description });

/** What a client may set. */
const definition = schemasOf(SPACE_MEMBERS);

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
      'A space as the hub returns it. Members that are empty, false or null are absent; `storage`, `processors`, `listeners`, `cacheTTL` and `cid` are shown only to who manages the space, `import` only to who has the right `manageSpaces` on it.',
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
