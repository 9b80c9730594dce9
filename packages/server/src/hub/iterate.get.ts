import type { ReadTicket, StreamEnd } from '@meridian/hub';
import { coalesced } from '../http/cached-response.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { geojson } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { linksWith } from '../openapi/links.ts';
import { explain } from '../parameters/explain.ts';
import { filters } from '../parameters/filters.ts';
import { limit, pageStart, part } from '../parameters/paging.ts';
import { writeSortedHandle } from '../parameters/sorted-handle.ts';
import { atVersion, version } from '../parameters/version.ts';
import { viewOf, views } from '../parameters/view.ts';
import { explained } from './explained.ts';

export const iterateFeatures = operation({
  name: 'iterateFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/iterate',
  summary: 'Page through all features of a space',
  description: 'While a response has a `handle`, there is more: ask again with it.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  isConfirmedByRead: true,
  query: { limit, start: pageStart, part, version, filter: filters, view: views, explain },
  responses: {
    200: {
      description: 'A page',
      content: { 'application/geo+json': refs.featurePage, 'application/json': refs.readPlan },
      links: linksWith({ space_id: '$request.path.space_id', handle: '$response.body#/handle' }, [
        'iterateFeatures',
      ]),
    },
  },
  async handle(context, read) {
    const space = context.openForReading();
    const { limit, start, part, version, filter, view, explain } = read();
    const at = await atVersion(version, space, context.ticket);
    const page = { filter, view: viewOf(view, context), limit, ...start, ...(part ? { part } : {}), ...at };
    if (explain) return explained(context, space, { kind: 'features', query: page });
    const etag = etagOf(context, space.info, await space.content(), at);
    const readPage = (options: ReadTicket) =>
      geojson({
        head: '{"type":"FeatureCollection","features":[',
        stream: space.stream(page, options),
        tail: (end) => (end.more ? nextPage(end) : ']}'),
      });
    return unlessKnown(context, etag, () => coalesced(context, etag, readPage));
  },
});

function nextPage({ last, lastSorted }: StreamEnd): string {
  const handle = lastSorted ? writeSortedHandle(lastSorted) : last;
  return `],"handle":"${handle}","nextPageToken":"${handle}"}`;
}
