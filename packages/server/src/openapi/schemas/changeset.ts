import type { Schema } from '../../http/operation.ts';

const list = (description: string): Schema => ({
  allOf: [{ $ref: '#/components/schemas/FeatureCollection' }],
  description,
});

const empty = { type: 'FeatureCollection', features: [] };
const berlin = {
  type: 'Feature',
  id: 'berlin',
  geometry: { type: 'Point', coordinates: [13.405, 52.52] },
  properties: {
    name: 'Berlin',
    '@ns:com:here:xyz': {
      space: 'cities',
      createdAt: 1700000000000,
      updatedAt: 1700000000000,
      version: 1,
      tags: [],
    },
  },
};
const changes = {
  inserted: { type: 'FeatureCollection', features: [berlin] },
  updated: empty,
  deleted: empty,
};
const changeset = { type: 'Changeset', createdAt: 1700000000000, ...changes };

export const changesetSchemas: Record<string, Schema> = {
  Changeset: {
    type: 'object',
    description: 'What one version changed.',
    required: ['type', 'inserted', 'updated', 'deleted'],
    properties: {
      type: { const: 'Changeset' },
      createdAt: {
        type: 'integer',
        description:
          'When the version was made, in milliseconds since 1970; absent where that was not noted.',
      },
      inserted: list('Features that were not there before.'),
      updated: list('Features as they became.'),
      deleted: list(
        'Features as they were before, with `deleted: true` and the version of the deletion in their namespace.',
      ),
    },
    examples: [changeset],
  },
  CompactChangeset: {
    type: 'object',
    description: 'What several versions changed, as one: each feature once, with the last change of it.',
    required: ['type', 'inserted', 'updated', 'deleted'],
    properties: {
      type: { const: 'CompactChangeset' },
      inserted: list('Features whose last change was that they came.'),
      updated: list('Features whose last change was an update, as they became.'),
      deleted: list(
        'Features that were deleted, with `deleted: true` and the version of the deletion in their namespace.',
      ),
      nextPageToken: { type: 'string', description: 'Where to go on; absent on the last page.' },
    },
    examples: [{ type: 'CompactChangeset', ...changes }],
  },
  ChangesetCollection: {
    type: 'object',
    description: 'What several versions changed.',
    required: ['type', 'startVersion', 'endVersion', 'versions'],
    properties: {
      type: { const: 'ChangesetCollection' },
      startVersion: { type: 'integer', description: 'The first version asked for.' },
      endVersion: { type: 'integer', description: 'The last version asked for, itself included.' },
      versions: {
        type: 'object',
        description: 'By the number of the version, ascending.',
        additionalProperties: { $ref: '#/components/schemas/Changeset' },
      },
      nextPageToken: { type: 'string', description: 'Where to go on; absent on the last page.' },
    },
    examples: [{ type: 'ChangesetCollection', startVersion: 1, endVersion: 1, versions: { '1': changeset } }],
  },
};
