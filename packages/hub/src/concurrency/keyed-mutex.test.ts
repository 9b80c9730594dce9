import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { KeyedMutex } from './keyed-mutex.ts';

describe('a keyed mutex', () => {
  test('of one name follow each other in the order they were asked for', async () => {
    const mutex = new KeyedMutex();
    const seen: string[] = [];
    const work = (name: string, ms: number) => async () => {
      seen.push(`${name} begins`);
      await pause(ms);
      seen.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all([
      mutex.run('x', work('first', 15)),
      mutex.run('x', work('second', 1)),
      mutex.run('x', work('third', 5)),
    ]);
    assert.deepEqual(results, ['first', 'second', 'third']);
    assert.deepEqual(seen, [
      'first begins',
      'first ends',
      'second begins',
      'second ends',
      'third begins',
      'third ends',
    ]);
  });

  test('of different names are taken side by side', async () => {
    const mutex = new KeyedMutex();
    let arrived = 0;
    let open = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    const meet = async () => {
      if (++arrived === 2) open();
      await both;
    };
    await Promise.all([mutex.run('x', meet), mutex.run('y', meet)]);
    assert.equal(arrived, 2);
  });

  test('continues after a task that fails, whose error only its own callers receive', async () => {
    const mutex = new KeyedMutex();
    const failing = mutex.run('x', async () => {
      await pause(2);
      throw new Error('broken');
    });
    const next = mutex.run('x', async () => 'fine');
    await assert.rejects(failing, /broken/);
    assert.equal(await next, 'fine');
  });

  test('that throw at once do not block the next', async () => {
    const mutex = new KeyedMutex();
    const broken = () => {
      throw new Error('at once');
    };
    await assert.rejects(mutex.run('x', broken), /at once/);
    assert.equal(await mutex.run('x', async () => 1), 1);
  });

  test('can be taken from within another of a different name', async () => {
    const mutex = new KeyedMutex();
    assert.equal(await mutex.run('x', () => mutex.run('y', async () => 'inner')), 'inner');
  });
});
