import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { SPACE_MIGRATIONS } from '../schema.ts';
import { readHead, readSpaceRows } from './space-rows.ts';

for (const [i] of SPACE_MIGRATIONS.entries())
  test(`what moves can be read from a file of format ${i + 1}`, async () => {
    const database = new DatabaseSync(':memory:');
    for (const migration of SPACE_MIGRATIONS.slice(0, i + 1)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${i + 1};
      INSERT INTO content VALUES (1, 7, 1000, 3, 1, 42, 42);
      INSERT INTO feature (seq, id, created_at, updated_at, geometry_type, has_z, geometry_start, properties_start,
        properties_end, text) VALUES (3, 'a', 1, 2, 0, 0, 36, 54, 56, 'the text')`);
    const head = readHead(database, 'memory');
    assert.equal(head.content.version, 7);
    const pages = await Array.fromAsync(readSpaceRows(database, head).features);
    assert.deepEqual(
      pages.flat().map(({ seq, id, text }) => [seq, id, text]),
      [[3, 'a', 'the text']],
    );
    database.close();
  });
