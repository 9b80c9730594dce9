import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { keptStatement } from './kept-statements.ts';

test('a statement is prepared once for each database', () => {
  const [one, other] = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')];
  const sql = 'SELECT 1 AS one';
  assert.equal(keptStatement(one, sql), keptStatement(one, sql));
  assert.notEqual(keptStatement(one, sql), keptStatement(other, sql));
});

test('a kept statement sees tables that changed since', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
  const sql = 'SELECT * FROM t';
  assert.deepEqual({ ...keptStatement(database, sql).get() }, { a: 1 });
  database.exec('ALTER TABLE t ADD COLUMN b DEFAULT 2');
  assert.deepEqual({ ...keptStatement(database, sql).get() }, { a: 1, b: 2 });
});

test('those that were asked for first go when there are too many', () => {
  const database = new DatabaseSync(':memory:');
  const first = keptStatement(database, 'SELECT 0');
  const second = keptStatement(database, 'SELECT 1');
  for (let i = 2; i <= 64; i++) keptStatement(database, `SELECT ${i}`);
  assert.equal(keptStatement(database, 'SELECT 1'), second);
  assert.notEqual(keptStatement(database, 'SELECT 0'), first);
  assert.deepEqual({ ...keptStatement(database, 'SELECT 64 ').get() }, { 64: 64 });
});
