import { geojson } from '../http/answer.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import { refs } from '../openapi/components.ts';
import { filters, limit, views } from '../parameters/documented.ts';
import { readFilter, readLimit, readView } from '../parameters/values.ts';

export const searchFeatures: Operation = {
  name: 'searchFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/search',
  summary: 'Find features by tags and properties',
  description: 'Without a filter: the first `limit` features. `partial: true` says that more would match.',
  tag: 'features: read',
  access: 'token',
  query: [...filters, limit, ...views],
  answers: {
    200: { description: 'The features', content: { 'application/geo+json': refs.featureCollection } },
  },
  async handle(context) {
    const { hub, caller, spaceId, query, dialect } = context;
    const space = hub.features.openForReading(caller, spaceId);
    const search = {
      filter: readFilter(query),
      view: readView(query, dialect.coordinates),
      limit: readLimit(query),
      after: 0,
      sort: [],
    };
    return unlessKnown(context, etagOf(context, space.record, await space.content()), () =>
      geojson({
        head: '{"type":"FeatureCollection","features":[',
        stream: space.stream(search, context.readOptions),
        tail: ({ more }) => (more ? '],"partial":true}' : ']}'),
      }),
    );
  },
};
