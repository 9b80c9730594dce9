import { operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { explain } from '../parameters/explain.ts';
import { filters } from '../parameters/filters.ts';
import { limit } from '../parameters/paging.ts';
import { atVersion, version } from '../parameters/version.ts';
import { viewOf, views } from '../parameters/view.ts';
import { explained } from './explained.ts';
import { foundContent, foundFeatures } from './found-features.ts';

export const searchFeatures = operation({
  name: 'searchFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/search',
  summary: 'Find features by tags, properties and words',
  description:
    'Without a filter: the first `limit` features. `partial: true` says that more would match. With `q` the best matches come first.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  isConfirmedByRead: true,
  query: { filter: filters, limit, version, view: views, explain },
  responses: {
    200: { description: 'The features', content: foundContent },
  },
  async handle(context, read) {
    const space = context.openForReading();
    const { filter, limit, version, view, explain } = read();
    const rankedBy = filter.tests.find((test) => test.root === 'text');
    const search = {
      filter,
      ...(rankedBy ? { rankedBy } : {}),
      view: viewOf(view, context),
      limit,
      ...(await atVersion(version, space, context.ticket)),
    };
    if (explain)
      return explained(context, space, { kind: 'features', query: { ...search, after: 0, sort: [] } });
    return foundFeatures(context, space, search, view);
  },
});
