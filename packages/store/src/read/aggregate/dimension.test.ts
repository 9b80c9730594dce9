import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Batch } from '../../columns/batch.ts';
import { ColumnBuilder } from '../../columns/column-builder.ts';
import type { FeaturePath } from '../../model/query/query.ts';
import { compareSortValues } from '../../model/query/sort-value.ts';
import { dimensionOf } from './dimension.ts';
import { Groups } from './groups.ts';

const path: FeaturePath = { root: 'properties', path: ['at'] };

function batchOf(values: readonly unknown[]): Batch {
  const builder = new ColumnBuilder(values.length);
  for (const [row, value] of values.entries()) builder.set(row, value);
  const empty = new Float64Array(0);
  const column = builder.column();
  return { rows: values.length, positions: empty, boxes: empty, column: () => column };
}

test('of the hour that comes twice in autumn the first is before the second', () => {
  const groups = new Groups([
    dimensionOf({ name: 'hour', kind: 'time', path, unit: 'hour', timeZone: 'Europe/Berlin' }, {}),
  ]);
  groups.take({ batch: batchOf(['2024-10-27T01:30:00Z', '2024-10-27T00:30:00Z', 'never']) });
  const keys = Array.from({ length: groups.size }, (_, group) => groups.keyOf(group)[0]!);
  assert.deepEqual(
    keys.sort((a, b) => compareSortValues(a.sort, b.sort, false)).map(({ value }) => value),
    ['2024-10-27T02:00+02:00', '2024-10-27T02:00+01:00', null],
  );
});

test('each of many values has a group of its own, in whichever batch it comes', () => {
  const groups = new Groups([dimensionOf({ name: 'at', kind: 'value', path }, {})]);
  const values = Array.from({ length: 1000 }, (_, i) => (i * 37) % 300);
  for (const batch of [values.slice(0, 10), values, values.toReversed()])
    groups.take({ batch: batchOf(batch) });
  assert.equal(groups.size, 300);
  for (let group = 0; group < groups.size; group++) {
    const { value } = groups.keyOf(group)[0]!;
    const expected = [...values.slice(0, 10), ...values, ...values].filter((one) => one === value).length;
    assert.equal(groups.counts.at(group), expected, `of ${value}`);
  }
});

test('small whole numbers are grouped as others are, also where a column is asked for again', () => {
  const columns = [
    [3, 0, 65_535, 3],
    [-0, 3, 65_536],
    [1.5, 3, -1],
    [7, undefined, 3],
    [7, '3', 3],
  ];
  const batches = [...columns, [8, 7]].map(batchOf);
  const counts = new Map<unknown, number>();
  for (const value of [...columns, ...columns, [8, 7], [8, 7]].flat()) {
    const key = value === undefined ? null : value === 0 ? 0 : value;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const groups = new Groups([dimensionOf({ name: 'at', kind: 'value', path }, {})]);
  for (const batch of [...batches, ...batches]) groups.take({ batch });
  assert.equal(groups.size, counts.size);
  for (let group = 0; group < groups.size; group++)
    assert.equal(groups.counts.at(group), counts.get(groups.keyOf(group)[0]!.value));
});

test('groups that are only counted are those that rows are put into one by one', () => {
  const mixed = ['a', null, undefined, 'b', 'a', true, false, 1, '1', [1], { k: 1 }, 'a', 1, null, [1], ''];
  const dimension = () => dimensionOf({ name: 'at', kind: 'value', path }, {});
  const [counted, taken] = [new Groups([dimension()]), new Groups([dimension()])];
  const batches = [mixed, ['b', 'c'], ['c', 'c', undefined]].map(batchOf);
  for (const batch of [...batches, ...batches]) {
    assert.ok(counted.count({ batch }), 'texts are counted by their codes');
    taken.take({ batch });
  }
  const countsOf = (groups: Groups) =>
    Array.from({ length: groups.size }, (_, group) =>
      JSON.stringify([groups.keyOf(group)[0]!.value, groups.counts.at(group)]),
    ).sort();
  assert.deepEqual(countsOf(counted), countsOf(taken));
  assert.equal(counted.count({ batch: batchOf([1, 2]) }), false, 'numbers have no codes');
});
