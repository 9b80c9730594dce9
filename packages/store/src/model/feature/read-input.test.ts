import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFault } from '../../contract/is-fault.ts';
import { parseStored } from '../json/exact-json.ts';
import { NAMESPACE } from './feature.ts';
import { randomId, readFeatureInput } from './read-input.ts';

const read = (value: unknown) => readFeatureInput(value, { maxVertices: 5 });

describe('a feature of a request', () => {
  test('may be empty: nothing is said of its id, geometry and tags', () => {
    const nothing = {
      id: undefined,
      geometry: undefined,
      facts: undefined,
      properties: {},
      tags: undefined,
      baseRevision: undefined,
      foreign: {},
    };
    assert.deepEqual(read({}), nothing);
    assert.deepEqual(read({ type: 'Feature', id: null, properties: null }), nothing);
    assert.deepEqual(read({ geometry: null }), { ...nothing, geometry: null });
  });

  const ids: [json: string, id: string][] = [
    ['"a/b ü"', 'a/b ü'],
    ['5', '5'],
    ['1.50', '1.5'],
    ['9007199254740993', '9007199254740993'],
    ['"__proto__"', '__proto__'],
  ];
  for (const [json, id] of ids)
    test(`has the id ${id} for ${json}`, () => assert.equal(read({ id: parseStored(json) }).id, id));

  test('keeps root members that GeoJSON does not name, but not bbox', () =>
    assert.deepEqual(read({ bbox: [1, 2, 3, 4], title: 'x', n: null }).foreign, { title: 'x', n: null }));

  test('keeps null properties', () =>
    assert.deepEqual(read({ properties: { a: null } }).properties, { a: null }));

  test('loses bbox members of geometries at every depth, and nothing else of them', () => {
    const point = { type: 'Point', coordinates: [1, 2], bbox: [1, 2, 1, 2], accuracy: 5 };
    const collection = {
      type: 'GeometryCollection',
      bbox: 'x',
      geometries: [point, { type: 'GeometryCollection', geometries: [point] }],
    };
    const { bbox: _dropped, ...kept } = point;
    assert.deepEqual(read({ geometry: collection }).geometry, {
      type: 'GeometryCollection',
      geometries: [kept, { type: 'GeometryCollection', geometries: [kept] }],
    });
  });

  test('loses what only the hub may say, and keeps its tags, normalised', () => {
    const { properties, tags } = read({
      properties: {
        a: 1,
        [NAMESPACE]: { space: 'x', createdAt: 5, updatedAt: 6, uuid: 'u', tags: ['B', 'b', 'á'] },
      },
    });
    assert.deepEqual(properties, { a: 1 });
    assert.deepEqual(tags, ['b', 'a']);
  });

  test('clears its tags with null, and does not speak of them without the member', () => {
    assert.deepEqual(read({ properties: { [NAMESPACE]: { tags: null } } }).tags, []);
    assert.equal(read({ properties: { [NAMESPACE]: {} } }).tags, undefined);
    assert.equal(read({ properties: { [NAMESPACE]: null } }).tags, undefined);
  });

  test('may have properties called like prototypes', () => {
    const { properties, foreign } = read(
      JSON.parse('{"properties":{"__proto__":{"a":1},"constructor":2},"__proto__":{"b":1}}'),
    );
    assert.equal(JSON.stringify(properties), '{"__proto__":{"a":1},"constructor":2}');
    assert.equal(JSON.stringify(foreign), '{"__proto__":{"b":1}}');
  });
});

describe('refused as a feature', () => {
  const points = (n: number) => ({
    type: 'MultiPoint',
    coordinates: Array.from({ length: n }, () => [0, 0]),
  });
  const refusals: [what: string, value: unknown, message: RegExp][] = [
    ['null', null, /^must be a GeoJSON Feature object$/],
    ['an array', [], /^must be a GeoJSON Feature object$/],
    ['kept digits', parseStored('1e999'), /^must be a GeoJSON Feature object$/],
    ['another type', { type: 'Point' }, /^type must be "Feature"$/],
    ['type null', { type: null }, /^type must be "Feature"$/],
    ['an empty id', { id: '' }, /^id must not be empty$/],
    ['a boolean id', { id: true }, /^id must be a string or a number$/],
    ['an id in an array', { id: ['a'] }, /^id must be a string or a number$/],
    ['half a character as id', { id: 'a\ud800' }, /^id must be valid Unicode text$/],
    ['properties as an array', { properties: [] }, /^properties must be an object$/],
    ['properties as text', { properties: '{}' }, /^properties must be an object$/],
    [
      'a namespace that is no object',
      { properties: { [NAMESPACE]: 5 } },
      /^properties\.@ns:com:here:xyz must be an object$/,
    ],
    ['tags as text', { properties: { [NAMESPACE]: { tags: 'a' } } }, /\.tags must be an array of strings$/],
    [
      'a tag that is no string',
      { properties: { [NAMESPACE]: { tags: ['a', 5] } } },
      /\.tags\[1\] must be a string$/,
    ],
    [
      'a geometry with a fault',
      { geometry: { type: 'Point', coordinates: [1, 99] } },
      /^geometry\.coordinates\[1\] is a latitude/,
    ],
    ['a geometry that is none', { geometry: false }, /^geometry must be a GeoJSON geometry object$/],
    ['too many positions', { geometry: points(6) }, /^geometry has 6 positions, more than the 5 allowed$/],
  ];
  for (const [what, value, message] of refusals)
    test(what, () => assert.throws(() => read(value), isFault('invalid', message)));

  test('but not as many positions as are allowed', () =>
    assert.equal(read({ geometry: points(5) }).facts?.vertices, 5));
});

test('a random id has letters and digits only, and is never the same', () => {
  const ids = Array.from({ length: 200 }, () => randomId(16));
  for (const id of ids) assert.match(id, /^[A-Za-z0-9]{16}$/);
  assert.equal(new Set(ids).size, ids.length);
});
