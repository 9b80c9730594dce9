import type { ReadTicket } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { areaViewOf, areaViews } from '../parameters/area-view.ts';
import { explain } from '../parameters/explain.ts';
import { filters } from '../parameters/filters.ts';
import { limit } from '../parameters/paging.ts';
import { areaAroundCentre, centre, radius } from '../parameters/reference.ts';
import { atVersion, version } from '../parameters/version.ts';
import { explained } from './explained.ts';
import { foundContent, streamedFeatures } from './found-features.ts';

export const getSpatial = operation({
  name: 'getSpatial',
  method: 'GET',
  path: '/hub/spaces/{space_id}/spatial',
  summary: 'Find the features around a point, around a feature or in an H3 cell',
  description:
    'Send `lat` and `lon`, or `refSpaceId` and `refFeatureId`, or `h3Index`. Distances are geodesic, on WGS 84.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: { version, centre, radius, filter: filters, limit, view: areaViews, explain },
  responses: {
    200: { description: 'The features', content: foundContent },
  },
  async handle(context, read) {
    const space = context.openForReading();
    const { version, centre, radius, filter, limit, view, explain } = read();
    const at = await atVersion(version, space, context.ticket);
    const { area, space: referred } = await areaAroundCentre(context, centre, radius);
    const search = { filter, view: areaViewOf(view, context), limit, area, after: 0, sort: [], ...at };
    if (explain) return explained(context, space, { kind: 'features', query: search });
    const find = (options: ReadTicket) => space.stream(search, options);
    if (!referred) return streamedFeatures(context, space, find, view, at);
    const content = await referred.content();
    const also = `-${referred.info.serial.toString(36)}-${content.version.toString(36)}`;
    return streamedFeatures(context, space, find, view, { ...at, also });
  },
});
