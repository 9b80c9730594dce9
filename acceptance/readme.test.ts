// Embedded engine only: it runs what a newcomer types.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readSteps, runSteps, withoutVarying } from './examples/page.ts';
import { startHub } from './harness/hub.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['README.md', ...globSync('docs/using/**/*.md', { cwd: ROOT }).sort()];
/** What the README tells its reader to set; the other pages refer to it. */
const TOLD = /^export (HUB|TOKEN)=.*$/gm;

const hub = await startHub();
const variables = { HUB: hub.url, TOKEN: hub.token, AUTH: `Authorization: Bearer ${hub.token}` };
const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8');

test('the README tells to set HUB and TOKEN, and shows what comes back', () => {
  const readme = textOf('README.md');
  assert.deepEqual(
    Array.from(readme.matchAll(TOLD), ([, name]) => name),
    ['HUB', 'TOKEN'],
  );
  assert.ok(readSteps(readme).filter(({ shown }) => shown).length >= 8);
});

for (const page of PAGES)
  test(`the examples of ${page} run and answer what it shows`, async (t) => {
    const steps = readSteps(textOf(page).replaceAll(TOLD, '# set by the test'));
    const outputs = await runSteps(steps, variables);
    for (const [i, { line, shown }] of steps.entries()) {
      if (!shown) continue;
      await t.test(`below line ${line}`, () => {
        if (shown.kind === 'json') assert.deepEqual(withoutVarying(outputs[i]!), withoutVarying(shown.text));
        else assert.equal(outputs[i]!.trim(), shown.text.trim());
      });
    }
  });
