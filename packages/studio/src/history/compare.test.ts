import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareStates, type FeatureState, stateOf } from './compare.ts';

const HUT: FeatureState = {
  geometry: { type: 'Point', coordinates: [7.6, 46] },
  properties: { name: 'Solvay', beds: 10 },
  tags: ['hut', 'high'],
};

test('states that are alike have no differences, in whatever order their tags are', () => {
  assert.deepEqual(compareStates(HUT, { ...HUT, tags: ['high', 'hut'] }), []);
});

test('shape, tags and properties that differ are named, with both values', () => {
  const after: FeatureState = {
    geometry: { type: 'Point', coordinates: [7.7, 46] },
    properties: { name: 'Solvay', beds: 12, owner: 'SAC' },
    tags: ['hut'],
  };
  assert.deepEqual(compareStates(HUT, after), [
    { kind: 'shape' },
    { kind: 'tags', before: ['hut', 'high'], after: ['hut'] },
    { kind: 'property', name: 'beds', before: 10, after: 12 },
    { kind: 'property', name: 'owner', before: undefined, after: 'SAC' },
  ]);
});

test('a property that is called as a member of every object is one like others', () => {
  const before = { ...HUT, properties: {} };
  const after = { ...HUT, properties: { constructor: 'Meyer' } };
  assert.deepEqual(compareStates(before, after), [
    { kind: 'property', name: 'constructor', before: undefined, after: 'Meyer' },
  ]);
});

test('what the hub writes into a feature is no property of it', () => {
  const namespace = { space: 's', createdAt: 1, updatedAt: 2, tags: ['hut'] };
  assert.deepEqual(
    stateOf({
      type: 'Feature',
      id: 'a',
      geometry: null,
      properties: { beds: 1, '@ns:com:here:xyz': namespace },
    }),
    { geometry: null, properties: { beds: 1 }, tags: ['hut'] },
  );
});
