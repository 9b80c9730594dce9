import { readShape } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { clip, readAreaView } from '../parameters/area-view.ts';
import { filters, limit, views } from '../parameters/documented.ts';
import { areaAround, radius, readRadius } from '../parameters/reference.ts';
import { readFilter, readLimit } from '../parameters/values.ts';
import { refuseVersion } from '../parameters/version.ts';
import { collection } from './found-features.ts';

export const postSpatial: Operation = {
  name: 'postSpatial',
  method: 'POST',
  path: '/hub/spaces/{space_id}/spatial',
  summary: 'Find the features that intersect a geometry, or come close to it',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [radius, clip, ...filters, limit, ...views],
  body: {
    description: 'A geometry, or a Feature that has one.',
    content: {
      'application/geo+json': { oneOf: [refs.geometry, refs.featureInput] },
      'application/json': { oneOf: [refs.geometry, refs.featureInput] },
    },
  },
  responses: {
    200: { description: 'The features', content: { 'application/geo+json': refs.featureCollection } },
  },
  needsNoRoom: true,
  async handle(context) {
    const { query } = context;
    const space = context.openForReading();
    refuseVersion(query);
    const search = { filter: readFilter(query), view: readAreaView(context), limit: readLimit(query) };
    const radius = readRadius(query);
    const area = areaAround(readShape(await context.document()), radius);
    return collection(space.stream({ ...search, area, after: 0, sort: [] }, context.readOptions));
  },
};
