import assert from 'node:assert/strict';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Fault } from './fault.ts';
import { toStorageFault } from './storage-fault.ts';

/** What is told of an error of SQLite. */
function told(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return toStorageFault(error);
  }
  assert.fail('it did not fail');
}

function assertFault(error: unknown, kind: string, message: RegExp): void {
  assert.ok(error instanceof Fault && error.kind === kind, String(error));
  assert.match(error.message, message);
}

test('a full disk is told as such', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 4');
  const error = told(() => database.exec('INSERT INTO t VALUES (hex(zeroblob(100000)))'));
  assertFault(error, 'full', /disk of the server is full/);
});

test('so are a damaged file and one that is not there', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'meridian-'));
  const path = join(folder.path, 'damaged.db');
  writeFileSync(path, Buffer.alloc(8192, 'x'));
  const damaged = told(() => new DatabaseSync(path).exec('SELECT * FROM sqlite_schema'));
  assertFault(damaged, 'damaged', /is damaged \(file is not a database\)/);
  const lost = told(() => new DatabaseSync(join(folder.path, 'none.db'), { readOnly: true }));
  assertFault(lost, 'damaged', /is missing/);
});

test('other errors stay what they are', () => {
  const error = new Error('x');
  assert.equal(toStorageFault(error), error);
  assert.ok(!(told(() => new DatabaseSync(':memory:').exec('SELEC')) instanceof Fault));
});
