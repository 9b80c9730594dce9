import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadedModules } from './testing/loaded-modules.ts';

/** Node's fetch: 50 to 90 ms of CPU time, which an import of `node:http` costs, too. */
const FETCH = /^NativeModule internal\/deps\/undici\/undici$/;

for (const words of [['--help'], ['import', '--help'], ['serve']])
  test(`meridian ${words.join(' ')} starts without Node's fetch`, async () => {
    const loaded = await loadedModules(words);
    assert.ok(
      loaded.some((name) => /\/packages\/cli\/src\/main\.ts$/.test(name)),
      'the program is among what is loaded',
    );
    assert.deepEqual(
      loaded.filter((name) => FETCH.test(name)),
      [],
    );
  });
