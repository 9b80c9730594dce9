import type { Operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { filters, limit, version, views } from '../parameters/documented.ts';
import { readFilter, readLimit, readView } from '../parameters/values.ts';
import { readVersion } from '../parameters/version.ts';
import { foundFeatures } from './found-features.ts';

export const searchFeatures: Operation = {
  name: 'searchFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/search',
  summary: 'Find features by tags, properties and words',
  description:
    'Without a filter: the first `limit` features. `partial: true` says that more would match. With `q` the best matches come first.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [...filters, limit, version, ...views],
  responses: {
    200: { description: 'The features', content: { 'application/geo+json': refs.featureCollection } },
  },
  async handle(context) {
    const { query, dialect } = context;
    const space = context.openForReading();
    const filter = readFilter(query);
    const rankedBy = filter.tests.find((test) => test.root === 'text');
    return foundFeatures(context, space, {
      filter,
      ...(rankedBy ? { rankedBy } : {}),
      view: readView(query, dialect.coordinates),
      limit: readLimit(query),
      ...readVersion(query, space),
    });
  },
};
