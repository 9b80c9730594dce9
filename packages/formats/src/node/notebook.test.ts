import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { notebook } from './notebook.ts';

test('a notebook that is disposed of at once leaves no error behind', async () => {
  for (let i = 0; i < 50; i++) await (await notebook()).dispose();
  // An error event that nobody hears would end the process here.
  await pause(100);
});

test('lines come back as they were added', async () => {
  const lines = await notebook();
  for (const line of ['a', '\u2028', '']) await lines.add(line);
  assert.deepEqual(await Array.fromAsync(lines.lines()), ['a', '\u2028', '']);
  await lines.dispose();
});
