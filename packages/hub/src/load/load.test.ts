import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FeatureStream } from '@meridian/store';
import { accountTicket } from './fair-queue.ts';
import { Load } from './load.ts';

const LIMITS = {
  maxConcurrentReads: 1,
  maxQueuedReads: 100,
  maxQueuedWrites: 100,
  maxQueueWaitMs: 10_000,
  maxOpenAnswers: 100,
  maxQueuedBytes: 1000,
};
const by = (accountKey: string) => accountTicket(accountKey, new AbortController().signal);

async function* pieces(count: number, order: string[]): FeatureStream {
  for (let n = 1; n <= count; n++) {
    order.push(`piece ${n}`);
    yield new Uint8Array(n);
  }
  order.push('end');
  return { more: false, last: count };
}

/** The order in which the chunks of a response and twenty concurrent reads of others run. */
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

test('a short response is one unit: nothing runs between its chunk and its end', async () => {
  assert.deepEqual((await orderOf(1)).slice(0, 2), ['piece 1', 'end']);
});

test('a long response lets others run between its later chunks', async () => {
  const order = await orderOf(4);
  assert.deepEqual(order.slice(0, 3), ['piece 1', 'piece 2', 'other']);
  assert.ok(order.indexOf('piece 3') > 3);
});

const body = (bytes: number, coding: 'identity' | 'gzip' = 'identity') => ({
  bytes: new Uint8Array(bytes),
  coding,
  lines: false,
});

describe('of the writes of one account, however many and however large', () => {
  const cases: [what: string, bodies: ReturnType<typeof body>[], handedOver: number][] = [
    ['many small ones', Array.from({ length: 200 }, () => body(100)), 71],
    ['those of a load', Array.from({ length: 5 }, () => body(2 * 1024 * 1024)), 2],
    ['some large ones', Array.from({ length: 5 }, () => body(8_000_000)), 1],
    ['small ones that may grow', Array.from({ length: 20 }, () => body(200_000, 'gzip')), 2],
  ];
  for (const [what, bodies, handedOver] of cases)
    test(`the storage has no more than it does soon, and room for others: ${what}`, async () => {
      const load = new Load({ ...LIMITS, maxQueuedWrites: 1000 });
      const { promise: end, resolve } = Promise.withResolvers<void>();
      let begun = 0;
      const writes = bodies.map((one) =>
        load.write(by('greedy'), one, async () => {
          begun++;
          await end;
        }),
      );
      await load.write(by('other'), body(100), async () => undefined);
      assert.equal(begun, handedOver);
      resolve();
      await Promise.all(writes);
      assert.equal(begun, bodies.length);
    });
});
