import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isFault } from '../contract/is-fault.ts';
import type { FeatureStream } from '../feature-store.ts';
import { NO_FILTER } from '../model/query/query.ts';
import type { ReaderCalls } from './calls.ts';
import { ReaderThreads } from './reader-threads.ts';
import { startThreads } from './rpc.ts';

const FORGETFUL = new URL('./testing/forgetful.thread.ts', import.meta.url);

const readers = new ReaderThreads(() => startThreads<ReaderCalls>(1, FORGETFUL, undefined));
after(() => readers.close());

function begin(signal: AbortSignal): FeatureStream {
  const query = { filter: NO_FILTER, limit: 10, view: {}, after: 0, sort: [] };
  return readers.stream(
    { id: 'a', storageKey: 'a' },
    { kind: 'features', query },
    { signal, timeLimitMs: 1000 },
  );
}

test('a stream that its thread has forgotten is to be asked for again: its client has not gone', async () => {
  const stream = begin(new AbortController().signal);
  assert.deepEqual((await stream.next()).value, new Uint8Array([1]));
  await assert.rejects(stream.next(), isFault('unavailable', /thread was restarted while it read/));
});

test('a stream whose client has gone is cancelled', async () => {
  const client = new AbortController();
  const stream = begin(client.signal);
  await stream.next();
  client.abort();
  await assert.rejects(stream.next(), isFault('cancelled', /closed the connection/));
});
