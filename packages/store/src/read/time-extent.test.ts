import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMoment } from '@meridian/filter';
import fc from 'fast-check';
import type { Batch } from '../columns/batch.ts';
import { ColumnBuilder } from '../columns/column-builder.ts';
import type { FeaturePath } from '../model/query/query.ts';
import { Times } from './time-extent.ts';

const TIME: FeaturePath = { root: 'properties', path: ['t'] };

function batchOf(values: readonly unknown[]): Batch {
  const builder = new ColumnBuilder(values.length);
  for (const [row, value] of values.entries()) builder.set(row, value);
  const column = builder.column();
  return {
    rows: values.length,
    positions: new Float64Array(),
    boxes: new Float64Array(),
    column: () => column,
  };
}

const zone = fc.constantFrom('', 'Z', '+14:00', '-12:00', '+05:30');
const text = fc.oneof(
  fc
    .tuple(fc.date({ min: new Date('1960-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), zone)
    .map(([date, zone]) => date.toISOString().replace('Z', zone)),
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('2020-13-01', '2020', 'soon', '1999-02-30T00:00:00Z'),
);

test('the first and the last time are found in whatever order and time zone times are written down', () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { maxLength: 20 }), { maxLength: 4 }), (batches) => {
      const times = new Times();
      for (const values of batches) times.take(batchOf(values), [TIME]);
      const moments = batches.flat().flatMap((value) => parseMoment(value) ?? []);
      const ends = moments.map(({ ms, isDate }) => (isDate ? ms + 86_400_000 - 1 : ms));
      assert.deepEqual(
        times.extent,
        moments.length === 0 ? {} : { from: Math.min(...moments.map(({ ms }) => ms)), to: Math.max(...ends) },
      );
    }),
  );
});
