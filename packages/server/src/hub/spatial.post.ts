import { readShape } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { areaViewOf, areaViews } from '../parameters/area-view.ts';
import { explain } from '../parameters/explain.ts';
import { filters } from '../parameters/filters.ts';
import { limit } from '../parameters/paging.ts';
import { areaAround, radius } from '../parameters/reference.ts';
import { atVersion, version } from '../parameters/version.ts';
import { explained } from './explained.ts';
import { collection, foundContent } from './found-features.ts';

export const postSpatial = operation({
  name: 'postSpatial',
  method: 'POST',
  path: '/hub/spaces/{space_id}/spatial',
  summary: 'Find the features that intersect a geometry, or come close to it',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: { version, radius, filter: filters, limit, view: areaViews, explain },
  body: {
    description: 'A geometry, or a Feature that has one.',
    content: {
      'application/geo+json': { oneOf: [refs.geometry, refs.featureInput] },
      'application/json': { oneOf: [refs.geometry, refs.featureInput] },
    },
    read: readShape,
  },
  responses: {
    200: { description: 'The features', content: foundContent },
  },
  needsNoRoom: true,
  async handle(context, read, readBody) {
    const space = context.openForReading();
    const { version, radius, filter, limit, view, explain } = read();
    const at = await atVersion(version, space, context.ticket);
    const area = areaAround(await readBody(), radius);
    const search = { filter, view: areaViewOf(view, context), limit, area, after: 0, sort: [], ...at };
    if (explain) return explained(context, space, { kind: 'features', query: search });
    return collection(space.stream(search, context.readOptions));
  },
});
