import { PROJECT_MEMBERS, schemasOf } from '@meridian/hub';
import type { Schema } from '../../http/operation.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const epochMs = (description: string): Schema => ({ type: 'integer', description });

/** What a client may set. */
const definition = schemasOf(PROJECT_MEMBERS);

const example = { id: 'city-walks', status: 'PUBLISHED', title: 'City walks', layers: [{ id: 'cities' }] };
const times = { created_at: 1700000000000, last_update: 1700000000000 };

export const projectSchemas: Record<string, Schema> = {
  ProjectInput: {
    type: 'object',
    description: 'A project, or the part of it that changes. Unknown members are retained.',
    properties: definition,
    additionalProperties: true,
    examples: [example],
  },
  Project: {
    type: 'object',
    description: 'A project as the hub returns it.',
    required: ['id', 'status', 'created_at', 'last_update', 'owner'],
    properties: {
      ...definition,
      created_at: epochMs('When it was created, in milliseconds since 1970.'),
      last_update: epochMs('When it last changed.'),
      owner: text('Account that owns it.'),
    },
    additionalProperties: true,
    examples: [{ ...example, ...times, owner: 'ACCOUNT-1' }],
  },
  ProjectList: {
    type: 'object',
    description: 'Projects in the order in which they were created.',
    required: ['projects'],
    properties: {
      projects: { type: 'array', items: { $ref: '#/components/schemas/Project' } },
      handle: {
        type: 'integer',
        description: 'Where the next page goes on; there while a page of `paginate=true` is full.',
      },
    },
  },
};
