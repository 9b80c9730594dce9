import { type DeleteSelection, invalid } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { Operation } from '../http/operation.ts';
import { empty, geojson } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { clientId, featureIds, filters } from '../parameters/documented.ts';
import { readFilter, readTagFilter } from '../parameters/values.ts';

/** Who asks for exactly one of these wants to know what was deleted. */
const LISTING_TYPES = ['application/json', 'application/geo+json'];

export const deleteFeatures: Operation = {
  name: 'deleteFeatures',
  method: 'DELETE',
  path: '/hub/spaces/{space_id}/features',
  summary: 'Delete features by ids, tags and conditions',
  description:
    'What is given must all hold. `id=*` or `tags=*` stands for everything. A feature that is changed while others are looked for is left as it is.',
  tag: 'features: write',
  access: 'token',
  right: { oneOf: ['deleteFeatures'], on: 'space' },
  query: [featureIds, ...filters, clientId],
  responses: {
    200: {
      description:
        'The number and the ids of the deleted features; with an `Accept` of exactly JSON or GeoJSON',
      content: { 'application/geo+json': refs.writeAnswer },
    },
    204: { description: 'The features are gone' },
  },
  async handle(context) {
    const { accept, query } = context;
    const space = context.openForWriting();
    const response = LISTING_TYPES.includes(accept);
    const request = readDeleteRequest(context, response);
    // What a condition finds says something of features, deleted or not.
    if (request.tests) context.hub.features.openForReading(context.caller, context.spaceId);
    const { ids, version } = await space.delete(request, context.ticket);
    const isByQuery = query.has('tags') || request.tests !== undefined;
    if (!response) return empty(204);
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
};

function readDeleteRequest({ query }: Context, response: boolean): DeleteSelection {
  const ids = query.list('id');
  const { tests } = readFilter(query);
  const filter = readTagFilter(query);
  if (!ids?.length && !filter && tests.length === 0)
    throw invalid('name what to delete: id, tags, filter or p.… (id=* deletes everything)');
  return {
    ids: ids?.length && !ids.includes('*') ? ids : undefined,
    tags: filter?.some((all) => all.includes('*')) ? undefined : filter,
    ...(tests.length > 0 ? { tests } : {}),
    returning: response,
  };
}
