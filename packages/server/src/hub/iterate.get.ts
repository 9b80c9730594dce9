import type { ReadTicket, StreamEnd } from '@meridian/hub';
import { coalesced } from '../http/cached-response.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import type { QueryString } from '../http/request/query-string.ts';
import { geojson } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { filters, handle, limit, part, sort, version, views } from '../parameters/documented.ts';
import { readSortedHandle, writeSortedHandle } from '../parameters/sorted-handle.ts';
import { readFilter, readHandle, readLimit, readPart, readSort, readView } from '../parameters/values.ts';
import { readVersion } from '../parameters/version.ts';

export const iterateFeatures: Operation = {
  name: 'iterateFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/iterate',
  summary: 'Page through all features of a space',
  description: 'While a response has a `handle`, there is more: ask again with it.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [limit, handle, sort, part, version, ...filters, ...views],
  responses: { 200: { description: 'A page', content: { 'application/geo+json': refs.featurePage } } },
  async handle(context) {
    const { query, dialect } = context;
    const space = context.openForReading();
    const ofPart = readPart(query);
    const at = readVersion(query, space);
    const walk = {
      filter: readFilter(query),
      view: readView(query, dialect.coordinates),
      limit: readLimit(query),
      ...readCursor(query),
      ...(ofPart ? { part: ofPart } : {}),
      ...at,
    };
    const etag = etagOf(context, space.info, await space.content(), at);
    const read = (options: ReadTicket) =>
      geojson({
        head: '{"type":"FeatureCollection","features":[',
        stream: space.stream(walk, options),
        tail: (end) => (end.more ? nextPage(end) : ']}'),
      });
    return unlessKnown(context, etag, () => coalesced(context, etag, read));
  },
};

/** Where to go on: behind an insertion number, or if sorted after a position among the values. */
function readCursor(query: QueryString) {
  const sort = readSort(query);
  if (sort.length === 0) return { sort, after: readHandle(query) };
  const afterSorted = readSortedHandle(query.one('handle'), sort.length);
  return { sort, after: 0, ...(afterSorted ? { afterSorted } : {}) };
}

function nextPage({ last, lastSorted }: StreamEnd): string {
  const handle = lastSorted ? writeSortedHandle(lastSorted) : last;
  return `],"handle":"${handle}","nextPageToken":"${handle}"}`;
}
