import { type DeleteSelection, invalid } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { empty, geojson } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { documentedIds } from '../parameters/feature-ids.ts';
import { filters } from '../parameters/filters.ts';
import { parameters } from '../parameters/parameter.ts';
import { readTagFilter } from '../parameters/tags.ts';
import { clientId } from '../parameters/view.ts';

/** Who asks for exactly one of these wants to know what was deleted. */
const LISTING_TYPES = ['application/json', 'application/geo+json'];

/** What to delete; `isByQuery`: by more than ids, also where tags name everything. */
const deleted = parameters([documentedIds, ...filters.documented], (query) => {
  const ids = query.list('id');
  const { tests } = filters.read(query);
  const filter = readTagFilter(query);
  if (!ids?.length && !filter && tests.length === 0)
    throw invalid('name what to delete: id, tags, filter or p.… (id=* deletes everything)');
  return {
    ids: ids?.length && !ids.includes('*') ? ids : undefined,
    tags: filter?.some((all) => all.includes('*')) ? undefined : filter,
    ...(tests.length > 0 ? { tests } : {}),
    isByQuery: query.has('tags') || tests.length > 0,
  };
});

export const deleteFeatures = operation({
  name: 'deleteFeatures',
  method: 'DELETE',
  path: '/hub/spaces/{space_id}/features',
  summary: 'Delete features by ids, tags and conditions',
  description:
    'What is given must all hold. `id=*` or `tags=*` stands for everything. A feature that is changed while others are looked for is left as it is.',
  tag: 'features: write',
  access: 'token',
  right: { oneOf: ['deleteFeatures'], on: 'space' },
  query: { deleted, clientId },
  responses: {
    200: {
      description:
        'The number and the ids of the deleted features; with an `Accept` of exactly JSON or GeoJSON',
      content: { 'application/geo+json': refs.writeAnswer },
    },
    204: { description: 'The features are gone' },
  },
  async handle(context, read) {
    const space = context.openForWriting();
    const { isByQuery, ...which } = read().deleted;
    // What a condition finds says something of features, deleted or not.
    if (which.tests) context.hub.features.openForReading(context.caller, context.spaceId);
    const returning = LISTING_TYPES.includes(context.accept);
    const request: DeleteSelection = { ...which, returning };
    // Before it begins: what is deleted is in another file, and must not be gone without a trace.
    if (!which.ids) await context.hub.audit.record('features.delete', audited(context.spaceId, request));
    const { ids, version } = await space.delete(request, context.ticket);
    if (!returning) return empty(204);
    return geojson(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [],
        version,
        ...(isByQuery ? { count: ids.length } : {}),
        ...(ids.length > 0 ? { deleted: ids } : {}),
      }),
    );
  },
});

/** By what kind of condition; the values say something of features. */
function audited(space: string, { tags, tests }: DeleteSelection) {
  const by = [...(tags ? ['tags'] : []), ...(tests ? ['conditions'] : [])];
  return { subject: space, details: { by: by.length > 0 ? by : ['everything'] } };
}
