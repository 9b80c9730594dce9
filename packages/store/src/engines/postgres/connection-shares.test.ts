import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareConnections } from './connection-shares.ts';

const DIRECT = { hasCitus: false, isPooled: false };

test('connections are shared out, none more than there may be', () => {
  for (const readers of [1, 2, 8])
    for (const writers of [1, 4])
      for (const max of [20, 21, 50, 200]) {
        const { short, lookups, reader, writer } = shareConnections(max, { readers, writers }, DIRECT);
        const all = 2 + short + lookups + reader * readers + writer * writers;
        assert.ok(all <= max, `${all} of ${max}`);
        assert.ok(all > max - readers - writers, `${all} of ${max}`);
      }
});

test('everybody gets one, however few there are', () =>
  assert.deepEqual(shareConnections(1, { readers: 2, writers: 1 }, DIRECT), {
    short: 1,
    lookups: 0,
    reader: 1,
    writer: 1,
  }));

test('lookups by the hub itself have one of several, where nothing is between it and the database', () => {
  const lookups = (max: number, address = DIRECT) => {
    const { short, lookups } = shareConnections(max, { readers: 2, writers: 1 }, address);
    return { short, lookups };
  };
  assert.deepEqual(lookups(20), { short: 2, lookups: 1 });
  assert.deepEqual(lookups(8), { short: 1, lookups: 0 });
  assert.deepEqual(lookups(20, { ...DIRECT, isPooled: true }), { short: 3, lookups: 0 });
  assert.deepEqual(lookups(20, { ...DIRECT, hasCitus: true }), { short: 3, lookups: 0 });
});
