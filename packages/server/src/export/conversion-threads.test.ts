import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { ConversionThreads } from './conversion-threads.ts';
import type { FromThread, ToThread } from './convert.thread.ts';

const EMPTY: ToThread = { conversion: { format: 'ndjson', name: 'empty' } };

/** Has it write a file of nothing. */
async function write(worker: Worker): Promise<void> {
  const tell = (message: ToThread) => worker.postMessage(message);
  tell(EMPTY);
  for (;;) {
    const messages = await once(worker, 'message');
    const heard: FromThread = messages[0];
    if ('done' in heard) return;
    tell('want' in heard ? { end: true } : { taken: true });
  }
}

test('a thread that has written a file writes the next one', async () => {
  const threads = new ConversionThreads();
  const first = await threads.take();
  await write(first);
  threads.keep(first);
  const second = await threads.take();
  assert.equal(second, first);
  await write(second);
  const third = await threads.take();
  assert.notEqual(third, second, 'one that is busy is taken by nobody else');
  for (const worker of [second, third]) await worker.terminate();
});

test('one that has ended by the time it is given back is not taken', async () => {
  const threads = new ConversionThreads();
  const dead = await threads.take();
  await write(dead);
  await dead.terminate();
  threads.keep(dead);
  const next = await threads.take();
  assert.notEqual(next, dead);
  await next.terminate();
});

test('no more than two wait, and one that has died is not taken', async () => {
  const threads = new ConversionThreads();
  const [first, second, third] = [await threads.take(), await threads.take(), await threads.take()];
  for (const worker of [first, second, third]) await write(worker);
  const ended = once(third, 'exit');
  for (const worker of [first, second, third]) threads.keep(worker);
  await ended;
  await first.terminate();
  assert.equal(await threads.take(), second);
  await second.terminate();
});

test('a file that comes while two are written gets the first thread that is free, and otherwise one of its own', async () => {
  const threads = new ConversionThreads();
  const [first, second] = [await threads.take(), await threads.take()];
  const next = threads.take();
  threads.keep(second);
  assert.equal(await next, second);
  const own = await threads.take();
  assert.ok(own !== first && own !== second);
  for (const worker of [first, second, own]) await worker.terminate();
});

test('a file waits longer while all threads are at work than while one waits for its receiver', async (t) => {
  const threads = new ConversionThreads();
  const [first, second] = [await threads.take(), await threads.take()];
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const patient = threads.take();
  t.mock.timers.tick(200);
  threads.keep(second);
  assert.equal(await patient, second);
  threads.setResting(first, true);
  const started = threads.take();
  t.mock.timers.tick(200);
  threads.keep(second);
  const own = await started;
  assert.ok(own !== first && own !== second);
  for (const worker of [first, second, own]) await worker.terminate();
});
