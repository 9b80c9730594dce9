import { zoomOfBoxes } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { areaViewOf, areaViews } from '../parameters/area-view.ts';
import { box } from '../parameters/box.ts';
import { clustering } from '../parameters/clustering.ts';
import { explain } from '../parameters/explain.ts';
import { filters } from '../parameters/filters.ts';
import { limit } from '../parameters/paging.ts';
import { tweaks } from '../parameters/tweaks.ts';
import { atVersion, version } from '../parameters/version.ts';
import { explained } from './explained.ts';
import { foundContent, foundFeatures, streamedFeatures } from './found-features.ts';

export const getBox = operation({
  name: 'getBox',
  method: 'GET',
  path: '/hub/spaces/{space_id}/bbox',
  summary: 'Find the features that intersect a box',
  description: 'A box whose west edge lies east of its east edge crosses the antimeridian.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  isConfirmedByRead: true,
  query: { version, area: box, clustering, tweaks, filter: filters, limit, view: areaViews, explain },
  responses: {
    200: { description: 'The features', content: foundContent },
  },
  async handle(context, read) {
    const space = context.openForReading();
    const { version, area, clustering, tweaks, filter, limit, view, explain } = read();
    const at = await atVersion(version, space, context.ticket);
    if (!clustering) {
      const search = { area, filter, view: areaViewOf(view, context), limit, ...tweaks.sample, ...at };
      if (explain)
        return explained(context, space, { kind: 'features', query: { ...search, after: 0, sort: [] } });
      return foundFeatures(context, space, search, view);
    }
    const clusters = { area, filter, limit, clustering: clustering(zoomOfBoxes(area.boxes)), ...at };
    if (explain) return explained(context, space, { kind: 'clusters', query: clusters });
    return streamedFeatures(context, space, (options) => space.clusters(clusters, options), view, at);
  },
});
