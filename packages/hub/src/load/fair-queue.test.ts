import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { cancelled, Fault } from '@meridian/store';
import { accountTicket, FairQueue, type QueueTicket } from './fair-queue.ts';
import { observing, type WorkObserver } from './work-observer.ts';

const LIMITS = { capacity: 4, maxWaiting: 100, maxWaitMs: 10_000 };
const forever = new AbortController().signal;
const by = (accountKey: string, signal = forever) => accountTicket(accountKey, signal);

/** Timers and the clock move only when `pass` says so. */
function stopTime(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  return {
    now: () => Date.now(),
    pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    /** Lets time go by until then, a millisecond at a time. */
    async pass(until: number | Promise<unknown>) {
      let isOver = false;
      if (typeof until !== 'number') void until.then(() => (isOver = true));
      for (let ms = 0; !isOver && (typeof until !== 'number' || ms < until); ms++) {
        t.mock.timers.tick(1);
        await turnOfLoop();
      }
    },
  };
}

const isCancelled = (error: unknown) => error instanceof Fault && error.kind === 'cancelled';

/** Work that ends on request. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasStarted = false;
  return {
    run: () => {
      hasStarted = true;
      return promise;
    },
    end: resolve,
    get hasStarted() {
      return hasStarted;
    },
  };
}

/** Queues `count` pieces of one account's work, or of one of its clients. */
function queue(queue: FairQueue, whose: string | QueueTicket, count: number, cost = 1) {
  const ticket = typeof whose === 'string' ? by(whose) : whose;
  return Array.from({ length: count }, () => {
    const piece = work();
    const done = queue.run(ticket, cost, piece.run).then(
      () => 'done',
      (error: Fault) => error.kind,
    );
    return { ...piece, done, started: () => piece.hasStarted };
  });
}

const started = (pieces: { started: () => boolean }[]) => pieces.filter((piece) => piece.started()).length;

