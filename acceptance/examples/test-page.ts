import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Hub } from '../harness/hub.ts';
import { readSteps, runSteps, withoutVarying } from './page.ts';

const ROOT = new URL('../../', import.meta.url);

/** What the README tells its reader to set; the other pages refer to it. */
export const TOLD = /^export (HUB|TOKEN)=.*$/gm;

type Reached = Pick<Hub, 'url' | 'token'>;

/** Runs the examples of a page, by its path in the repository, and compares what it shows. */
export function testPage(page: string, hub: Reached): void {
  test(`the examples of ${page} run and answer what it shows`, async (t) => {
    for (const { line, compare } of await run(page, hub)) await t.test(`below line ${line}`, compare);
  });
}

/** The same within a test. */
export async function followPage(page: string, hub: Reached): Promise<void> {
  for (const { compare } of await run(page, hub)) compare();
}

/** Where the page shows an output, with what compares it with the real one. */
async function run(page: string, { url, token }: Reached): Promise<{ line: number; compare: () => void }[]> {
  const text = readFileSync(new URL(page, ROOT), 'utf8');
  const steps = readSteps(text.replaceAll(TOLD, '# set by the test'));
  const variables = { HUB: url, TOKEN: token, AUTH: `Authorization: Bearer ${token}` };
  const outputs = await runSteps(steps, variables);
  return steps.flatMap(({ line, shown }, i) => {
    if (!shown) return [];
    const compare = () => {
      if (shown.kind === 'json') assert.deepEqual(withoutVarying(outputs[i]!), withoutVarying(shown.text));
      else assert.equal(outputs[i]!.trim(), shown.text.trim());
    };
    return [{ line, compare }];
  });
}
