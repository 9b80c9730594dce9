import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault } from '@meridian/store';
import { Budget } from './budget.ts';

const refuses = (budget: Budget, clientKey: string, amount: number) =>
  assert.throws(
    () => budget.take(clientKey, amount),
    (error: Fault) => error instanceof Fault && error.kind === 'unavailable' && /bytes/.test(error.message),
  );

describe('a budget', () => {
  test('is used up once', () => {
    const budget = new Budget('bytes', 10);
    budget.take('a', 4);
    budget.take('b', 4);
    refuses(budget, 'c', 4);
    budget.giveBack('a', 4);
    budget.take('c', 4);
    assert.deepEqual([budget.used, budget.refused], [8, 1]);
  });

  test('gives one client half of it at most', () => {
    const budget = new Budget('bytes', 10);
    budget.take('a', 4);
    refuses(budget, 'a', 2);
    budget.take('a', 1);
    budget.take('b', 5);
  });

  test('grants the first request of a client even if it is more than its half', () => {
    const budget = new Budget('bytes', 10);
    budget.take('a', 30);
    refuses(budget, 'b', 1);
    budget.giveBack('a', 30);
    assert.equal(budget.used, 0);
    budget.take('b', 7);
  });
});
