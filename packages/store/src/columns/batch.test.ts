import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedText } from '../contract/stored-text.ts';
import { StoredFeature } from '../model/query/match.ts';
import type { FeaturePath } from '../model/query/query.ts';
import { KIND, valueIn } from './batch.ts';
import { batchOf } from './feature-batch.ts';

const FEATURES = [
  '{"v":1.5,"deep":{"v":"a"}}',
  '{"v":"a"}',
  '{"v":null,"deep":5}',
  '{"v":9007199254740993}',
  '{"v":["a",1]}',
  '{"v":"a","deep":{"v":false}}',
  '{"v":true}',
  '{}',
].map((properties, i) => {
  const own = properties.slice(1, -1);
  const geometry = i === 0 ? '{"type":"LineString","coordinates":[[1,2],[3,4]]}' : 'null';
  const text = `{"type":"Feature","id":"f${i}","geometry":${geometry},"properties":{${own}${own && ','}"@ns:com:here:xyz":{"space":"s","createdAt":5,"updatedAt":6,"tags":["t"]}}}`;
  return { seq: 10 * (i + 1), feature: new StoredFeature(`f${i}`, storedText(text)) };
});
const V: FeaturePath = { root: 'properties', path: ['v'] };
const DEEP: FeaturePath = { root: 'properties', path: ['deep', 'v'] };
const ABSENT: FeaturePath = { root: 'properties', path: ['absent'] };
const HUBS = [['id'], ['createdAt'], ['tags'], ['geometry', 'type']].map(
  (path): FeaturePath => ({ root: 'feature', path }),
);
const batch = batchOf(FEATURES, [V, DEEP, ABSENT, ...HUBS]);

test('a batch of features has each value under its kind', () => {
  const { number, text, null: none, exact, json, true: yes, absent } = KIND;
  const column = batch.column(V);
  assert.deepEqual([...column.kinds], [number, text, none, exact, json, text, yes, absent]);
  assert.deepEqual(column.dictionary, ['a', '9007199254740993', '["a",1]']);
  assert.equal(column.codes[1], column.codes[5]);
  assert.equal(column.numbers[0], 1.5);
  assert.equal(column.numbers[3], 9007199254740992);
});

test('values come out of a column as filters see them', () => {
  const column = batch.column(V);
  const values = FEATURES.map((_, row) => valueIn(column, row));
  assert.deepEqual(values, [1.5, 'a', null, 9007199254740992, ['a', 1], 'a', true, undefined]);
});

test('a nested path leads through objects only', () => {
  const { kinds } = batch.column(DEEP);
  assert.deepEqual([...kinds], [KIND.text, 0, 0, 0, 0, KIND.false, 0, 0]);
});

test('a batch has positions, boxes, and what the hub knows of a feature', () => {
  assert.deepEqual([...batch.positions], [10, 20, 30, 40, 50, 60, 70, 80]);
  assert.deepEqual([...batch.boxes.subarray(0, 4)], [1, 2, 3, 4]);
  assert.ok(Number.isNaN(batch.boxes[4]));
  const of = (...path: string[]) => valueIn(batch.column({ root: 'feature', path }), 0);
  assert.equal(of('id'), 'f0');
  assert.equal(of('createdAt'), 5);
  assert.deepEqual(of('tags'), ['t']);
  assert.equal(of('geometry', 'type'), 'LineString');
});

test('columns without numbers or texts have no room for them', () => {
  const { numbers, codes } = batch.column(ABSENT);
  assert.equal(numbers.length + codes.length, 0);
});

test('a column that was not asked for is refused', () => {
  assert.throws(() => batchOf(FEATURES, []).column(V), /without the column properties v/);
});
