import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeatureStream } from '@meridian/store';
import { Load } from './load.ts';

const LIMITS = {
  maxConcurrentReads: 1,
  maxQueuedReads: 100,
  maxQueuedWrites: 100,
  maxQueueWaitMs: 10_000,
  maxOpenAnswers: 100,
  maxQueuedBytes: 1000,
};
const by = (party: string) => ({ party, signal: new AbortController().signal });

async function* pieces(count: number, order: string[]): FeatureStream {
  for (let n = 1; n <= count; n++) {
    order.push(`piece ${n}`);
    yield new Uint8Array(n);
  }
  order.push('end');
  return { more: false, last: count };
}

/** The order in which the pieces of an answer and the reads of twenty others are done that ask meanwhile. */
async function orderOf(count: number): Promise<string[]> {
  const load = new Load(LIMITS);
  const order: string[] = [];
  const stream = load.stream(by('me'), () => pieces(count, order));
  const first = stream.next();
  const others = Array.from({ length: 20 }, (_, n) =>
    load.read(by(`other ${n}`), async () => order.push('other')),
  );
  for (let piece = await first; !piece.done; ) piece = await stream.next();
  await Promise.all(others);
  return order;
}

test('a short answer takes one turn: nobody comes between its piece and its end', async () => {
  assert.deepEqual((await orderOf(1)).slice(0, 2), ['piece 1', 'end']);
});

test('a long answer lets others have theirs between its later pieces', async () => {
  const order = await orderOf(4);
  assert.deepEqual(order.slice(0, 3), ['piece 1', 'piece 2', 'other']);
  assert.ok(order.indexOf('piece 3') > 3);
});
