// Embedded engine only: it runs what a newcomer types.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readSteps } from './examples/page.ts';
import { TOLD, testPage } from './examples/test-page.ts';
import { startHub } from './harness/hub.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['README.md', ...globSync('docs/using/**/*.md', { cwd: ROOT }).sort()];
const hub = await startHub();

test('the README tells to set HUB and TOKEN, and shows what comes back', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  assert.deepEqual(
    Array.from(readme.matchAll(TOLD), ([, name]) => name),
    ['HUB', 'TOKEN'],
  );
  assert.ok(readSteps(readme).filter(({ shown }) => shown).length >= 8);
});

for (const page of PAGES) testPage(page, hub);
