import type { Operation } from '../http/operation.ts';
import { refs } from '../openapi/components.ts';
import { clip, readAreaView } from '../parameters/area-view.ts';
import { boxEdges, readBox } from '../parameters/box.ts';
import { filters, limit, views } from '../parameters/documented.ts';
import { readFilter, readLimit } from '../parameters/values.ts';
import { foundFeatures } from './found-features.ts';

export const getBox: Operation = {
  name: 'getBox',
  method: 'GET',
  path: '/hub/spaces/{space_id}/bbox',
  summary: 'Find the features that intersect a box',
  description: 'A box whose west edge lies east of its east edge crosses the antimeridian.',
  tag: 'features: read',
  access: 'token',
  query: [...boxEdges, clip, ...filters, limit, ...views],
  answers: {
    200: { description: 'The features', content: { 'application/geo+json': refs.featureCollection } },
  },
  async handle(context) {
    const { hub, caller, spaceId, query } = context;
    const space = hub.features.openForReading(caller, spaceId);
    return foundFeatures(context, space, {
      area: readBox(query),
      filter: readFilter(query),
      view: readAreaView(context),
      limit: readLimit(query),
    });
  },
};
