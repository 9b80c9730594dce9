import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFile, openForWriting } from './database.ts';

const MIB = 1024 * 1024;

test('commits gather in the log before they are copied into the file', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-database-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'space.db');
  createFile(path);
  const database = openForWriting(path, ['CREATE TABLE t (one INTEGER PRIMARY KEY, bytes BLOB)']);
  const insert = database.prepare('INSERT INTO t (bytes) VALUES (zeroblob(?))');
  for (let n = 0; n < 48; n++) insert.run(MIB);
  assert.ok(statSync(path).size < MIB, 'nothing of 48 MiB is in the file');
  for (let n = 0; n < 24; n++) insert.run(MIB);
  assert.ok(statSync(path).size > 48 * MIB, 'most of 72 MiB is in the file');
  database.close();
});
