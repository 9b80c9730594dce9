import type { VersionRange } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { vary } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { limit } from '../parameters/paging.ts';
import { pageToken, requireHistory, versionBounds } from '../parameters/version.ts';
import { viewOf, views } from '../parameters/view.ts';
import { type ChangesAsked, respondWithChanges } from './changesets.response.ts';

const COMPACT_TYPE = 'application/vnd.here.compact-changeset';

export const getHistory = operation({
  name: 'getHistory',
  method: 'GET',
  path: '/hub/spaces/{space_id}/history',
  summary: 'List what versions changed (as old clients ask for it)',
  description: `As \`changesets\`, but an \`endVersion\` past the latest version means the latest, and a \`startVersion\` of 0 the oldest. With \`Accept: ${COMPACT_TYPE}\` all versions are shown as one: each feature once, with the last change that was made to it.`,
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: { versions: versionBounds, limit, after: pageToken, view: views },
  responses: {
    200: {
      description: 'The changes',
      content: { 'application/json': { anyOf: [refs.changesets, refs.compactChangeset] } },
    },
  },
  async handle(context, read) {
    const space = context.openForReading();
    requireHistory(space, 'changesets');
    const { versions, limit, after, view } = read();
    const asked = { ...versions, compact: context.accept === COMPACT_TYPE };
    const page = { limit, after, view: viewOf(view, context) };
    const response = await respondWithChanges(context, space, asked, page, withinHistory);
    vary(response.headers, 'Accept');
    return response;
  },
});

/** The end is no further than there are versions; from 0 on means from the first. */
function withinHistory({ start, end, compact }: ChangesAsked, { latest }: VersionRange): ChangesAsked {
  const isFirst = start === undefined || start === 0;
  return {
    compact,
    ...(isFirst ? {} : { start }),
    ...(end === undefined || end >= latest ? {} : { end }),
  };
}
