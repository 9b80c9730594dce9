import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConditionGroup, LayerCondition } from '../filter/layer-filter.ts';
import { readMap } from './document.ts';
import { changedGroup, joinedBy, withMember } from './members.ts';

const kind: LayerCondition = ['p.kind', '=', 'oak'];
const lower: LayerCondition = ['p.size', '>=', 3];
const upper: LayerCondition = ['p.size', '<', 9];

test('a new group is joined in the way in which the list is not, and takes further conditions', () => {
  const where = withMember({ where: [kind] }, 'new', lower);
  assert.deepEqual(where, [kind, { match: 'any', where: [lower] }]);
  assert.deepEqual(withMember({ where }, 0, upper), [kind, { match: 'any', where: [lower, upper] }]);
  assert.deepEqual(withMember({ where }, 'list', ['p.kind', '=', 'elm']), [
    ['p.kind', '=', ['oak', 'elm']],
    { match: 'any', where: [lower] },
  ]);
  assert.deepEqual(withMember({ where: [kind], match: 'any' }, 'new', lower), [
    kind,
    { match: 'all', where: [lower] },
  ]);
});

test('the same condition is not added twice', () => {
  assert.deepEqual(withMember({ where: [lower] }, 'list', lower), [lower]);
});

test('a group without conditions is gone', () => {
  const group: ConditionGroup = { match: 'any', where: [lower] };
  assert.deepEqual(
    changedGroup([kind, group], 0, (now) => ({ ...now, where: [] })),
    [kind],
  );
});

test('from and to of a property stay what lies between when one condition becomes enough, and back', () => {
  const any = joinedBy([lower, kind, upper], 'any');
  assert.deepEqual(any, { match: 'any', where: [{ match: 'all', where: [lower, upper] }, kind] });
  assert.deepEqual(joinedBy(any.where, 'all'), { match: undefined, where: [lower, upper, kind] });
});

test('a stored filter keeps its groups; what is wrong in it is left out', () => {
  const groups = [
    { match: 'any', where: [lower, ['p.size', 'like', 3], ['f.id', '=', 'a']] },
    { match: 'some', where: [kind] },
    { match: 'any', where: [] },
    { match: 'any', where: 'all' },
    { match: 'any', where: [{ match: 'any', where: [kind] }] },
    null,
  ];
  const filterOf = (filter: unknown) => readMap([{ space: 's', filter }], undefined).layers[0]!.filter;
  const read = [
    { match: 'any', where: [lower] },
    { match: 'all', where: [kind] },
  ];
  assert.deepEqual(filterOf({ where: [['f.id', '=', 'a'], ...groups], match: 'any' }), {
    tags: [],
    where: read,
    match: 'any',
  });
  assert.deepEqual(filterOf({ where: [['f.id', '=', 'a'], ...groups] }), {
    tags: [],
    where: [['f.id', '=', 'a'], ...read],
  });
});
