import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Feature } from '../../model/feature/feature.ts';
import { parseStored } from '../../model/json/exact-json.ts';
import type { JsonObject } from '../../model/json/own.ts';
import { mergeStates } from './merge-states.ts';

const feature = (properties: JsonObject, more: Partial<Feature> = {}): Feature => ({
  id: 'a',
  geometry: null,
  properties,
  tags: [],
  foreign: {},
  ...more,
});

describe('properties that two have changed', () => {
  const cases: [
    what: string,
    base: string,
    theirs: string,
    ours: string,
    merged: string,
    conflicts: string[],
  ][] = [
    ['at different paths', '{"a":1,"b":1}', '{"a":2,"b":1}', '{"a":1,"b":2}', '{"a":2,"b":2}', []],
    ['alike', '{"a":1}', '{"a":2}', '{"a":2}', '{"a":2}', []],
    ['at the same path', '{"a":1,"b":1}', '{"a":2,"b":1}', '{"a":3,"b":5}', '{"a":3,"b":5}', ['a']],
    [
      'deep down',
      '{"d":{"x":1,"y":1}}',
      '{"d":{"x":2,"y":1}}',
      '{"d":{"x":1,"y":2}}',
      '{"d":{"x":2,"y":2}}',
      [],
    ],
    ['deep down at one path', '{"d":{"x":1}}', '{"d":{"x":2}}', '{"d":{"x":3}}', '{"d":{"x":3}}', ['d.x']],
    ['by adding different members', '{}', '{"a":1}', '{"b":1}', '{"a":1,"b":1}', []],
    ['by adding one member', '{}', '{"a":1}', '{"a":2}', '{"a":2}', ['a']],
    ['by adding objects of one name', '{}', '{"d":{"x":1}}', '{"d":{"y":1}}', '{"d":{"x":1,"y":1}}', []],
    ['where one removes and one changes', '{"a":1}', '{}', '{"a":2}', '{"a":2}', ['a']],
    ['where one changes and one removes', '{"a":1,"b":1}', '{"a":2,"b":1}', '{"b":1}', '{"b":1}', ['a']],
    ['where one removes and one keeps', '{"a":1}', '{}', '{"a":1}', '{}', []],
    ['where both remove', '{"a":1}', '{}', '{}', '{}', []],
    [
      'where an object is removed that one changed',
      '{"d":{"x":1}}',
      '{}',
      '{"d":{"x":2}}',
      '{"d":{"x":2}}',
      ['d'],
    ],
    ['lists as a whole', '{"l":[1]}', '{"l":[1,2]}', '{"l":[0,1]}', '{"l":[0,1]}', ['l']],
    ['null is a value', '{"a":1}', '{"a":null}', '{"a":1}', '{"a":null}', []],
    [
      'names are just names',
      '{}',
      '{"__proto__":1}',
      '{"constructor":2}',
      '{"__proto__":1,"constructor":2}',
      [],
    ],
    [
      'large numbers',
      '{"a":9007199254740993}',
      '{"a":9007199254740995}',
      '{"a":9007199254740993}',
      '{"a":9007199254740995}',
      [],
    ],
  ];
  for (const [what, base, theirs, ours, merged, conflicts] of cases)
    test(what, () => {
      const [from, left, right] = [base, theirs, ours].map((text) =>
        feature(parseStored(text) as JsonObject),
      );
      const result = mergeStates(from!, left!, right!);
      assert.equal(JSON.stringify(result.feature.properties), merged);
      assert.deepEqual(
        result.conflicts,
        conflicts.map((path) => `properties.${path}`),
      );
    });
});

describe('what else two have changed', () => {
  const point = (x: number) => ({ type: 'Point', coordinates: [x, 0] }) as Feature['geometry'];

  test('a geometry is changed as a whole', () => {
    const at = (x: number) => feature({}, { geometry: point(x) });
    assert.deepEqual(mergeStates(at(1), at(2), at(1)).feature.geometry, point(2));
    assert.deepEqual(mergeStates(at(1), at(1), at(3)).feature.geometry, point(3));
    assert.deepEqual(mergeStates(at(1), at(2), at(3)).conflicts, ['geometry']);
    assert.deepEqual(mergeStates(at(1), feature({}), at(1)).feature.geometry, null);
  });

  test('tags are a set', () => {
    const tagged = (...tags: string[]) => feature({}, { tags });
    const merge = (base: string[], theirs: string[], ours: string[]) =>
      mergeStates(tagged(...base), tagged(...theirs), tagged(...ours)).feature.tags;
    assert.deepEqual(merge(['a', 'b'], ['a', 'b', 'c'], ['b', 'd']), ['b', 'c', 'd']);
    assert.deepEqual(merge(['a'], [], ['a']), []);
    assert.deepEqual(merge([], ['x'], ['x']), ['x']);
  });

  test('members of the root are merged, too', () => {
    const noted = (foreign: JsonObject) => feature({}, { foreign });
    const merged = mergeStates(noted({ a: 1 }), noted({ a: 1, b: 2 }), noted({ a: 3 }));
    assert.deepEqual(merged.feature.foreign, { a: 3, b: 2 });
    assert.deepEqual(mergeStates(noted({ a: 1 }), noted({ a: 2 }), noted({ a: 3 })).conflicts, ['a']);
  });
});
