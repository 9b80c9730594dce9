import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Coalesced } from './coalesced.ts';

/** Queries that end when they are told to. */
function pending() {
  const asked: { questions: number[]; end: () => void }[] = [];
  const coalesced = new Coalesced<number, number>((questions) => {
    const { promise, resolve } = Promise.withResolvers<number[]>();
    asked.push({ questions, end: () => resolve(questions.map((question) => question * 2)) });
    return promise;
  });
  return { coalesced, asked, questions: () => asked.map(({ questions }) => questions) };
}

test('questions go together, each asked after it came, and each gets its own response', async () => {
  const { coalesced, asked, questions } = pending();
  const first = Promise.all([coalesced.ask(1), coalesced.ask(2)]);
  await Promise.resolve();
  const second = Promise.all([coalesced.ask(3), coalesced.ask(4)]);
  asked[0]!.end();
  assert.deepEqual(await first, [2, 4]);
  assert.deepEqual(questions(), [
    [1, 2],
    [3, 4],
  ]);
  asked[1]!.end();
  assert.deepEqual(await second, [6, 8]);
});

test('a query that takes long holds up nobody else', async () => {
  const { coalesced, asked, questions } = pending();
  const slow = coalesced.ask(1);
  await pause(10);
  for (const question of [2, 3]) {
    const quick = coalesced.ask(question);
    await Promise.resolve();
    assert.deepEqual(questions().at(-1), [question]);
    asked.at(-1)!.end();
    assert.equal(await quick, question * 2);
  }
  asked[0]!.end();
  assert.equal(await slow, 2);
});

test('what came while a query is under way is asked without it after a moment', async () => {
  const { coalesced, asked, questions } = pending();
  const slow = coalesced.ask(1);
  await Promise.resolve();
  const held = coalesced.ask(2);
  while (questions().length < 2) await pause(1);
  asked[1]!.end();
  assert.equal(await held, 4);
  asked[0]!.end();
  await slow;
});

test('a failure reaches those who asked, and nobody else', async () => {
  const coalesced = new Coalesced<number, number>(async (questions) => {
    if (questions.includes(1)) throw new Error('no');
    return questions;
  });
  await assert.rejects(coalesced.ask(1), /no/);
  assert.equal(await coalesced.ask(2), 2);
});
