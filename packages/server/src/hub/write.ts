import type { Writable, WriteRule, WriteTarget } from '@meridian/hub';
import type { Context } from '../http/context.ts';
import type { Documented, Link, Schema } from '../http/operation.ts';
import { BODY_TYPES, isLineType } from '../http/request/body.ts';
import { empty, geojson, type Response } from '../http/response/response.ts';
import { refs } from '../openapi/components.ts';
import { linksWith } from '../openapi/links.ts';
import { parameter } from '../parameters/parameter.ts';
import { addTags, removeTags } from '../parameters/tags.ts';

/** What every feature write does alike; each says what its body is and which rule it follows. */
type Writing = { target: WriteTarget; rule: WriteRule; transactional?: boolean };

export const prefixId = parameter(
  {
    name: 'prefixId',
    description: 'Put before every feature id, that of the path too.',
    schema: { type: 'string' },
  },
  (query, name) => query.one(name) ?? '',
);

/** What every feature write takes. */
export const tagChanges = { addTags, removeTags };
type Changes = { addTags: string[]; removeTags: string[]; prefixId: string };

export const REPLACE: WriteRule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' };

const EMPTY_TYPE = 'application/x-empty';

/** RFC 7240: `Prefer: respond-async, return=minimal` */
const MINIMAL = /(^|,)\s*return\s*=\s*"?minimal"?\s*(,|;|$)/i;

export async function writeFeatures(
  context: Context,
  space: Writable,
  { addTags, removeTags, prefixId }: Changes,
  writing: Writing,
): Promise<Response> {
  const { accept } = context;
  const { maxBodyBytes, maxFeaturesPerRequest, maxVerticesPerFeature, maxJsonDepth } =
    context.service.settings;
  const wantsNothing = accept === EMPTY_TYPE;
  const wantsLists =
    writing.target.kind === 'collection' && MINIMAL.test(String(context.request.headers.prefer ?? ''));
  const { body } = await space.write(
    {
      transactional: true,
      ...writing,
      target: prefixed(writing.target, prefixId),
      prefixId,
      addTags,
      removeTags,
      body: await context.body(),
      limits: {
        maxBodyBytes,
        maxFeatures: maxFeaturesPerRequest,
        maxVertices: maxVerticesPerFeature,
        maxDepth: maxJsonDepth,
      },
      returning: wantsLists && !wantsNothing ? 'lists' : !wantsNothing,
    },
    context.ticket,
  );
  if (!body) return empty(204);
  const response = geojson(body);
  if (wantsLists) response.headers['Preference-Applied'] = 'return=minimal';
  return response;
}

function prefixed(target: WriteTarget, prefixId: string): WriteTarget {
  return target.kind === 'feature' ? { ...target, id: prefixId + target.id } : target;
}

/** For operations that take many features. */
export const collectionBody: Documented & { content: Record<string, Schema> } = {
  description: 'A FeatureCollection, one Feature, newline-delimited Features, or a FeatureModificationList',
  content: Object.fromEntries(BODY_TYPES.map((type) => [type, bodySchema(type)])),
};

function bodySchema(type: string): Schema {
  if (type.includes('modification')) return refs.featureModificationList;
  return isLineType(type) ? refs.featureInput : refs.featuresInput;
}

export const featureBody: Documented & { content: Record<string, Schema> } = {
  description: 'One Feature',
  content: { 'application/geo+json': refs.featureInput, 'application/json': refs.featureInput },
};

function featureLinks(id: string): Record<string, Link> {
  return linksWith({ space_id: '$request.path.space_id', feature_id: id }, [
    'getFeature',
    'putFeature',
    'patchFeature',
    'deleteFeature',
  ]);
}

export const writeResponses: Record<number, Documented> = {
  200: {
    description:
      'The resulting features in the order of the request, and what happened to which. With the header `Prefer: return=minimal`, `features` is empty.',
    content: { 'application/geo+json': refs.writeAnswer },
    links: featureLinks('$response.body#/features/0/id'),
  },
  204: { description: 'Written; the request had `Accept: application/x-empty`' },
};

export const featureResponses: Record<number, Documented> = {
  200: {
    description: 'The resulting feature',
    content: { 'application/geo+json': refs.feature },
    links: featureLinks('$response.body#/id'),
  },
  204: { description: 'Written; the request had `Accept: application/x-empty`' },
};
