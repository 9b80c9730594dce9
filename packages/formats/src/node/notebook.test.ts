import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { notebook } from './notebook.ts';

test('a notebook has its file open when it is there, so that its folder may go at once', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-notebook-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true });
  });
  const lines = await notebook();
  // A file that is opened later would fail where nobody hears it, and end the process.
  assert.deepEqual(
    readdirSync(folder).flatMap((name) => readdirSync(join(folder, name))),
    ['lines'],
  );
  await lines.dispose();
  assert.deepEqual(readdirSync(folder), []);
});

test('lines come back as they were added', async () => {
  const lines = await notebook();
  for (const line of ['a', '\u2028', '']) await lines.add(line);
  assert.deepEqual(await Array.fromAsync(lines.lines()), ['a', '\u2028', '']);
  await lines.dispose();
});
