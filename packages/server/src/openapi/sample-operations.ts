import type { Operation } from '../http/operation.ts';
import { MANAGE_SPACE, READ_FEATURES, rightsByEffect } from '../http/right-rule.ts';
import { refs } from './components.ts';

const handle = () => ({ status: 204, headers: {} });

/** One operation of each sort, for the tests of this folder. */
export const sampleOperations: readonly Operation[] = [
  {
    name: 'getHub',
    method: 'GET',
    path: '/hub',
    summary: 'Read what this hub is',
    tag: 'service',
    access: 'open',
    query: [],
    responses: { 200: { description: 'It', content: { 'application/json': refs.hubInformation } } },
    handle,
  },
  {
    name: 'createSpace',
    method: 'POST',
    path: '/hub/spaces',
    summary: 'Create a space',
    tag: 'spaces',
    access: 'token',
    right: MANAGE_SPACE,
    query: [],
    body: { description: 'Its definition', content: { 'application/json': refs.newSpace } },
    responses: { 200: { description: 'The space', content: { 'application/json': refs.space } } },
    handle,
  },
  {
    name: 'getFeatures',
    method: 'GET',
    path: '/hub/spaces/{space_id}/features',
    summary: 'Read features by id',
    description: 'Missing ids are `silently` absent.\n\nOrder: that of the request.',
    tag: 'features: read',
    access: 'token',
    right: READ_FEATURES,
    query: [
      {
        name: 'id',
        description: 'Which',
        schema: { type: 'array', items: { type: 'string' }, examples: [['berlin', 'köln']] },
        list: true,
        required: true,
      },
      { name: 'limit', description: 'Most', schema: { type: 'integer', minimum: 1, maximum: 9, default: 5 } },
    ],
    responses: { 200: { description: 'Them', content: { 'application/geo+json': refs.featureCollection } } },
    handle,
  },
  {
    name: 'putFeature',
    method: 'PUT',
    path: '/hub/spaces/{space_id}/features/{feature_id}',
    summary: 'Create or replace a feature',
    tag: 'features: write',
    access: 'token',
    right: rightsByEffect('createFeatures', 'updateFeatures'),
    query: [],
    body: {
      description: 'One Feature',
      content: { 'application/geo+json': refs.featureInput, 'application/json': refs.featureInput },
    },
    responses: { 200: { description: 'It', content: { 'application/geo+json': refs.feature } } },
    handle,
  },
  {
    name: 'deleteFeature',
    method: 'DELETE',
    path: '/hub/spaces/{space_id}/features/{feature_id}',
    summary: 'Delete a feature',
    tag: 'features: write',
    access: 'token',
    right: { oneOf: ['deleteFeatures'], on: 'space' },
    query: [],
    responses: { 204: { description: 'Gone' } },
    handle,
  },
];
