import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CLIENT_EXIT_CODES } from './client-exit-codes.ts';

test('the exit codes of the documentation are those of the command', () => {
  const page = readFileSync(new URL('../../../docs/using/command.md', import.meta.url), 'utf8');
  const rows = Array.from(page.matchAll(/^\| (\d+) \| (.*) \|$/gm), ([, code, meaning]) => [
    Number(code),
    meaning,
  ]);
  assert.deepEqual(
    rows,
    Object.values(CLIENT_EXIT_CODES).map(({ code, meaning }) => [code, meaning]),
  );
});
