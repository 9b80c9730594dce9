import { etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { geojson } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { featureIds } from '../parameters/feature-ids.ts';
import { atVersion, version } from '../parameters/version.ts';
import { viewOf, views } from '../parameters/view.ts';

export const getFeatures = operation({
  name: 'getFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/features',
  summary: 'Read features by their ids',
  description: 'In the order of the ids; ids that do not exist are left out.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  isConfirmedByRead: true,
  query: { ids: featureIds, version, view: views },
  responses: {
    200: { description: 'The features', content: { 'application/geo+json': refs.featureCollection } },
  },
  async handle(context, read) {
    const space = context.openForReading();
    const { ids, version, view } = read();
    const at = await atVersion(version, space, context.ticket);
    return unlessKnown(context, etagOf(context, space.info, await space.content(), at), async () => {
      const texts = await space.byId(ids, viewOf(view, context), context.ticket, at?.version);
      return geojson(`{"type":"FeatureCollection","features":[${texts.join(',')}]}`);
    });
  },
});
