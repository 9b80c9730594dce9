import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Coalesced } from './coalesced.ts';

test('questions go together, each asked after it came, and each gets its own response', async () => {
  const asked: number[][] = [];
  const coalesced = new Coalesced<number, number>(async (questions) => {
    asked.push(questions);
    await pause(5);
    return questions.map((question) => question * 2);
  });
  const first = Promise.all([coalesced.ask(1), coalesced.ask(2)]);
  await pause(1);
  const second = coalesced.ask(3);
  await pause(1);
  const others = Promise.all([4, 5, 6].map((question) => coalesced.ask(question)));
  assert.deepEqual(await first, [2, 4]);
  assert.equal(await second, 6);
  assert.deepEqual(await others, [8, 10, 12]);
  assert.deepEqual(asked, [[1, 2], [3], [4, 5, 6]]);
});

test('a failure reaches those who asked, and nobody else', async () => {
  const coalesced = new Coalesced<number, number>(async (questions) => {
    if (questions.includes(1)) throw new Error('no');
    return questions;
  });
  await assert.rejects(coalesced.ask(1), /no/);
  assert.equal(await coalesced.ask(2), 2);
});
