import { zoomOfBoxes } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { clip, readAreaView } from '../parameters/area-view.ts';
import { boxEdges, readBox } from '../parameters/box.ts';
import { clusterings, readClustering } from '../parameters/clustering.ts';
import { filters, limit, views } from '../parameters/documented.ts';
import { readFraction, tweaks } from '../parameters/tweaks.ts';
import { readFilter, readLimit } from '../parameters/values.ts';
import { refuseVersion } from '../parameters/version.ts';
import { foundFeatures, streamedFeatures } from './found-features.ts';

export const getBox: Operation = {
  name: 'getBox',
  method: 'GET',
  path: '/hub/spaces/{space_id}/bbox',
  summary: 'Find the features that intersect a box',
  description: 'A box whose west edge lies east of its east edge crosses the antimeridian.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [...boxEdges, clip, ...clusterings, ...tweaks, ...filters, limit, ...views],
  responses: {
    200: { description: 'The features', content: { 'application/geo+json': refs.featureCollection } },
  },
  async handle(context) {
    const { query } = context;
    const space = context.openForReading();
    refuseVersion(query);
    const area = readBox(query);
    const filter = readFilter(query);
    const view = readAreaView(context);
    const limit = readLimit(query);
    const clustering = readClustering(query, () => zoomOfBoxes(area.boxes));
    if (!clustering)
      return foundFeatures(context, space, { area, filter, view, limit, ...readFraction(query) });
    const clusters = { area, filter, limit, clustering };
    return streamedFeatures(context, space, (options) => space.clusters(clusters, options));
  },
};
