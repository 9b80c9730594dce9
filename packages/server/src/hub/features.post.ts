import { ON_CONFLICT, ON_EXISTS, ON_NOT_EXISTS } from '@meridian/hub';
import type { Operation } from '../http/operation.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { addTags, clientId, prefixId, removeTags } from '../parameters/documented.ts';
import { readBoolean, readChoice } from '../parameters/values.ts';
import { collectionBody, writeFeatures, writeResponses } from './write.ts';

export const postFeatures: Operation = {
  name: 'postFeatures',
  method: 'POST',
  path: '/hub/spaces/{space_id}/features',
  summary: 'Modify features',
  description: 'By default features that exist are patched and others are created.',
  tag: 'features: write',
  access: 'token',
  right: rightsByEffect('createFeatures', 'updateFeatures', 'deleteFeatures'),
  query: [
    addTags,
    removeTags,
    {
      name: 'e',
      description: 'What to do with a feature that exists.',
      schema: { type: 'string', enum: [...ON_EXISTS], default: 'patch' },
    },
    {
      name: 'ne',
      description: 'What to do with a feature that does not exist.',
      schema: { type: 'string', enum: [...ON_NOT_EXISTS], default: 'create' },
    },
    {
      name: 'cr',
      description: 'What to do with a feature that changed since the version the request is based on.',
      schema: { type: 'string', enum: [...ON_CONFLICT], default: 'error' },
    },
    {
      name: 'transactional',
      description:
        'All features or none. With false, good features are written and bad ones listed in `failed`.',
      schema: { type: 'boolean', default: true },
    },
    prefixId,
    clientId,
  ],
  body: collectionBody,
  responses: writeResponses,
  async handle(context) {
    const { query } = context;
    const space = context.openForWriting();
    return writeFeatures(context, space, {
      target: { kind: 'collection' },
      rule: {
        onExists: readChoice(query, 'e', ON_EXISTS) ?? 'patch',
        onNotExists: readChoice(query, 'ne', ON_NOT_EXISTS) ?? 'create',
        onConflict: readChoice(query, 'cr', ON_CONFLICT) ?? 'error',
      },
      transactional: readBoolean(query, 'transactional') ?? true,
    });
  },
};
