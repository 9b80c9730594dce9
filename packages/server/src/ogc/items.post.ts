import { operation } from '../http/operation.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { changedResponse, featureBody, writeItem, writtenId } from './item.write.ts';
import { Addresses } from './links.ts';

export const postOgcItem = operation({
  name: 'postOgcItem',
  method: 'POST',
  path: '/ogc/collections/{space_id}/items',
  summary: 'Create a feature',
  description: 'Without an id it gets one. One that exists already is a conflict (409).',
  tag: 'ogc',
  access: 'token',
  right: rightsByEffect('createFeatures'),
  query: {},
  isStrict: true,
  body: featureBody,
  responses: { 201: { description: 'Created; `Location` says where, `ETag` names its state' } },
  async handle(context, read) {
    const text = await writeItem(context, {
      read,
      target: { kind: 'newFeature', returning: 'feature', isOne: true },
      rule: { onExists: 'error', onNotExists: 'create', onConflict: 'error' },
    });
    const response = changedResponse(text);
    response.status = 201;
    response.headers.Location = new Addresses(context).item(context.spaceId, writtenId(text));
    return response;
  },
});
