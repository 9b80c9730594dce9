import { missing } from '@meridian/hub';
import { geojson } from '../http/answer.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import { refs } from '../openapi/components.ts';
import { views } from '../parameters/documented.ts';
import { readView } from '../parameters/values.ts';

export const getFeature: Operation = {
  name: 'getFeature',
  method: 'GET',
  path: '/hub/spaces/{space_id}/features/{feature_id}',
  summary: 'Read one feature',
  tag: 'features: read',
  access: 'token',
  query: views,
  answers: { 200: { description: 'The feature', content: { 'application/geo+json': refs.feature } } },
  async handle(context) {
    const { hub, caller, spaceId, featureId, query, dialect } = context;
    const space = hub.features.openForReading(caller, spaceId);
    const view = readView(query, dialect.coordinates);
    const content = space.content();
    const found = space.byId([featureId], view, context.turn);
    const [text] = found instanceof Promise ? await found : found;
    if (text === undefined) throw missing();
    const etag = etagOf(context, space.record, content instanceof Promise ? await content : content);
    return unlessKnown(context, etag, () => geojson(text));
  },
};
