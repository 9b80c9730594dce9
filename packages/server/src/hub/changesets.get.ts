import { operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { limit } from '../parameters/paging.ts';
import { boolean } from '../parameters/parameter.ts';
import { pageToken, requireHistory, versionBounds } from '../parameters/version.ts';
import { viewOf, views } from '../parameters/view.ts';
import { respondWithChanges } from './changesets.response.ts';

export const listChangesets = operation({
  name: 'listChangesets',
  method: 'GET',
  path: '/hub/spaces/{space_id}/changesets',
  summary: 'List what versions changed',
  description:
    'For a space that keeps its history. While a response has a `nextPageToken`, there is more; a version may go on in the next page.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: {
    versions: versionBounds,
    compact: boolean({
      name: 'compact',
      description: 'All versions as one: each feature once, with the last change that was made to it.',
    }),
    limit,
    after: pageToken,
    view: views,
  },
  responses: {
    200: {
      description: 'The changes',
      content: { 'application/json': { anyOf: [refs.changesets, refs.compactChangeset] } },
    },
  },
  async handle(context, read) {
    const space = context.openForReading();
    requireHistory(space, 'changesets');
    const { versions, compact, limit, after, view } = read();
    const page = { limit, after, view: viewOf(view, context) };
    return respondWithChanges(context, space, { ...versions, compact }, page);
  },
});
