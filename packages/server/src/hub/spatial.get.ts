import type { ReadTicket } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { clip, readAreaView } from '../parameters/area-view.ts';
import { filters, limit, views } from '../parameters/documented.ts';
import { radius, readReference, references } from '../parameters/reference.ts';
import { readFilter, readLimit } from '../parameters/values.ts';
import { refuseVersion } from '../parameters/version.ts';
import { streamedFeatures } from './found-features.ts';

export const getSpatial: Operation = {
  name: 'getSpatial',
  method: 'GET',
  path: '/hub/spaces/{space_id}/spatial',
  summary: 'Find the features around a point, around a feature or in an H3 cell',
  description:
    'Send `lat` and `lon`, or `refSpaceId` and `refFeatureId`, or `h3Index`. Distances are geodesic, on WGS 84.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [...references, radius, clip, ...filters, limit, ...views],
  responses: {
    200: { description: 'The features', content: { 'application/geo+json': refs.featureCollection } },
  },
  async handle(context) {
    const { query } = context;
    const space = context.openForReading();
    refuseVersion(query);
    const search = { filter: readFilter(query), view: readAreaView(context), limit: readLimit(query) };
    const { area, space: referred } = await readReference(context);
    const read = (options: ReadTicket) => space.stream({ ...search, area, after: 0, sort: [] }, options);
    if (!referred) return streamedFeatures(context, space, read);
    const { version } = await referred.content();
    const also = `-${referred.info.serial.toString(36)}-${version.toString(36)}`;
    return streamedFeatures(context, space, read, { also });
  },
};
