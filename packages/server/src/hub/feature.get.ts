import { missing, type OneFeature, type Space } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import { geojson } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { version, views } from '../parameters/documented.ts';
import { readView } from '../parameters/values.ts';
import { readVersion } from '../parameters/version.ts';

export const getFeature: Operation = {
  name: 'getFeature',
  method: 'GET',
  path: '/hub/spaces/{space_id}/features/{feature_id}',
  summary: 'Read one feature',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  hasFastPath: true,
  query: [version, ...views],
  responses: { 200: { description: 'The feature', content: { 'application/geo+json': refs.feature } } },
  handle(context) {
    const { featureId, query, dialect } = context;
    const space = context.openForReading();
    const view = readView(query, dialect.coordinates);
    const at = readVersion(query, space);
    const found = space.one(featureId, view, context.ticket, at?.version);
    // Where it is at hand, as with the embedded store, nothing waits.
    return found instanceof Promise
      ? found.then((one) => response(context, space.info, one, at))
      : response(context, space.info, found, at);
  },
};

function response(
  context: Context,
  info: Space,
  found: OneFeature | undefined,
  at: { version: number } | undefined,
) {
  if (!found) throw missing();
  return unlessKnown(context, etagOf(context, info, found.content, at), () => geojson(found.text));
}
