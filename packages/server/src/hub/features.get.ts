import { invalid } from '@meridian/hub';
import { etagOf, unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import { geojson } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { featureIds, version, views } from '../parameters/documented.ts';
import { readView } from '../parameters/values.ts';
import { readVersion } from '../parameters/version.ts';

export const getFeatures: Operation = {
  name: 'getFeatures',
  method: 'GET',
  path: '/hub/spaces/{space_id}/features',
  summary: 'Read features by their ids',
  description: 'In the order of the ids; ids that do not exist are left out.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [{ ...featureIds, required: true }, version, ...views],
  responses: {
    200: { description: 'The features', content: { 'application/geo+json': refs.featureCollection } },
  },
  async handle(context) {
    const { query, dialect } = context;
    const space = context.openForReading();
    const ids = [...new Set(query.list('id'))];
    if (ids.length === 0) throw invalid('id is missing: name at least one feature id');
    const view = readView(query, dialect.coordinates);
    const at = readVersion(query, space);
    return unlessKnown(context, etagOf(context, space.info, await space.content(), at), async () => {
      const texts = await space.byId(ids, view, context.ticket, at?.version);
      return geojson(`{"type":"FeatureCollection","features":[${texts.join(',')}]}`);
    });
  },
};
