import { missing, type OneFeature, type Space } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { geojson } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { atVersion, version } from '../parameters/version.ts';
import { viewOf, views } from '../parameters/view.ts';

export const getFeature = operation({
  name: 'getFeature',
  method: 'GET',
  path: '/hub/spaces/{space_id}/features/{feature_id}',
  summary: 'Read one feature',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  hasFastPath: true,
  isConfirmedByRead: true,
  query: { version, view: views },
  responses: { 200: { description: 'The feature', content: { 'application/geo+json': refs.feature } } },
  handle(context, read) {
    const space = context.openForReading();
    const { version, view } = read();
    const at = atVersion(version, space, context.ticket);
    const found = (at?: { version: number }) => {
      const one = space.one(context.featureId, viewOf(view, context), context.ticket, at?.version);
      // Where it is at hand, as with the embedded store, nothing waits.
      return one instanceof Promise
        ? one.then((one) => response(context, space.info, one, at))
        : response(context, space.info, one, at);
    };
    return at instanceof Promise ? at.then(found) : found(at);
  },
});

function response(
  context: Context,
  info: Space,
  found: OneFeature | undefined,
  at: { version: number } | undefined,
) {
  if (!found) throw missing();
  return unlessKnown(context, etagOf(context, info, found.content, at), () => geojson(found.text));
}
