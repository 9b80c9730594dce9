import { geojson } from '../http/answer.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import { refs } from '../openapi/components.ts';
import { filters, handle, limit, part, sort, views } from '../parameters/documented.ts';
import { readFilter, readHandle, readLimit, readPart, readSort, readView } from '../parameters/values.ts';

export const iterateFeatures: Operation = {
  name: 'iterateFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/iterate',
  summary: 'Page through all features of a space',
  description: 'While an answer has a `handle`, there is more: ask again with it.',
  tag: 'features: read',
  access: 'token',
  query: [limit, handle, sort, part, ...filters, ...views],
  answers: { 200: { description: 'A page', content: { 'application/geo+json': refs.featurePage } } },
  async handle(context) {
    const { hub, caller, spaceId, query, dialect } = context;
    const space = hub.features.openForReading(caller, spaceId);
    const ofPart = readPart(query);
    const walk = {
      filter: readFilter(query),
      view: readView(query, dialect.coordinates),
      limit: readLimit(query),
      after: readHandle(query),
      sort: readSort(query),
      ...(ofPart ? { part: ofPart } : {}),
    };
    return unlessKnown(context, etagOf(context, space.record, await space.content()), () =>
      geojson({
        head: '{"type":"FeatureCollection","features":[',
        stream: space.stream(walk, context.readOptions),
        tail: ({ more, last }) => (more ? `],"handle":"${last}","nextPageToken":"${last}"}` : ']}'),
      }),
    );
  },
};
