import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { ColumnBuilder } from '../../columns/column-builder.ts';
import { decodeColumn } from '../../columns/decode-column.ts';
import { encodeColumn } from '../../columns/encode-column.ts';
import { ValueIds } from './value-ids.ts';

test('all rows of a column at once have the numbers of values that they have one by one, stored or not', () => {
  const whole = (min: number, max: number) => fc.array(fc.integer({ min, max }), { maxLength: 40 });
  const values = fc.oneof(
    whole(0, 200),
    whole(60_000, 60_100),
    whole(65_500, 65_600),
    whole(-3, 300),
    fc.array(fc.constantFrom(0.5, 1, 1.5, undefined, null, true, 'a', 'b', { c: [1] }), { maxLength: 40 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(values, fc.boolean()), { maxLength: 5 }), (batches) => {
      const [together, apart] = [new ValueIds(1000, 'too many'), new ValueIds(1000, 'too many')];
      for (const [batch, isStored] of batches) {
        const builder = new ColumnBuilder(batch.length);
        for (const [row, value] of batch.entries()) builder.set(row, value);
        const column = isStored ? decodeColumn(encodeColumn(builder.column())) : builder.column();
        const ids = new Uint32Array(batch.length);
        together.fill(column, ids);
        const idOf = apart.of(column);
        assert.deepEqual(
          [...ids].map((id) => together.at(id)),
          batch.map((_, row) => apart.at(idOf(row))),
        );
      }
    }),
    { numRuns: randomCases(1000) },
  );
});
