import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Hub } from '../harness/hub.ts';
import { readSteps, runSteps, withoutVarying } from './page.ts';

const ROOT = new URL('../../', import.meta.url);

/** What the README tells its reader to set; the other pages refer to it. */
export const TOLD = /^export (HUB|TOKEN)=.*$/gm;

/** Runs the examples of a page, by its path in the repository, and compares what it shows. */
export function testPage(page: string, { url, token }: Pick<Hub, 'url' | 'token'>): void {
  test(`the examples of ${page} run and answer what it shows`, async (t) => {
    const text = readFileSync(new URL(page, ROOT), 'utf8');
    const steps = readSteps(text.replaceAll(TOLD, '# set by the test'));
    const variables = { HUB: url, TOKEN: token, AUTH: `Authorization: Bearer ${token}` };
    const outputs = await runSteps(steps, variables);
    for (const [i, { line, shown }] of steps.entries()) {
      if (!shown) continue;
      await t.test(`below line ${line}`, () => {
        if (shown.kind === 'json') assert.deepEqual(withoutVarying(outputs[i]!), withoutVarying(shown.text));
        else assert.equal(outputs[i]!.trim(), shown.text.trim());
      });
    }
  });
}
