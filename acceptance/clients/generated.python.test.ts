// Embedded engine only: it is about documents that do not depend on the store.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonWith } from '../../testing/python.ts';
import { startHub } from '../harness/hub.ts';
import { temporaryFolder } from '../harness/program.ts';

const run = promisify(execFile);
const file = (name: string) => fileURLToPath(new URL(`generated/${name}`, import.meta.url));
const found = pythonWith(file('requirements.txt'));
const hub = await startHub();
const folder = temporaryFolder();

test('clients in Python that are generated from both OpenAPI documents pass mypy, and work', {
  skip: 'skip' in found ? found.skip : false,
}, async () => {
  if (!('python' in found)) return;
  const { python } = found;
  // Its last step is ruff, which it looks for beside itself.
  const env = { HOME: folder, PATH: `${dirname(python)}:${process.env.PATH}` };
  for (const [name, path] of [
    ['hub', '/openapi.json'],
    ['ogc', '/ogc/api'],
  ] as const) {
    const document = join(folder, `${name}.json`);
    writeFileSync(document, (await hub.get(path)).text);
    const config = ['--config', file('openapi-python-client.yml'), '--fail-on-warning'];
    const out = ['--path', document, '--output-path', join(folder, name)];
    await run(join(dirname(python), 'openapi-python-client'), ['generate', ...config, ...out], { env });
  }
  const PYTHONPATH = `${join(folder, 'hub')}:${join(folder, 'ogc')}`;
  const options = { cwd: folder, env: { ...env, PYTHONPATH, MYPYPATH: PYTHONPATH } };
  await run(python, ['-m', 'mypy', '--strict', file('use.py')], options);
  const { stdout } = await run(python, [file('use.py'), hub.url, hub.token], options);
  assert.equal(stdout, 'as expected\n');
});
