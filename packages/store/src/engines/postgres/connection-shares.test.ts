import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareConnections } from './connection-shares.ts';

test('connections are shared out, none more than there may be', () => {
  for (const readers of [1, 2, 8])
    for (const writers of [1, 4])
      for (const max of [20, 21, 50, 200]) {
        const { short, reader, writer } = shareConnections(max, { readers, writers });
        const all = 2 + short + reader * readers + writer * writers;
        assert.ok(all <= max, `${all} of ${max}`);
        assert.ok(all > max - readers - writers, `${all} of ${max}`);
      }
});

test('everybody gets one, however few there are', () =>
  assert.deepEqual(shareConnections(1, { readers: 2, writers: 1 }), { short: 1, reader: 1, writer: 1 }));
