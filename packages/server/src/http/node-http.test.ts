import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

test('the server is loaded without the fetch of Node', () => {
  const loaded = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `await import(${JSON.stringify(new URL('./http-server.ts', import.meta.url).href)}); console.log(process.moduleLoadList.filter((name) => name.includes('deps/undici/undici')).length)`,
    ],
    { encoding: 'utf8' },
  );
  assert.equal(loaded.trim(), '0');
});
