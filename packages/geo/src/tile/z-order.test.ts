import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { zOrder } from './z-order.ts';

const column = fc.integer({ min: 0, max: 2 ** 20 - 1 });

test('a position on the Z-order curve interleaves the bits of row and column', () => {
  fc.assert(
    fc.property(column, column, (x, y) => {
      const bits = [...x.toString(2).padStart(20, '0')].map(
        (bit, i) => y.toString(2).padStart(20, '0')[i] + bit,
      );
      assert.equal(zOrder(x, y), Number.parseInt(bits.join(''), 2));
    }),
  );
});
