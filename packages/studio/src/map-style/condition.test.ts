import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCondition, withCondition } from './condition.ts';

const kind = { key: 'kind', datatype: 'string' };

test('a second value that a property is to be means one or the other; other conditions must all hold', () => {
  const first = newCondition(kind, '=', 'oak');
  const two = withCondition([first, ['p.height', '>', 3]], newCondition(kind, '=', 'elm'));
  assert.deepEqual(two, [
    ['p.kind', '=', ['oak', 'elm']],
    ['p.height', '>', 3],
  ]);
  assert.deepEqual(withCondition(two, newCondition(kind, '=', 'elm')), two);
  assert.equal(withCondition(two, newCondition(kind, 'contains', 'e')).length, 3);
  assert.equal(withCondition(two, newCondition(kind, '!=', 'ash')).length, 3);
});
