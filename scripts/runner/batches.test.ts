import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { batched } from './batches.ts';
import { testFiles } from './test-files.ts';

test('every file beside the code is run once, alone or in a batch of its package', (t) => {
  const files = testFiles('packages/*/src/**/*.test.ts');
  const batches = batched(files);
  t.after(batches.discard);
  assert.ok(batches.files.length < 0.75 * files.length, `${batches.files.length} of ${files.length}`);
  const run = batches.files.flatMap((file) => {
    if (!file.startsWith('node_modules/')) return file;
    assert.match(batches.nameOf(file), /^packages\/\w+\/\d+ small files, \d+$/);
    const name = dirname(batches.nameOf(file));
    const inside = Array.from(
      readFileSync(file, 'utf8').matchAll(/\/(packages\/[^"]+)"/g),
      ([, path]) => path!,
    );
    for (const path of inside) assert.ok(path.startsWith(`${name}/src/`), path);
    return inside;
  });
  assert.deepEqual(run.sort(), files);
  batches.discard();
  assert.deepEqual(
    batches.files.filter((file) => !existsSync(file)),
    batches.files.filter((file) => file.startsWith('node_modules/')),
  );
});

test('files that share a hub are batched by their folder, unless they look at the hub itself', (t) => {
  const files = testFiles('acceptance/**/*.test.ts');
  const batches = batched(files);
  t.after(batches.discard);
  const inside = batches.files.flatMap((file) => {
    if (!file.startsWith('node_modules/')) return [];
    assert.match(batches.nameOf(file), /^acceptance\/(?:\w+\/)?\d+ small files, \d+$/);
    return Array.from(readFileSync(file, 'utf8').matchAll(/\/(acceptance\/[^"]+)"/g), ([, path]) => path!);
  });
  const sharing = files.filter((file) => /\bsharedHub\(/.test(readFileSync(file, 'utf8')));
  assert.ok(sharing.length > 0);
  assert.deepEqual(inside.sort(), sharing);
});

test('a failure in a batch names its own file, and the others run', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-batches-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const source = join(folder, 'packages/sample/src');
  mkdirSync(source, { recursive: true });
  const text = (body: string) => `import { test } from 'node:test';\ntest('one', () => { ${body} });\n`;
  writeFileSync(join(source, 'a.test.mjs'), text("throw new Error('why')"));
  writeFileSync(join(source, 'b.test.mjs'), text(''));
  writeFileSync(join(source, 'own.test.mjs'), text('process.exitCode = 0;'));
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_TEST')),
  );
  const files = ['a', 'b', 'own'].map((name) => `packages/sample/src/${name}.test.mjs`);
  const { stdout } = spawnSync(process.execPath, [join(import.meta.dirname, '../test.ts'), ...files], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines.at(-1), '2 passed, 1 failed', stdout);
  assert.match(lines[lines.indexOf('✖ failed') + 1]!, /^ {2}packages\/sample\/src\/a\.test\.mjs:2 one$/);
  assert.match(stdout, / s {2}packages\/sample\/2 small files, 1$/m);
  assert.match(stdout, / s {2}packages\/sample\/src\/own\.test\.mjs$/m);
});
