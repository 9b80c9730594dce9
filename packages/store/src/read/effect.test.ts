import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ask,
  awaited,
  awaitedResult,
  type Effect,
  forEach,
  type Maybe,
  resolved,
  settled,
  until,
} from './effect.ts';

/** Finds what two reads give, each followed by a pause, and results in their sum; notes when it is closed. */
function* work(read: (n: number) => Maybe<number>, closed: string[] = []): Effect<number, number[]> {
  try {
    const first = yield* ask(() => read(1));
    yield [first];
    yield undefined;
    const second = yield* ask(() => read(2));
    yield [second];
    return first + second;
  } finally {
    closed.push('closed');
  }
}

const atOnce = (n: number) => n * 10;
const later = async (n: number) => n * 10;

async function collected<T, Out>(steps: AsyncGenerator<Out, T, void> | Generator<Out, T, void>) {
  const found: Out[] = [];
  for (;;) {
    const { value, done } = await steps.next();
    if (done) return { found, result: value };
    found.push(value);
  }
}

describe('an effect', () => {
  test('gives the same on an engine that answers at once and on one that answers later', async () => {
    const expected = { found: [[10], undefined, [20]], result: 30 };
    assert.deepEqual(await collected(resolved(work(atOnce))), expected);
    assert.deepEqual(await collected(awaited(work(later), () => {})), expected);
  });

  test('has its result where nothing else is wanted', async () => {
    function* sum(read: (n: number) => Maybe<number>): Effect<number> {
      return yield* forEach(work(read), function* () {});
    }
    assert.equal(settled(sum(atOnce)), 30);
    assert.equal(await awaitedResult(sum(later), () => {}), 30);
  });

  test('is closed when whoever runs it stops early', async () => {
    const closed: string[] = [];
    const steps = resolved(work(atOnce, closed));
    steps.next();
    steps.return(0);
    const waiting = awaited(work(later, closed), () => {});
    await waiting.next();
    await waiting.return(0);
    assert.deepEqual(closed, ['closed', 'closed']);
  });

  test('is closed when a read fails, whose error is passed on', async () => {
    const closed: string[] = [];
    const fail = () => {
      throw new Error('unreadable');
    };
    assert.throws(() => resolved(work(fail, closed)).next(), /unreadable/);
    await assert.rejects(
      awaited(
        work(async () => fail(), closed),
        () => {},
      ).next(),
      /unreadable/,
    );
    assert.deepEqual(closed, ['closed', 'closed']);
  });

  test('is closed when what it finds is enough', async () => {
    const closed: string[] = [];
    const reads: number[] = [];
    const read = (n: number) => reads.push(n) * 10;
    function* first(): Effect<string> {
      const result = yield* until(work(read, closed), function* () {
        yield undefined;
        return false;
      });
      return `ended early: ${result}`;
    }
    assert.equal(settled(first()), 'ended early: undefined');
    assert.deepEqual([reads, closed], [[1], ['closed']]);
  });

  test('has the time of its work between reads counted, and ends when that is too much', async () => {
    let steps = 0;
    const spend = () => {
      if (++steps > 2) throw new Error('too long');
    };
    const closed: string[] = [];
    await assert.rejects(collected(awaited(work(later, closed), spend)), /too long/);
    assert.deepEqual(closed, ['closed']);
  });
});
