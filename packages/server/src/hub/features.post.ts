import { ON_CONFLICT, ON_EXISTS, ON_NOT_EXISTS } from '@meridian/hub';
import { operation } from '../http/operation.ts';
import { rightsByEffect } from '../http/right-rule.ts';
import { boolean, choice } from '../parameters/parameter.ts';
import { clientId } from '../parameters/view.ts';
import { collectionBody, prefixId, tagChanges, writeFeatures, writeResponses } from './write.ts';

export const postFeatures = operation({
  name: 'postFeatures',
  method: 'POST',
  path: '/hub/spaces/{space_id}/features',
  summary: 'Modify features',
  description: 'By default features that exist are patched and others are created.',
  tag: 'features: write',
  access: 'token',
  right: rightsByEffect('createFeatures', 'updateFeatures', 'deleteFeatures'),
  query: {
    ...tagChanges,
    onExists: choice({
      name: 'e',
      description: 'What to do with a feature that exists.',
      choices: ON_EXISTS,
      byDefault: 'patch',
    }),
    onNotExists: choice({
      name: 'ne',
      description: 'What to do with a feature that does not exist.',
      choices: ON_NOT_EXISTS,
      byDefault: 'create',
    }),
    onConflict: choice({
      name: 'cr',
      description: 'What to do with a feature that changed since the version the request is based on.',
      choices: ON_CONFLICT,
      byDefault: 'error',
    }),
    transactional: boolean({
      name: 'transactional',
      description:
        'All features or none. With false, good features are written and bad ones listed in `failed`.',
      byDefault: true,
    }),
    prefixId,
    clientId,
  },
  body: collectionBody,
  responses: writeResponses,
  async handle(context, read) {
    const space = context.openForWriting();
    const { onExists, onNotExists, onConflict, transactional, ...changes } = read();
    return writeFeatures(context, space, changes, {
      target: { kind: 'collection' },
      rule: { onExists, onNotExists, onConflict },
      transactional,
    });
  },
});