describe('a fair queue', () => {
  test('tells who observes the work how it waited and ran', async () => {
    const reads = new FairQueue('reads', { ...LIMITS, capacity: 1 });
    const told: string[] = [];
    const observer: WorkObserver = {
      waited: (queue, from, to) => told.push(`waited ${queue} ${to >= from}`),
      ran: (queue, from, to, isFailed) => told.push(`ran ${queue} ${to >= from} ${isFailed}`),
    };
    const mine = queue(reads, 'a', 1);
    const observed = observing(observer, () =>
      reads.run(by('b'), 1, () => Promise.reject(new Error('mine'))),
    );
    const failed = assert.rejects(observed, /mine/);
    assert.deepEqual(told, []);
    mine[0]!.end();
    await failed;
    assert.deepEqual(told, ['waited reads true', 'ran reads true true']);
  });

  test('runs what fits at once and gives back what it gives', async () => {
    const reads = new FairQueue('reads', LIMITS);
    assert.equal(await reads.run(by('a'), 1, async () => 7), 7);
    await assert.rejects(
      reads.run(by('a'), 1, async () => Promise.reject(new Error('mine'))),
      /mine/,
    );
    assert.deepEqual([reads.running, reads.waiting], [0, 0]);
  });

  test('runs no more at once than its capacity, and an account no more than three quarters of it', async () => {
    const reads = new FairQueue('reads', LIMITS);
    const mine = queue(reads, 'a', 10);
    assert.deepEqual([started(mine), reads.waiting], [3, 7]);
    const theirs = queue(reads, 'b', 10);
    await turnOfLoop();
    assert.deepEqual([started(mine), started(theirs)], [3, 1]);
    for (const piece of [...mine, ...theirs]) piece.end();
    await Promise.all([...mine, ...theirs].map(({ done }) => done));
    assert.deepEqual([reads.running, reads.waiting], [0, 0]);
  });

  test('serves who asks now and then next, however many others ask all the time', async (t) => {
    const { now, pause, pass } = stopTime(t);
    const reads = new FairQueue('reads', { ...LIMITS, capacity: 2 }, now);
    let served = 0;
    let isOver = false;
    const ask = async (accountKey: string) => {
      while (!isOver) {
        await reads.run(by(accountKey), 1, () => pause(2));
        served++;
      }
    };
    const floods = Array.from({ length: 50 }, (_, n) => ask(`flood ${n}`));
    const passedBy: number[] = [];
    for (let n = 0; n < 10; n++) {
      await pass(150);
      const before = served;
      await pass(reads.run(by('polite'), 1, async () => passedBy.push(served - before)));
    }
    isOver = true;
    await pass(Promise.all(floods));
    assert.ok(served > 1000, `served in all: ${served}`);
    assert.ok(
      passedBy.slice(1).every((count) => count <= 5),
      `served before it: ${passedBy}`,
    );
  });

  test('who had much time waits for those who had little', async (t) => {
    const { now, pause, pass } = stopTime(t);
    const reads = new FairQueue('reads', { ...LIMITS, capacity: 1 }, now);
    await pass(reads.run(by('greedy'), 1, () => pause(60)));
    const blocker = queue(reads, 'blocker', 1)[0]!;
    const greedy = queue(reads, 'greedy', 5);
    const modest = queue(reads, 'modest', 5);
    const order: string[] = [];
    for (const [name, pieces] of [
      ['greedy', greedy],
      ['modest', modest],
    ] as const)
      for (const piece of pieces) {
        piece.end();
        void piece.done.then(() => order.push(name));
      }
    blocker.end();
    await Promise.all([...greedy, ...modest].map(({ done }) => done));
    assert.deepEqual(order.slice(0, 5), Array(5).fill('modest'));
  });

  test('who has stayed away as long as they were served is not behind newcomers', async (t) => {
    const { now, pause, pass } = stopTime(t);
    const reads = new FairQueue('reads', { ...LIMITS, capacity: 1 }, now);
    await pass(reads.run(by('old hand'), 1, () => pause(30)));
    await pass(60);
    const blocker = queue(reads, 'blocker', 1)[0]!;
    const newcomers = Array.from({ length: 20 }, (_, n) => queue(reads, `newcomer ${n}`, 1)[0]!);
    const oldHand = queue(reads, 'old hand', 1)[0]!;
    blocker.end();
    await blocker.done;
    await turnOfLoop();
    assert.deepEqual([oldHand.started(), started(newcomers)], [true, 0]);
    for (const piece of [oldHand, ...newcomers]) piece.end();
    await Promise.all([oldHand, ...newcomers].map(({ done }) => done));
  });

  test('an account gets no more by asking as many clients', async (t) => {
    const { now, pause, pass } = stopTime(t);
    const reads = new FairQueue('reads', { ...LIMITS, capacity: 1 }, now);
    const served = { crowd: 0, single: 0 };
    let isOver = false;
    const ask = async (name: keyof typeof served, clientKey: string) => {
      while (!isOver) {
        await reads.run({ accountKey: name, clientKey, signal: forever }, 1, () => pause(2));
        served[name]++;
      }
    };
    const all = [ask('single', ''), ...Array.from({ length: 50 }, (_, n) => ask('crowd', `${n}`))];
    await pass(1000);
    isOver = true;
    await pass(Promise.all(all));
    assert.ok(Math.abs(served.crowd - 50 - served.single) < 20, JSON.stringify(served));
  });

  test('the clients of an account are served in turn', async (t) => {
    const { now, pause, pass } = stopTime(t);
    const reads = new FairQueue('reads', { ...LIMITS, capacity: 1 }, now);
    const blocker = queue(reads, 'map', 1)[0]!;
    const order: string[] = [];
    const ask = (clientKey: string) =>
      reads.run({ accountKey: 'map', clientKey, signal: forever }, 1, async () => {
        order.push(clientKey);
        await pause(1);
      });
    const flood = Array.from({ length: 20 }, () => ask('flood'));
    const viewer = ask('viewer');
    blocker.end();
    await pass(Promise.all([...flood, viewer]));
    assert.ok(order.indexOf('viewer') <= 1, `${order}`);
  });

  test('where an account floods it, the client with the most waiting is refused', async () => {
    const reads = new FairQueue('reads', { ...LIMITS, capacity: 1, maxWaiting: 5 });
    const client = (clientKey: string) => ({ accountKey: 'map', clientKey, signal: forever });
    const flood = queue(reads, client('flood'), 6);
    const viewer = queue(reads, client('viewer'), 1)[0]!;
    assert.equal(await flood[5]!.done, 'unavailable');
    for (const piece of [...flood, viewer]) piece.end();
    assert.equal(await viewer.done, 'done');
  });

  test('something large is not passed by forever', async () => {
    const writes = new FairQueue('writes', LIMITS);
    const small = queue(writes, 'small', 3);
    const large = queue(writes, 'large', 1, 100)[0]!;
    const late = queue(writes, 'late', 3);
    assert.equal(large.started(), false);
    for (const piece of small) piece.end();
    await Promise.all(small.map(({ done }) => done));
    assert.equal(large.started(), true);
    assert.equal(started(late), 0);
    large.end();
    for (const piece of late) piece.end();
    await Promise.all(late.map(({ done }) => done));
  });

  test('refuses the one who has most waiting when it is full', async () => {
    const reads = new FairQueue('reads', { ...LIMITS, capacity: 1, maxWaiting: 5 });
    const flood = queue(reads, 'flood', 7);
    assert.equal(await flood[6]!.done, 'unavailable');
    const polite = queue(reads, 'polite', 1)[0]!;
    assert.equal(await flood[5]!.done, 'unavailable');
    assert.equal(reads.waiting, 5);
    assert.equal(reads.refused, 2);
    for (const piece of [...flood, polite]) piece.end();
    assert.equal(await polite.done, 'done');
    assert.equal(await flood[4]!.done, 'done');
  });

  test('refuses what waited too long, and says when to come back', async (t) => {
    const { now, pass } = stopTime(t);
    const reads = new FairQueue('reads', { ...LIMITS, capacity: 1, maxWaitMs: 20 }, now);
    const first = queue(reads, 'a', 1)[0]!;
    const refused = assert.rejects(
      reads.run(by('b'), 1, async () => 1),
      (error: Fault) => error.kind === 'unavailable' && error.retryAfterSeconds === 1,
    );
    await pass(19);
    assert.equal(reads.waiting, 1);
    await pass(1);
    await refused;
    assert.equal(reads.waiting, 0);
    first.end();
    await first.done;
  });

  test('later steps of what has begun are neither refused nor timed out', async (t) => {
    const { now, pass } = stopTime(t);
    const reads = new FairQueue('reads', { ...LIMITS, capacity: 1, maxWaiting: 0, maxWaitMs: 5 }, now);
    const first = queue(reads, 'a', 1)[0]!;
    const step = reads.runOn(by('b'), 1, async () => 'a step');
    await pass(20);
    first.end();
    assert.equal(await step, 'a step');
  });

  test('forgets who has gone', async () => {
    const reads = new FairQueue('reads', { ...LIMITS, capacity: 1 });
    const first = queue(reads, 'a', 1)[0]!;
    const gone = new AbortController();
    const waiting = reads.run(by('b', gone.signal), 1, async () => assert.fail('it ran'));
    gone.abort();
    await assert.rejects(waiting, isCancelled);
    assert.deepEqual([reads.waiting, reads.refused], [0, 0]);
    first.end();
    await first.done;
    assert.deepEqual([reads.started, reads.cancelled], [1, { waiting: 1, running: 0 }]);
  });

  test('begins nothing for who had gone before', async () => {
    const reads = new FairQueue('reads', LIMITS);
    const gone = by('a', AbortSignal.abort());
    const fail = async () => assert.fail('it ran');
    await assert.rejects(reads.run(gone, 1, fail), isCancelled);
    await assert.rejects(reads.runOn(gone, 1, fail), isCancelled);
    assert.deepEqual([reads.started, reads.running, reads.cancelled], [0, 0, { waiting: 2, running: 0 }]);
  });

  test('lets what is small go on when something large in front of it has gone', async () => {
    const reads = new FairQueue('reads', LIMITS);
    const first = queue(reads, 'a', 1)[0]!;
    const gone = new AbortController();
    const large = reads.run(by('b', gone.signal), 4, async () => assert.fail('it ran'));
    const small = reads.run(by('c'), 1, async () => 'done');
    gone.abort();
    await assert.rejects(large, isCancelled);
    assert.equal(await small, 'done');
    first.end();
    await first.done;
  });

  test('distinguishes what was cancelled while running from what failed', async () => {
    const reads = new FairQueue('reads', LIMITS);
    await assert.rejects(
      reads.run(by('a'), 1, () => Promise.reject(cancelled())),
      isCancelled,
    );
    await assert.rejects(
      reads.run(by('a'), 1, () => Promise.reject(new Error('mine'))),
      /mine/,
    );
    assert.deepEqual([reads.started, reads.cancelled], [2, { waiting: 0, running: 1 }]);
  });
});
