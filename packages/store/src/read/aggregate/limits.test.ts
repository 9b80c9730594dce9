import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Batch } from '../../columns/batch.ts';
import { ColumnBuilder } from '../../columns/column-builder.ts';
import { MAX_GROUPS, MAX_NUMBERS } from '../../model/query/aggregate.ts';
import type { FeaturePath } from '../../model/query/query.ts';
import { dimensionOf } from './dimension.ts';
import { NumberBudget } from './grouped-numbers.ts';
import { Groups } from './groups.ts';

const path: FeaturePath = { root: 'properties', path: ['v'] };

function batchOfNumbers(from: number, rows: number): Batch {
  const column = new ColumnBuilder(rows);
  for (let row = 0; row < rows; row++) column.set(row, from + row);
  const only = column.column();
  return { rows, positions: new Float64Array(rows), boxes: new Float64Array(4 * rows), column: () => only };
}

test('the first group too many is refused with the limit', () => {
  const groups = new Groups([dimensionOf({ name: 'v', kind: 'value', path }, {})]);
  groups.take({ batch: batchOfNumbers(0, MAX_GROUPS) });
  assert.equal(groups.size, MAX_GROUPS);
  assert.throws(
    () => groups.take({ batch: batchOfNumbers(MAX_GROUPS, 1) }),
    /groupBy: there are more than 100000 groups by v; group by less/,
  );
});

test('pairs of values are limited as single ones are', () => {
  const by = (name: string, of: number) =>
    dimensionOf({ name, kind: 'limits', path, limits: Array.from({ length: of }, (_, i) => i) }, {});
  const groups = new Groups([by('a', 400), dimensionOf({ name: 'v', kind: 'value', path }, {})]);
  groups.take({ batch: batchOfNumbers(0, MAX_GROUPS) });
  assert.throws(() => groups.take({ batch: batchOfNumbers(-1, 1) }), /more than 100000 groups/);
});

test('numbers that are held are limited over all that hold some', () => {
  const budget = new NumberBudget();
  budget.take(MAX_NUMBERS);
  assert.throws(() => budget.take(1), /hold at most 10000000 numbers/);
  budget.take(-1);
});
