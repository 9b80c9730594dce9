import type { ReadTicket, Statistics } from '@meridian/hub';
import { coalesced } from '../http/cached-response.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import type { Operation } from '../http/operation.ts';
import { json } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { clientId, skipCache } from '../parameters/documented.ts';
import { readBoolean } from '../parameters/values.ts';
import { refuseVersion } from '../parameters/version.ts';

export const getStatistics: Operation = {
  name: 'getStatistics',
  method: 'GET',
  path: '/hub/spaces/{space_id}/statistics',
  summary: 'Statistics of a space: count, size, extent, geometry types, tags, properties',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: [skipCache, clientId],
  responses: { 200: { description: 'The statistics', content: { 'application/json': refs.statistics } } },
  async handle(context) {
    const { query } = context;
    const space = context.openForReading();
    refuseVersion(query);
    // Statistics come from no cache, but a value that is no boolean is refused everywhere.
    readBoolean(query, 'skipCache');
    const content = await space.content();
    const maxVersion = space.keepsHistory ? { value: content.version, estimated: false } : undefined;
    const etag = etagOf(context, space.info, content, maxVersion ? { also: '-versions' } : {});
    const count = async (options: ReadTicket) =>
      json(200, { ...toResponse(await space.statistics(options)), ...(maxVersion ? { maxVersion } : {}) });
    return unlessKnown(context, etag, () => coalesced(context, etag, count));
  },
};

function toResponse({ count, bytes, exact, extent, geometryTypes, tags, properties }: Statistics) {
  const size = { value: bytes, estimated: exact?.bytes === false };
  const box = extent ? [extent.bbox.west, extent.bbox.south, extent.bbox.east, extent.bbox.north] : [];
  return {
    type: 'StatisticsResponse',
    count: { value: count, estimated: exact?.count === false },
    dataSize: size,
    byteSize: size,
    bbox: { value: box, estimated: extent ? !extent.exact : false },
    geometryTypes: { value: geometryTypes, estimated: exact?.geometryTypes === false },
    properties: {
      value: properties.value.map((property) => ({ ...property, searchable: true })),
      estimated: !properties.complete,
      searchable: 'ALL',
    },
    tags: { value: tags.value, estimated: !tags.complete },
  };
}
