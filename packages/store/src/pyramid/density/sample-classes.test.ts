import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { Nearby } from './sample-classes.ts';

/** Numbers of one digit of the sort, of several, and of more than it has. */
const number = fc.oneof(
  fc.integer({ min: 0, max: 2000 }),
  fc.integer({ min: 0, max: 2 ** 31 }),
  fc.integer({ min: 2 ** 31, max: 2 ** 32 - 1 }),
);
const larger = fc.integer({ min: 0, max: 2 ** 40 });

test('what is near comes in insertion order, each feature once, by the first of its offsets', () => {
  for (const numbers of [number, larger])
    fc.assert(
      fc.property(fc.array(numbers, { maxLength: 3000 }), (seqs) => {
        const near = new Nearby();
        const first = new Map<number, number>();
        for (const [offset, seq] of seqs.entries()) {
          near.add(seq, offset);
          if (!first.has(seq)) first.set(seq, offset);
        }
        const expected = [...first].sort(([a], [b]) => a - b);
        assert.equal(near.size, expected.length);
        assert.deepEqual(
          Array.from(near.seqs, (seq, i) => [seq, near.offsets[i]]),
          expected,
        );
      }),
      { numRuns: randomCases(200) },
    );
});
