import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countTogether } from './together.ts';

describe('calls that share a commit', () => {
  const count = (...sizes: (number | undefined)[]) => countTogether(sizes, 1000, (size) => size);

  test('are as many as are small enough together', () => {
    assert.equal(count(), 0);
    assert.equal(count(400, 400), 2);
    assert.equal(count(400, 600), 2);
    assert.equal(count(400, 400, 400), 2);
  });

  test('have the first among them, however large it is: who prepares them while others wait must not pass it over', () => {
    assert.equal(count(2000), 1);
    assert.equal(count(2000, 1), 1);
    assert.equal(count(0, 2000), 1);
  });

  test('come before the first that can share none', () => {
    assert.equal(count(undefined, 1), 0);
    assert.equal(count(1, undefined, 1), 1);
  });
});
