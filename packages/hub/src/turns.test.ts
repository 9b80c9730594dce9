import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Turns } from './turns.ts';

describe('turns', () => {
  test('of one name follow each other in the order they were asked for', async () => {
    const turns = new Turns();
    const seen: string[] = [];
    const work = (name: string, ms: number) => async () => {
      seen.push(`${name} begins`);
      await pause(ms);
      seen.push(`${name} ends`);
      return name;
    };
    const results = await Promise.all([
      turns.take('x', work('first', 15)),
      turns.take('x', work('second', 1)),
      turns.take('x', work('third', 5)),
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
    const turns = new Turns();
    let arrived = 0;
    let open = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    const meet = async () => {
      if (++arrived === 2) open();
      await both;
    };
    await Promise.all([turns.take('x', meet), turns.take('y', meet)]);
    assert.equal(arrived, 2);
  });

  test('go on behind one that fails, which tells only those who took it', async () => {
    const turns = new Turns();
    const failing = turns.take('x', async () => {
      await pause(2);
      throw new Error('broken');
    });
    const next = turns.take('x', async () => 'fine');
    await assert.rejects(failing, /broken/);
    assert.equal(await next, 'fine');
  });

  test('that throw at once do not block the next', async () => {
    const turns = new Turns();
    const broken = () => {
      throw new Error('at once');
    };
    await assert.rejects(turns.take('x', broken), /at once/);
    assert.equal(await turns.take('x', async () => 1), 1);
  });

  test('can be taken from within another of a different name', async () => {
    const turns = new Turns();
    assert.equal(await turns.take('x', () => turns.take('y', async () => 'inner')), 'inner');
  });
});
