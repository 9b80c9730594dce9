import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault } from '@meridian/store';
import { Budget } from './budget.ts';

const by = (accountKey: string, clientKey = '') => ({ accountKey, clientKey });

const refuses = (budget: Budget, [accountKey, clientKey]: [string, string?], amount: number) =>
  assert.throws(
    () => budget.take(by(accountKey, clientKey), amount),
    (error: Fault) => error instanceof Fault && error.kind === 'unavailable' && /bytes/.test(error.message),
  );

describe('a budget', () => {
  test('is used up once', () => {
    const budget = new Budget('bytes', 10);
    budget.take(by('a'), 4);
    budget.take(by('b'), 4);
    refuses(budget, ['c'], 4);
    budget.giveBack(by('a'), 4);
    budget.take(by('c'), 4);
    assert.deepEqual([budget.used, budget.refused], [8, 1]);
  });

  test('gives one client half of it at most', () => {
    const budget = new Budget('bytes', 10);
    budget.take(by('a'), 4);
    refuses(budget, ['a'], 2);
    budget.take(by('a'), 1);
    budget.take(by('b'), 5);
  });

  test('gives the clients of one account three quarters of it at most, however many they are', () => {
    const budget = new Budget('bytes', 100);
    for (let client = 0; client < 75; client++) budget.take(by('a', `${client}`), 1);
    refuses(budget, ['a', 'another'], 1);
    budget.take(by('b'), 25);
    budget.giveBack(by('a', '0'), 1);
    budget.take(by('a', 'another'), 1);
  });

  test('grants the first request of a client even if it is more than its half', () => {
    const budget = new Budget('bytes', 10);
    budget.take(by('a'), 30);
    refuses(budget, ['b'], 1);
    budget.giveBack(by('a'), 30);
    assert.equal(budget.used, 0);
    budget.take(by('b'), 7);
  });
});
