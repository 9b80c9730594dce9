import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shuffled, unshuffled } from './shuffled.ts';

test('every insertion number has a number of its own, from which it can be told', () => {
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeNat(), fc.nat(), fc.constantFrom(0, 1, 2 ** 32 - 1, 2 ** 32)), (seq) => {
      const number = shuffled(seq);
      assert.ok(Number.isSafeInteger(number) && number >= 0);
      assert.equal(unshuffled(number), seq);
    }),
    { numRuns: 10_000 },
  );
});

test('the first thousand of a load by these numbers come from all of it', () => {
  const count = 100_000;
  const seqs = Array.from({ length: count }, (_, i) => i + 1);
  const first = seqs.sort((a, b) => shuffled(a) - shuffled(b)).slice(0, 1000);
  for (let tenth = 0; tenth < 10; tenth++) {
    const from = first.filter((seq) => Math.floor(((seq - 1) / count) * 10) === tenth).length;
    assert.ok(from > 60 && from < 140, `${from} of part ${tenth}`);
  }
});
