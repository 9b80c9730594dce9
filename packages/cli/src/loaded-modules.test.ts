import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadedModules } from './testing/loaded-modules.ts';

/** Node's fetch: 50 to 90 ms of CPU time, which an import of `node:http` costs, too. */
const FETCH = /^NativeModule internal\/deps\/undici\/undici$/;
const GEOS = /\/node_modules\/geos-wasm\//;
const OTHER_ENGINES = /\/engines\/(?:postgres|memory)\/\w+-store\.ts$|\/node_modules\/postgres\//;
const SERVER = /\/packages\/(?:server|hub|store)\/src\//;
const FILES = /\/packages\/formats\/src\/node\.ts$/;
const HTTP = /\/packages\/server\/src\/start-server\.ts$/;
const USER_COMMANDS = /\/packages\/cli\/src\/program\.ts$/;

/** What a start does without, so that it costs little: large libraries are loaded where and when they are used. */
const WITHOUT: [words: string[], unneeded: RegExp[]][] = [
  [['--help'], [FETCH, GEOS, SERVER, FILES]],
  [
    ['import', '--help'],
    [FETCH, GEOS, SERVER, FILES],
  ],
  [
    ['backup', '--help'],
    [FETCH, GEOS, OTHER_ENGINES, FILES, HTTP, USER_COMMANDS],
  ],
  [['serve'], [FETCH, GEOS, OTHER_ENGINES, FILES, USER_COMMANDS]],
];

for (const [words, unneeded] of WITHOUT)
  test(`meridian ${words.join(' ')} loads nothing large that it does not need`, async () => {
    const loaded = await loadedModules(words);
    assert.ok(
      loaded.some((name) => name.endsWith('/packages/cli/src/main.ts')),
      'the program is among what is loaded',
    );
    assert.deepEqual(
      loaded.filter((name) => unneeded.some((pattern) => pattern.test(name))),
      [],
    );
  });
