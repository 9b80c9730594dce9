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
  return { rows: values.length, positions: empty, boxes: empty, column: () => builder.column() };
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

test('groups that are only counted are those that rows are put into one by one', () => {
  const mixed = ['a', null, undefined, 'b', 'a', true, false, 1, '1', [1], { k: 1 }, 'a', 1, null, [1], ''];
  const dimension = () => dimensionOf({ name: 'at', kind: 'value', path }, {});
  const [counted, taken] = [new Groups([dimension()]), new Groups([dimension()])];
  for (const values of [mixed, ['b', 'c'], ['c', 'c', undefined]]) {
    assert.ok(counted.count({ batch: batchOf(values) }), 'texts are counted by their codes');
    taken.take({ batch: batchOf(values) });
  }
  const countsOf = (groups: Groups) =>
    Array.from({ length: groups.size }, (_, group) =>
      JSON.stringify([groups.keyOf(group)[0]!.value, groups.counts.at(group)]),
    ).sort();
  assert.deepEqual(countsOf(counted), countsOf(taken));
  assert.equal(counted.count({ batch: batchOf([1, 2]) }), false, 'numbers have no codes');
});
