import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { dropDatabase, newDatabase, query } from '../../../../../testing/postgres/database.ts';
import { SpaceUnderTest } from '../../contract/space-under-test.ts';
import { openPostgresStore } from './postgres-store.ts';

const feature = (id: string, properties: object) => ({ id, geometry: null, properties });

describe('the columns of indexed properties', async () => {
  const url = await newDatabase();
  const store = await openPostgresStore(url, { readers: 1, writers: 1 });
  after(async () => {
    await store.close();
    dropDatabase(url);
  });
  const sql = (text: string) => query(url, `SET search_path = meridian, public; ${text}`);

  async function indexed(space: SpaceUnderTest, ...paths: string[]): Promise<void> {
    await store.features.defineIndexes(
      space.ref,
      paths.map((path) => [path]),
    );
    const unfinished =
      'SELECT count(*) FROM indexed_property WHERE path IS NOT NULL AND built_to IS NOT NULL';
    for (let tries = 0; sql(unfinished) !== '0'; tries++) {
      assert.ok(tries < 500, 'indexes are built');
      await pause(20);
    }
  }

  const columnsOf = ({ ref: storageKey }: SpaceUnderTest) =>
    sql(
      `SELECT count(*) FROM pg_attribute WHERE attrelid = '${storageKey.storageKey}'::regclass AND attnum > 0`,
    );
  const indexesOf = ({ ref: storageKey }: SpaceUnderTest) =>
    sql(`SELECT string_agg(path, ' ' ORDER BY path) FROM indexed_property
      JOIN pg_class ON relname = place || '_p' || property WHERE place = '${storageKey.storageKey}' AND path IS NOT NULL`);
  const find = async (space: SpaceUnderTest, path: string, value: string) => {
    const test = { root: 'properties', path: [path], comparison: '=', operands: [value] } as const;
    return (await space.page({ filter: { tags: [], tests: [test] } })).ids;
  };

  test('are used again for other properties, whatever they held', async () => {
    const space = await SpaceUnderTest.create(store, 'used', [['a'], ['b']]);
    await space.put([feature('1', { a: 'x', b: 'y', c: 'z' }), feature('2', { a: 'y', c: 'x' })]);
    const before = columnsOf(space);
    await indexed(space, 'b', 'c');
    assert.equal(columnsOf(space), before);
    assert.equal(indexesOf(space), '["b"] ["c"]');
    await space.put([feature('3', { a: 'x', c: 'x' })]);
    assert.deepEqual(await find(space, 'c', 'x'), ['2', '3']);
    assert.deepEqual(await find(space, 'a', 'x'), ['1', '3']);
    await indexed(space);
    await indexed(space, 'a', 'c');
    assert.equal(columnsOf(space), before);
    assert.deepEqual(await find(space, 'c', 'x'), ['2', '3']);
    assert.deepEqual(await find(space, 'a', 'x'), ['1', '3']);
  });

  test('of a table that has had all it can have are made in a new one', async () => {
    const space = await SpaceUnderTest.create(store, 'full', [['a']]);
    await space.put([feature('1', { a: 'x', b: 'y' }), feature('2', { a: 'y', b: 'x' })]);
    const { storageKey } = space.ref;
    const added = Array.from({ length: 1600 - Number(columnsOf(space)) }, (_, i) => `ADD COLUMN q${i} text`);
    sql(`ALTER TABLE ${storageKey} ${added.join(', ')}`);
    sql(
      `ALTER TABLE ${storageKey} ${added.map((column) => column.replace(/ADD (.*) text/, 'DROP $1')).join(', ')}`,
    );
    const definitions = `SELECT string_agg(indexdef, ';' ORDER BY indexdef) FROM pg_indexes WHERE tablename = '${storageKey}'`;
    const before = sql(definitions);
    await indexed(space, 'a', 'b');
    assert.equal(indexesOf(space), '["a"] ["b"]');
    assert.ok(sql(definitions).length > before.length);
    for (const definition of before.split(';')) assert.ok(sql(definitions).includes(definition), definition);
    await space.put([feature('2', { a: 'z', b: 'x' }), feature('3', { a: 'x', b: 'x' })]);
    assert.deepEqual(await find(space, 'b', 'x'), ['2', '3']);
    assert.deepEqual(await find(space, 'a', 'x'), ['1', '3']);
    assert.equal((await space.statistics()).count, 3);
  });
});
