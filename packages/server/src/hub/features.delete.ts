import { type DeleteRequest, invalid } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { Operation } from '../http/operation.ts';
import { empty, geojson } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { clientId, featureIds, tags } from '../parameters/documented.ts';
import { readTagFilter } from '../parameters/values.ts';

/** Who asks for exactly one of these wants to know what was deleted. */
const LISTING_TYPES = ['application/json', 'application/geo+json'];

export const deleteFeatures: Operation = {
  name: 'deleteFeatures',
  method: 'DELETE',
  path: '/hub/spaces/{space_id}/features',
  summary: 'Delete features by ids, by tags, or both',
  description: 'With both, features must match both. `id=*` or `tags=*` deletes everything.',
  tag: 'features: write',
  access: 'token',
  right: { oneOf: ['deleteFeatures'], on: 'space' },
  query: [featureIds, tags, clientId],
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
    const { ids, version } = await space.delete(readDeleteRequest(context, response), context.ticket);
    if (!response) return empty(204);
    return geojson(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [],
        version,
        ...(query.has('tags') ? { count: ids.length } : {}),
        ...(ids.length > 0 ? { deleted: ids } : {}),
      }),
    );
  },
};

function readDeleteRequest({ query }: Context, response: boolean): DeleteRequest {
  const ids = query.list('id');
  const filter = readTagFilter(query);
  if (!ids?.length && !filter) throw invalid('name what to delete: id or tags (id=* deletes everything)');
  return {
    ids: ids?.length && !ids.includes('*') ? ids : undefined,
    tags: filter?.some((all) => all.includes('*')) ? undefined : filter,
    returning: response,
  };
}
