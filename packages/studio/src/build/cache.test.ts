import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasBuilt } from './cache.ts';

test('a folder tells whether anything of a kind was built, of whatever source', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-built-'));
  t.after(() => rmSync(folder, { recursive: true }));
  assert.equal(await hasBuilt('studio-', join(folder, 'missing')), false);
  writeFileSync(join(folder, '0a1b.draft'), '');
  writeFileSync(join(folder, 'world-0a1b.v8'), '');
  assert.equal(await hasBuilt('studio-', folder), false);
  writeFileSync(join(folder, 'studio-0a1b.v8'), '');
  assert.equal(await hasBuilt('studio-', folder), true);
});
