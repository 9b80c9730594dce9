import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command } from 'commander';
import { retryTimeoutOptions } from './duration.ts';

const cases: [words: string[], ms: number][] = [
  [[], 600_000],
  [['--retry-timeout', '90s'], 90_000],
  [['--patience', '2h'], 7_200_000],
];
for (const [words, ms] of cases)
  test(`"${words.join(' ')}" retries for ${ms} ms`, () => {
    const command = retryTimeoutOptions(new Command());
    assert.equal(command.parse(words, { from: 'user' }).opts().retryTimeout, ms);
  });

test('the old name of the option is not in the help', () => {
  const help = retryTimeoutOptions(new Command()).helpInformation();
  assert.match(help, /--retry-timeout <time>/);
  assert.doesNotMatch(help, /patience/);
});
