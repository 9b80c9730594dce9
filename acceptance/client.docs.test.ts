import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readSteps, SEPARATOR } from './examples/page.ts';
import { ADMIN_PASSWORD } from './harness/account.ts';
import { startHub } from './harness/hub.ts';

/** The examples of docs/using/client.md are one program: it compiles, and prints what the page shows. */
const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const steps = readSteps(readFileSync(join(ROOT, 'docs/using/client.md'), 'utf8'), 'ts');

// Inside the repository, where the package is found by its name; git ignores it.
const folder = join(ROOT, 'acceptance', '.examples');
mkdirSync(folder, { recursive: true });
const own = mkdtempSync(join(folder, 'client-'));
after(() => rmSync(own, { recursive: true }));
const program = join(own, 'examples.ts');
writeFileSync(
  program,
  steps.map(({ commands }) => `${commands}\nprocess.stdout.write('${SEPARATOR}');\n`).join('\n'),
);

test('the examples of the client compile', async () => {
  const config = join(own, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: '../../../tsconfig.json', include: ['examples.ts'] }));
  const { stdout } = await run(process.execPath, [
    join(ROOT, 'node_modules/typescript/bin/tsc'),
    '-p',
    config,
  ]).catch((error: { stdout: string }) => error);
  assert.equal(stdout, '');
});

test('the examples of the client run, and print what the page shows', async () => {
  const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
  const { stdout } = await run(process.execPath, [program], {
    env: { ...process.env, HUB: hub.url, TOKEN: hub.token, PASSWORD: ADMIN_PASSWORD },
  });
  const outputs = stdout.split(SEPARATOR);
  assert.ok(steps.filter(({ shown }) => shown).length >= 6);
  for (const [i, { line, shown }] of steps.entries())
    if (shown) assert.equal(outputs[i]!.trim(), shown.text.trim(), `below line ${line}`);
});
