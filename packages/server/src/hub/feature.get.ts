import { type ContentState, missing, type SpaceRecord } from '@meridian/hub';
import { geojson } from '../http/answer.ts';
import type { Context } from '../http/context.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
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
  query: [version, ...views],
  answers: { 200: { description: 'The feature', content: { 'application/geo+json': refs.feature } } },
  handle(context) {
    const { hub, caller, spaceId, featureId, query, dialect } = context;
    const space = hub.features.openForReading(caller, spaceId);
    const view = readView(query, dialect.coordinates);
    const at = readVersion(query, space);
    const content = space.content();
    const found = space.byId([featureId], view, context.turn, at?.version);
    // Where both are at hand, as with the embedded store, nothing waits.
    return found instanceof Promise || content instanceof Promise
      ? Promise.all([found, content]).then(([texts, state]) =>
          answer(context, space.record, texts, state, at),
        )
      : answer(context, space.record, found, content, at);
  },
};

function answer(
  context: Context,
  record: SpaceRecord,
  [text]: string[],
  content: ContentState,
  at: { version: number } | undefined,
) {
  if (text === undefined) throw missing();
  return unlessKnown(context, etagOf(context, record, content, at), () => geojson(text));
}
