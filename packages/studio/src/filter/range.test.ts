import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LayerCondition, LayerFilter } from './layer-filter.ts';
import { isAlternative, rangeOfFilter, withRange } from './range.ts';

const kind: LayerCondition = ['p.kind', '=', 'oak'];
const from: LayerCondition = ['p.size', '>=', 3];
const to: LayerCondition = ['p.size', '<', 9];

test('a range is put beside conditions that must all hold, and replaces the one before', () => {
  const filter: LayerFilter = { tags: [], where: [kind, from] };
  const changed = withRange(filter, 'size', { to: 9 });
  assert.deepEqual(changed.where, [kind, to]);
  assert.deepEqual(rangeOfFilter(changed, 'size'), { to: 9 });
  assert.deepEqual(withRange(changed, 'size', {}).where, [kind]);
  assert.equal(isAlternative(filter, 'size'), false);
});

test('among conditions of which one is enough, from and to are one of them', () => {
  const filter: LayerFilter = { tags: [], match: 'any', where: [kind] };
  const changed = withRange(filter, 'size', { from: 3, to: 9 });
  assert.deepEqual(changed.where, [kind, { match: 'all', where: [from, to] }]);
  assert.deepEqual(rangeOfFilter(changed, 'size'), { from: 3, to: 9 });
  assert.deepEqual(withRange(changed, 'size', { from: 3 }).where, [kind, from]);
  assert.equal(isAlternative(changed, 'size'), true);
  assert.equal(isAlternative({ ...changed, where: [from] }, 'size'), false);
});

test('two conditions that mean what lies outside are no range', () => {
  const filter: LayerFilter = {
    tags: [],
    match: 'any',
    where: [
      ['p.size', '<', 3],
      ['p.size', '>=', 9],
    ],
  };
  assert.deepEqual(rangeOfFilter(filter, 'size'), {});
  assert.equal(withRange(filter, 'size', { from: 5 }).where.length, 3);
});
