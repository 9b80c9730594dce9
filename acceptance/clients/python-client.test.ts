// Embedded engine only: it is about another program, which sees nothing of the store.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pythonWith } from '../../testing/python.ts';
import { startHub } from '../harness/hub.ts';
import { temporaryFolder } from '../harness/program.ts';

/** Our own Python client, as its users install it: built as a wheel, held to its types and to its documentation. */
const source = fileURLToPath(new URL('../../clients/python', import.meta.url));
const found = pythonWith(join(source, 'tests', 'requirements.txt'));
const hub = await startHub();

/** `npm run test:python` has more features. */
function sizes(): Record<string, string> {
  const names = ['MERIDIAN_TEST_FEATURES', 'MERIDIAN_TEST_STREAMED'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

describe('meridian-hub', { skip: 'skip' in found ? found.skip : false }, () => {
  const folder = join(temporaryFolder(), 'python');
  cpSync(source, folder, { recursive: true });
  const site = join(folder, 'site');

  const run = (args: string[], env: Record<string, string> = {}) => {
    const python = 'python' in found ? found.python : '';
    const environment = { PATH: process.env.PATH ?? '', HOME: folder, PYTHONDONTWRITEBYTECODE: '1', ...env };
    const { status, stdout, stderr } = spawnSync(python, args, {
      cwd: folder,
      encoding: 'utf8',
      env: environment,
    });
    assert.equal(status, 0, `${stdout}\n${stderr}`);
    return stdout + stderr;
  };

  test('is formatted and free of what ruff finds', () => {
    run(['-m', 'ruff', 'check', '--no-cache', '.']);
    run(['-m', 'ruff', 'format', '--no-cache', '--check', '.']);
  });

  test('passes mypy --strict', () => {
    run(['-m', 'mypy', '--strict', '--cache-dir', join(folder, '.mypy')], { MYPYPATH: join(folder, 'src') });
  });

  test('is built as a wheel, and does with a hub what its documentation, its notebook and its tests say', () => {
    run(['-m', 'build', '--wheel', '--no-isolation', '--outdir', join(folder, 'dist')]);
    const wheel = readdirSync(join(folder, 'dist')).find((name) => name.endsWith('.whl'))!;
    assert.match(wheel, /^meridian_hub-[\d.]+-py3-none-any\.whl$/);
    run(['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', site, join(folder, 'dist', wheel)]);
    const shown = run(['-W', 'error::DeprecationWarning:meridian_hub', join('tests', 'run_all.py')], {
      PYTHONPATH: site,
      ...sizes(),
      HUB: hub.url,
      TOKEN: hub.token,
    });
    assert.match(shown, /Ran \d\d tests/);
    assert.doesNotMatch(shown, /skipped/);
  });
});
