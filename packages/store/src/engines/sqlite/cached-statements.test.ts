import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { cachedStatement } from './cached-statements.ts';

test('a statement is prepared once for each database', () => {
  const [one, other] = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')];
  const sql = 'SELECT 1 AS one';
  assert.equal(cachedStatement(one, sql), cachedStatement(one, sql));
  assert.notEqual(cachedStatement(one, sql), cachedStatement(other, sql));
});

test('a cached statement sees tables that changed since', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
  const sql = 'SELECT * FROM t';
  assert.deepEqual({ ...cachedStatement(database, sql).get() }, { a: 1 });
  database.exec('ALTER TABLE t ADD COLUMN b DEFAULT 2');
  assert.deepEqual({ ...cachedStatement(database, sql).get() }, { a: 1, b: 2 });
});

test('those that were asked for first go when there are too many', () => {
  const database = new DatabaseSync(':memory:');
  const first = cachedStatement(database, 'SELECT 0');
  const second = cachedStatement(database, 'SELECT 1');
  for (let i = 2; i <= 64; i++) cachedStatement(database, `SELECT ${i}`);
  assert.equal(cachedStatement(database, 'SELECT 1'), second);
  assert.notEqual(cachedStatement(database, 'SELECT 0'), first);
  assert.deepEqual({ ...cachedStatement(database, 'SELECT 64 ').get() }, { 64: 64 });
});
