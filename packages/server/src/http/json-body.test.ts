import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { schemasOf } from '@meridian/hub';
import { componentSchemas } from '../openapi/components.ts';
import { ACCOUNT_OPERATIONS, HUB_OPERATIONS, PROJECT_OPERATIONS, TOKEN_OPERATIONS } from '../operations.ts';

const OPERATIONS = [...HUB_OPERATIONS, ...TOKEN_OPERATIONS, ...PROJECT_OPERATIONS, ...ACCOUNT_OPERATIONS];

for (const { name, body } of OPERATIONS) {
  const { members } = body ?? {};
  if (!body || !members) continue;
  test(`${name} documents the members that it reads, and no others`, () => {
    for (const { $ref } of Object.values(body.content)) {
      const schema = componentSchemas[String($ref).replace('#/components/schemas/', '')];
      assert.deepEqual(schema?.properties, schemasOf(members));
    }
  });
}

/** What hands a definition on to the hub, which reads and documents it by its own members; and features. */
const HANDED_ON = [
  ['hub', 'space.patch.ts'],
  ['hub', 'spaces.post.ts'],
  ['ogc', 'item.body.ts'],
  ['project', 'project.patch.ts'],
  ['project', 'project.put.ts'],
  ['project', 'projects.post.ts'],
  ['token', 'tokens.post.ts'],
];

test('a JSON body is read by operation.ts, with what documents it', () => {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const readers = files.filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('context.document' + '('),
  );
  const expected = [join('http', 'operation.ts'), ...HANDED_ON.map((path) => join(...path))];
  assert.deepEqual(readers.sort(), expected.sort());
});
