import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importFacts } from './import-facts.ts';

const NONE = { inserted: 0, updated: 0, unchanged: 0, deleted: 0, refused: 0, repeated: 0, repaired: 0 };
const GOOD = {
  ...{ startedAt: 0, endedAt: 60_000, read: 1812 },
  ...{ ...NONE, inserted: 3, unchanged: 1809, guessed: ['delimiter ";"'] },
};
const FAILED = { startedAt: 3_600_000, endedAt: 3_660_000, error: 'the server responds with 503' };
const SOURCE = 'https://data.example.org/a.csv';

test('an import that has not run yet says when it will', () => {
  const state = { running: false, nextRunAt: 120_000, failures: 0 };
  assert.deepEqual(importFacts({ source: SOURCE, state }), [
    ['Import', `${SOURCE}, every 1d, replace`],
    ['Last run', 'none yet'],
    ['Next run', '1970-01-01 00:02'],
  ]);
});

test('of a good run it says what it did, and what was guessed', () => {
  const state = { running: true, nextRunAt: 120_000, failures: 0, last: GOOD, lastGood: GOOD };
  assert.deepEqual(importFacts({ source: SOURCE, every: '6h', mode: 'merge', state }), [
    ['Import', `${SOURCE}, every 6h, merge`],
    ['Last run', '1970-01-01 00:01 1\u00a0812 read, 3 new, delimiter ";"'],
    ['Next run', 'at work'],
  ]);
});

test('of runs that fail it says why, how many, and of when the features are', () => {
  const state = { running: false, nextRunAt: 7_200_000, failures: 2, last: FAILED };
  const facts = (lastGood?: typeof GOOD) =>
    importFacts({ source: SOURCE, state: { ...state, ...(lastGood && { lastGood }) } }).slice(1, 3);
  assert.deepEqual(facts(GOOD), [
    ['Last run', '1970-01-01 01:01 failed: the server responds with 503'],
    ['', '2 runs failed in a row: the features are those of 1970-01-01 00:01'],
  ]);
  assert.deepEqual(facts()[1], ['', '2 runs failed in a row: none succeeded so far']);
});
