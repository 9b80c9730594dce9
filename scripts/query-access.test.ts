import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const SERVER = join(import.meta.dirname, '../packages/server/src');

/**
 * `queryOf` gives the query string of a request. `operation` uses it for what an operation lists; the OGC API refuses every
 * parameter that is not listed, and takes properties of features as parameters, which are known when a request comes.
 */
const MAY_READ_QUERIES = ['http/context.ts', 'http/operation.ts', 'ogc/'];

test('operations get the query parameters that they list, and have no other way to the query string', () => {
  const readers = globSync('**/*.ts', { cwd: SERVER })
    .filter(
      (file) => !file.endsWith('.test.ts') && readFileSync(join(SERVER, file), 'utf8').includes('queryOf'),
    )
    .filter((file) => !MAY_READ_QUERIES.some((start) => file.startsWith(start)));
  assert.deepEqual(readers, []);
});
