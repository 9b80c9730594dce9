import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { openSqliteStore } from '../sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-audit-'));
after(() => rmSync(folder, { recursive: true }));

test('a catalogue from before the audit log gets an empty one, whose entries nobody can change', async () => {
  const path = join(folder, 'hub.db');
  const withFile = (work: (database: DatabaseSync) => void) => {
    const database = new DatabaseSync(path);
    work(database);
    database.close();
  };
  await (await openSqliteStore(folder)).close();
  withFile((database) => database.exec('DROP TABLE audit_entry; PRAGMA user_version = 2'));

  const store = await openSqliteStore(folder);
  const entry = { at: 1, action: 'space.delete', account: 'a', subject: 's', details: {} };
  assert.deepEqual(await store.catalogue.audit.page({}, 10, 10), []);
  await store.catalogue.audit.add(entry);
  await store.close();
  withFile((database) =>
    assert.throws(() => database.exec("UPDATE audit_entry SET account = 'b'"), /never changed/),
  );
});
