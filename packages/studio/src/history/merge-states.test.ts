import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Geometry } from '@meridian/client';
import type { FeatureState } from './compare.ts';
import { fieldsToMerge, takeEach } from './merge-states.ts';

const at = (x: number): Geometry => ({ type: 'Point', coordinates: [x, 0] });
const state = (x: number, properties: Record<string, unknown>, tags: string[] = []): FeatureState => ({
  geometry: at(x),
  properties,
  tags,
});

describe('two changes of one feature', () => {
  const base = state(0, { name: 'elm', height: 10, old: true }, ['tree', 'wet']);
  const mine = state(1, { name: 'Elm', height: 12 }, ['tree', 'wet', 'tall']);
  const theirs = state(0, { name: 'elm', height: 11, old: true, by: 'them' }, ['tree', 'old']);

  test('are told apart by who has changed what', () => {
    assert.deepEqual(
      fieldsToMerge(base, mine, theirs).map(({ key, changedBy }) => [key, changedBy]),
      [
        ['shape', 'mine'],
        ['tags', 'together'],
        ['property name', 'mine'],
        ['property height', 'both'],
        ['property old', 'mine'],
        ['property by', 'theirs'],
      ],
    );
  });
  test('go together, and what both have changed is as was decided', () => {
    const together = (height: number) => ({
      geometry: at(1),
      properties: { name: 'Elm', height, by: 'them' },
      tags: ['tree', 'old', 'tall'],
    });
    assert.deepEqual(takeEach(base, mine, theirs, new Set()), together(11));
    assert.deepEqual(takeEach(base, mine, theirs, new Set(['property height'])), together(12));
  });
  test('of the shape are decided like any other', () => {
    const moved = { ...theirs, geometry: at(5) };
    assert.equal(fieldsToMerge(base, mine, moved)[0]!.changedBy, 'both');
    assert.deepEqual(takeEach(base, mine, moved, new Set(['shape'])).geometry, at(1));
    assert.deepEqual(takeEach(base, mine, moved, new Set()).geometry, at(5));
  });
  test('keep properties that are called as members of every object are', () => {
    const odd = JSON.parse('{"__proto__": 1, "constructor": 2}') as Record<string, unknown>;
    const merged = takeEach(state(0, {}), state(0, odd), state(0, { a: 1 }), new Set());
    assert.equal(JSON.stringify(merged.properties), '{"a":1,"__proto__":1,"constructor":2}');
  });
});
