import type { VersionRange } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { vary } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { limit, views } from '../parameters/documented.ts';
import { pageToken, readVersionBounds, versionBounds } from '../parameters/version.ts';
import { type ChangesAsked, respondWithChanges } from './changesets.response.ts';

const COMPACT_TYPE = 'application/vnd.here.compact-changeset';

export const getHistory: Operation = {
  name: 'getHistory',
  method: 'GET',
  path: '/hub/spaces/{space_id}/history',
  summary: 'List what versions changed (as old clients ask for it)',
  description: `As \`changesets\`, but an \`endVersion\` past the latest version means the latest, and a \`startVersion\` of 0 the oldest. With \`Accept: ${COMPACT_TYPE}\` all versions are shown as one: each feature once, with the last change that was made to it.`,
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [...versionBounds, limit, pageToken, ...views],
  responses: {
    200: {
      description: 'The changes',
      content: { 'application/json': { anyOf: [refs.changesets, refs.compactChangeset] } },
    },
  },
  async handle(context) {
    const space = context.openForReading();
    const compact = context.accept === COMPACT_TYPE;
    const asked = { ...readVersionBounds(context.query), compact };
    const response = await respondWithChanges(context, space, asked, withinHistory);
    vary(response.headers, 'Accept');
    return response;
  },
};

/** The end is no further than there are versions; from 0 on means from the first. */
function withinHistory({ start, end, compact }: ChangesAsked, { latest }: VersionRange): ChangesAsked {
  const isFirst = start === undefined || start === 0;
  return {
    compact,
    ...(isFirst ? {} : { start }),
    ...(end === undefined || end >= latest ? {} : { end }),
  };
}
