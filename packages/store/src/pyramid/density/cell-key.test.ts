import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { COARSE_EDGES, joinedRanges, rangesOf } from './cell-key.ts';

const box = fc
  .record({
    west: fc.double({ min: -180, max: 179, noNaN: true }),
    south: fc.double({ min: -80, max: 79, noNaN: true }),
    size: fc.double({ min: 1e-6, max: 1, noNaN: true }),
  })
  .map(({ west, south, size }) => ({ west, south, east: west + size, north: south + size }));

test('joined ranges are fewer, have all keys of those they are made of, and at most a tenth of them in each gap', () => {
  let fewer = 0;
  fc.assert(
    fc.property(fc.array(box, { minLength: 1, maxLength: 3 }), (boxes) => {
      const ranges = rangesOf(boxes, COARSE_EDGES);
      const keys = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
      const joined = joinedRanges(ranges);
      if (joined.length < ranges.length) fewer++;
      let at = 0;
      for (const { from, to } of joined) {
        assert.equal(ranges[at]!.from, from);
        for (; ranges[at] && ranges[at]!.to <= to; at++) {
          const gap = at > 0 && ranges[at]!.from > from ? ranges[at]!.from - ranges[at - 1]!.to : 0;
          assert.ok(gap <= keys / 10, `${gap} of ${keys}`);
        }
        assert.equal(ranges[at - 1]!.to, to);
      }
      assert.equal(at, ranges.length);
    }),
    { numRuns: randomCases(200) },
  );
  assert.ok(fewer > 0);
});
