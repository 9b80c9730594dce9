import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ledger, NO_COUNTS } from './ledger.ts';

test('what is settled ends before the first record that is still under way', () => {
  const ledger = new Ledger();
  for (const record of [1, 2, 3, 4]) ledger.begin(record);
  ledger.finish(3, 'inserted');
  ledger.finish(4, 'failed');
  assert.deepEqual(ledger.settled, { records: 0, counts: NO_COUNTS });
  ledger.finish(1, 'inserted');
  assert.deepEqual(ledger.settled, { records: 1, counts: { ...NO_COUNTS, inserted: 1 } });
  ledger.finish(2, 'unchanged');
  assert.deepEqual(ledger.settled, {
    records: 4,
    counts: { ...NO_COUNTS, inserted: 2, unchanged: 1, failed: 1 },
  });
});

test('a resumed import counts on from where the last one was settled', () => {
  const ledger = new Ledger(10, { ...NO_COUNTS, inserted: 10 });
  ledger.begin(11);
  assert.equal(ledger.settled.records, 10);
  ledger.finish(11, 'updated');
  assert.deepEqual(ledger.settled, { records: 11, counts: { ...NO_COUNTS, inserted: 10, updated: 1 } });
  assert.deepEqual(ledger.counts, { ...NO_COUNTS, inserted: 10, updated: 1 });
});

test('numbers that no record has are passed over', () => {
  const ledger = new Ledger();
  ledger.begin(3);
  assert.equal(ledger.settled.records, 2);
  ledger.begin(7);
  ledger.finish(3, 'skipped');
  assert.deepEqual(ledger.settled, { records: 6, counts: { ...NO_COUNTS, skipped: 1 } });
  ledger.finish(7, 'excluded');
  assert.deepEqual(ledger.settled, { records: 7, counts: { ...NO_COUNTS, skipped: 1, excluded: 1 } });
});

test('a record that is long under way holds up those behind it, however many', () => {
  const ledger = new Ledger(5);
  const last = 200_000;
  for (let record = 6; record <= last; record++) ledger.begin(record);
  for (let record = last; record > 6; record--) ledger.finish(record, 'inserted');
  assert.deepEqual(ledger.settled, { records: 5, counts: NO_COUNTS });
  assert.equal(ledger.counts.inserted, last - 6);
  ledger.finish(6, 'failed');
  assert.deepEqual(ledger.settled, {
    records: last,
    counts: { ...NO_COUNTS, inserted: last - 6, failed: 1 },
  });
});
