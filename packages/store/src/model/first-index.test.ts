import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIndex, indexAbove } from './first-index.ts';

test('the first index for which something holds is found in any range', () => {
  for (let from = 0; from < 4; from++)
    for (let to = from; to < 12; to++)
      for (let first = from; first <= to; first++)
        assert.equal(
          firstIndex(from, to, (index) => index >= first),
          first,
        );
});

test('of equal numbers, the index above is behind the last', () => {
  assert.equal(indexAbove([1, 3, 3, 3, 7], 3), 4);
  assert.equal(indexAbove([1, 3], 0), 0);
  assert.equal(indexAbove([1, 3], 3), 2);
  assert.equal(indexAbove([], 3), 0);
});
