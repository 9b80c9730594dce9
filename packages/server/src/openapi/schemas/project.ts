import type { Schema } from '../../http/operation.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const epochMs = (description: string): Schema => ({ type: 'integer', description });

const free: Schema = { type: 'object', additionalProperties: true };

/** What a client may set. */
const definition: Record<string, Schema> = {
  id: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'Chosen when the project is created, else a UUID; never changes.',
  },
  status: {
    type: 'string',
    enum: ['UNPUBLISHED', 'PUBLISHED'],
    default: 'UNPUBLISHED',
    description: 'Published projects can be read by everyone who has a token.',
  },
  title: text('Its name.'),
  description: text('What it shows.'),
  meta: { ...free, description: 'Anything about it.' },
  layers: { type: 'array', description: 'What it shows, and how.' },
  bookmarks: { description: 'Saved map views.' },
  base: { description: 'The map below.' },
  rot: { description: 'What viewers read the layers with.' },
  thumbnail: { description: 'A small picture of it.' },
  map_settings: { ...free, description: 'How the map is shown.' },
  publish_settings: { ...free, description: 'How the published project is shown.' },
};

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
    description: 'A project as the hub answers it.',
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
