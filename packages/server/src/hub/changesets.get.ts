import type { Operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { limit, views } from '../parameters/documented.ts';
import { readBoolean } from '../parameters/values.ts';
import { pageToken, readVersionBounds, versionBounds } from '../parameters/version.ts';
import { respondWithChanges } from './changesets.response.ts';

export const listChangesets: Operation = {
  name: 'listChangesets',
  method: 'GET',
  path: '/hub/spaces/{space_id}/changesets',
  summary: 'List what versions changed',
  description:
    'For a space that keeps its history. While a response has a `nextPageToken`, there is more; a version may go on in the next page.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [
    ...versionBounds,
    {
      name: 'compact',
      description: 'All versions as one: each feature once, with the last change that was made to it.',
      schema: { type: 'boolean', default: false },
    },
    limit,
    pageToken,
    ...views,
  ],
  responses: {
    200: {
      description: 'The changes',
      content: { 'application/json': { anyOf: [refs.changesets, refs.compactChangeset] } },
    },
  },
  async handle(context) {
    const { query } = context;
    const space = context.openForReading();
    const compact = readBoolean(query, 'compact') ?? false;
    return respondWithChanges(context, space, { ...readVersionBounds(query), compact });
  },
};
