import { Fault, type WriteBody, type WriteRule, type WriteTarget } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { Documented, Schema } from '../http/operation.ts';
import { empty, type Response } from '../http/response/response.ts';
import { readItemBody } from './item.body.ts';
import { itemEtag, readIfMatch } from './item.etag.ts';
import { TYPES } from './links.ts';
import { ogcRefs } from './schemas.ts';

export const MERGE_PATCH = 'application/merge-patch+json';

/** What bodies may be. */
const FEATURE_TYPES: readonly string[] = [TYPES.geojson, TYPES.json];

export const featureBody: Documented & { content: Record<string, Schema> } = {
  description:
    'A GeoJSON Feature, with an id or without; its coordinates are in the system that `Content-Crs` names',
  content: { [TYPES.geojson]: ogcRefs.featureInput, [TYPES.json]: ogcRefs.featureInput },
};

export const patchBody: Documented & { content: Record<string, Schema> } = {
  description:
    'A JSON Merge Patch: members that are there replace those of the feature, `null` removes one, a geometry is replaced whole',
  content: {
    [MERGE_PATCH]: ogcRefs.featurePatch,
    [TYPES.geojson]: ogcRefs.featurePatch,
    [TYPES.json]: ogcRefs.featurePatch,
  },
};

export const CHANGED_MEANWHILE = 'the feature is not in the state that `If-Match` names; nothing was changed';

/** Our own addition to what is read: clients send it back with what they have changed. */
const IGNORED_MEMBERS = ['links'];

/** `read` refuses parameters that writes do not take. */
type ItemWrite = {
  read: () => unknown;
  target: WriteTarget;
  rule: WriteRule;
  types?: readonly string[];
  body?: WriteBody;
};

/** Writes as the standard says; the result is the text of the feature, or the lists of what happened to which. */
export async function writeItem(
  context: Context,
  { read, target, rule, types = FEATURE_TYPES, body }: ItemWrite,
): Promise<string> {
  const space = context.openForWriting();
  if (context.hub.spaces.space(context.spaceId).upstreams)
    throw new Fault('readOnly', 'this collection combines others: write into those');
  read();
  const ifMatch = readIfMatch(context.request.headers['if-match'] as string | undefined);
  const { maxBodyBytes, maxFeaturesPerRequest, maxVerticesPerFeature, maxJsonDepth } =
    context.service.settings;
  const written = await space.write(
    {
      target,
      rule,
      transactional: true,
      prefixId: '',
      addTags: [],
      removeTags: [],
      body: body ?? (await readItemBody(context, types)),
      ignoredMembers: IGNORED_MEMBERS,
      retainsTags: true,
      ...(ifMatch ? { ifMatch } : {}),
      limits: {
        maxBodyBytes,
        maxFeatures: maxFeaturesPerRequest,
        maxVertices: maxVerticesPerFeature,
        maxDepth: maxJsonDepth,
      },
      returning: target.kind === 'collection' ? 'lists' : true,
    },
    context.ticket,
  );
  if (!written.body) throw new TypeError('a write that asks for its result has one');
  return Buffer.from(written.body).toString();
}

/** Done, with the ETag of what the feature is now, for those who may read it. */
export function changedResponse(text: string): Response {
  const response = empty(204);
  if (isWhole(text)) response.headers.ETag = itemEtag(text, 'json');
  return response;
}

/** Those who may not read get no more than the id of a feature that they left as it was. */
function isWhole(text: string): boolean {
  return text.includes('"properties":');
}

/** The id of the one feature that was written. */
export function writtenId(text: string): string {
  return (JSON.parse(text) as { id: string }).id;
}
