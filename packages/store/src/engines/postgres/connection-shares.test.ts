import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareConnections } from './connection-shares.ts';

test('connections are shared out, none more than there may be', () => {
  for (const readers of [1, 2, 8])
    for (const writers of [1, 4])
      for (const most of [20, 21, 50, 200]) {
        const { short, reader, writer } = shareConnections(most, { readers, writers });
        const all = 1 + short + reader * readers + writer * writers;
        assert.ok(all <= most, `${all} of ${most}`);
        assert.ok(all > most - readers - writers, `${all} of ${most}`);
      }
});

test('everybody gets one, however few there are', () =>
  assert.deepEqual(shareConnections(1, { readers: 2, writers: 1 }), { short: 1, reader: 1, writer: 1 }));
