import type { HistorySize, ReadTicket } from '@meridian/hub';
import { coalesced } from '../http/cached-response.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { json } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { requireHistory } from '../parameters/version.ts';
import { clientId, skipCache } from '../parameters/view.ts';

export const getHistoryStatistics = operation({
  name: 'getHistoryStatistics',
  method: 'GET',
  path: '/hub/spaces/{space_id}/history/statistics',
  summary: 'Statistics of the history of a space: changes, size, latest version',
  description: 'For a space that keeps its history.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: { skipCache, clientId },
  responses: {
    200: { description: 'The statistics', content: { 'application/json': refs.historyStatistics } },
  },
  async handle(context, read) {
    const space = context.openForReading();
    requireHistory(space, 'history');
    read();
    const content = await space.content();
    const etag = etagOf(context, space.info, content, { also: '-history' });
    const respond = async (options: ReadTicket) =>
      json(200, toResponse(await space.historySize(options), content.version));
    return unlessKnown(context, etag, () => coalesced(context, etag, respond));
  },
});

function toResponse({ count, bytes, exactBytes }: HistorySize, latest: number) {
  const size = { value: bytes, estimated: !exactBytes };
  return {
    type: 'HistoryStatisticsResponse',
    count: { value: count, estimated: false },
    byteSize: size,
    dataSize: size,
    maxVersion: { value: latest, estimated: false },
  };
}
