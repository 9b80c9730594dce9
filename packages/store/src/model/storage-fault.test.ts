import assert from 'node:assert/strict';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Fault } from './fault.ts';
import { NEWER_FORMAT, toStorageFault } from './storage-fault.ts';

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

test('so are a file that lacks a table and one of a newer version, but no other mistake', () => {
  const database = new DatabaseSync(':memory:');
  assertFault(
    told(() => database.exec('SELECT * FROM feature')),
    'damaged',
    /is damaged \(no such table: feature\)/,
  );
  const newer = Object.assign(new Error('/a/path has format 9'), { code: NEWER_FORMAT });
  const fault = toStorageFault(newer);
  assertFault(fault, 'damaged', /newer version of Meridian/);
  assert.doesNotMatch((fault as Fault).message, /path/);
  const mistake = told(() => database.exec('SELECT nonsense'));
  assert.ok(!(mistake instanceof Fault));
});
