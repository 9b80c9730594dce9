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
  summary: 'Find features by tags and properties',
  description: 'Without a filter: the first `limit` features. `partial: true` says that more would match.',
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
    return foundFeatures(context, space, {
      filter: readFilter(query),
      view: readView(query, dialect.coordinates),
      limit: readLimit(query),
      ...readVersion(query, space),
    });
  },
};
