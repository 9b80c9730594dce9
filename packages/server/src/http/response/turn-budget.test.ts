import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TurnBudget } from './turn-budget.ts';

const MIB = 1024 * 1024;

test('a mebibyte a turn goes out at once, all else in later turns and in order', async () => {
  const budget = new TurnBudget();
  const went: number[] = [];
  const begin = (n: number, bytes: number) => {
    const wait = budget.take(bytes);
    if (wait) void wait.then(() => went.push(n));
    else went.push(n);
  };
  for (let n = 0; n < 9; n++) begin(n, MIB / 4);
  begin(9, 10);
  assert.deepEqual(went, [0, 1, 2, 3]);
  await nextTurn();
  assert.deepEqual(went, [0, 1, 2, 3, 4, 5, 6, 7]);
  await nextTurn();
  assert.deepEqual(went, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('what is larger than a turn goes out all the same', async () => {
  const budget = new TurnBudget();
  assert.equal(budget.take(3 * MIB), undefined);
  const second = budget.take(3 * MIB);
  assert.ok(second, 'the turn is over');
  await second;
  await nextTurn();
  assert.equal(budget.take(1), undefined);
});
