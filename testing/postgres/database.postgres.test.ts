import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropDatabase, newDatabase, query } from './database.ts';

test('a test gets a PostgreSQL database of its own, with PostGIS', async () => {
  const [one, other] = [await newDatabase(), await newDatabase()];
  query(one, 'CREATE TABLE only_here ()');
  assert.equal(query(one, "SELECT to_regclass('only_here') IS NOT NULL"), 't');
  assert.equal(query(other, "SELECT to_regclass('only_here') IS NULL"), 't');
  assert.equal(query(other, 'SELECT ST_AsText(ST_MakePoint(1, 2))'), 'POINT(1 2)');
  for (const url of [one, other]) dropDatabase(url);
});
