import { type FeatureStream, parseStored, type ReadTicket, type Statistics } from '@meridian/hub';
import { coalesced } from '../http/cached-response.ts';
import { etagOf, unlessKnown } from '../http/etag.ts';
import { operation } from '../http/operation.ts';
import { json } from '../http/response/response.ts';
import { READ_FEATURES } from '../http/right-rule.ts';
import { refs } from '../openapi/components.ts';
import { choice } from '../parameters/parameter.ts';
import { atVersion, version } from '../parameters/version.ts';
import { clientId, skipCache } from '../parameters/view.ts';

export const getStatistics = operation({
  name: 'getStatistics',
  method: 'GET',
  path: '/hub/spaces/{space_id}/statistics',
  summary: 'Statistics of a space: count, size, extent, geometry types, tags, properties',
  description: 'Those of an old `version` are not maintained: every feature of it is looked at, once.',
  tag: 'features: read',
  access: 'token',
  right: READ_FEATURES,
  query: {
    version,
    detail: choice({
      name: 'properties',
      description:
        'With `full`, each property has its types, nulls, different values, minimum, maximum and most frequent values too; every feature is looked at for that.',
      choices: ['brief', 'full'],
      byDefault: 'brief',
    }),
    skipCache,
    clientId,
  },
  responses: { 200: { description: 'The statistics', content: { 'application/json': refs.statistics } } },
  async handle(context, read) {
    const space = context.openForReading();
    // Statistics come from no cache, but a value that is no boolean is refused everywhere.
    const { detail, version } = read();
    const isFull = detail === 'full';
    const at = await atVersion(version, space, context.ticket);
    const content = await space.content();
    const maxVersion = space.keepsHistory ? { value: content.version, estimated: false } : undefined;
    const etag = etagOf(context, space.info, content, maxVersion ? { ...at, also: '-versions' } : {});
    const count = async (options: ReadTicket) => {
      const response = toResponse(await space.statistics(options, at?.version));
      if (isFull) await addProfiles(response.properties, space.profile(options, at?.version));
      return json(200, { ...response, ...(maxVersion ? { maxVersion } : {}) });
    };
    return unlessKnown(context, etag, () => coalesced(context, etag, count));
  },
});

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

type Properties = ReturnType<typeof toResponse>['properties'];

/** What a scan found of each property is added to what is known of it anyway. */
async function addProfiles(properties: Properties, profiles: FeatureStream): Promise<void> {
  const pieces: string[] = [];
  for await (const piece of profiles) pieces.push(Buffer.from(piece).toString());
  const found = parseStored(`[${pieces.join(',')}]`) as { key: string }[];
  const byKey = new Map(found.map((profile) => [profile.key, profile]));
  properties.value = properties.value.map((property) => ({ ...property, ...byKey.get(property.key) }));
}
