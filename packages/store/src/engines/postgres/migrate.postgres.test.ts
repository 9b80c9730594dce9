import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { dropDatabase, newDatabase, query, schemaOf } from '../../../../../testing/postgres/database.ts';
import type { Store } from '../../catalogue.ts';
import { SpaceUnderTest } from '../../contract/space-under-test.ts';
import { openPostgresStore } from './postgres-store.ts';
import { MIGRATIONS } from './schema.ts';
import { blockTablesOf, createTileBlocks } from './tile-blocks/tile-block-tables.ts';

let url: string;
let store: Store | undefined;

beforeEach(async () => {
  url = await newDatabase();
});

afterEach(async () => {
  await close();
  dropDatabase(url);
});

async function open(): Promise<Store> {
  store = await openPostgresStore(url, { readers: 1, writers: 1 });
  return store;
}

async function close(): Promise<void> {
  await store?.close();
  store = undefined;
}

test('a database of an older format is brought up to date with what it holds', async () => {
  const { ref: storageKey } = await SpaceUnderTest.create(await open(), 'old');
  await store!.catalogue.spaces.add(storageKey, { id: 'old', title: 'Old' });
  await new SpaceUnderTest(store!, storageKey).put([{ id: 'kept' }]);
  await close();
  const schema = schemaOf(url);
  query(
    url,
    `DROP TABLE ${schema}.overview, ${schema}.sheeted, ${schema}.column_state;
     DROP SEQUENCE ${schema}.column_block_number; ALTER TABLE ${schema}.session DROP COLUMN client;
     ALTER TABLE ${schema}.indexed_property DROP COLUMN leased_until;
     DROP TABLE ${schema}.audit_entry; DROP FUNCTION ${schema}.refuse_change_of_audit;
     DROP TABLE ${schema}.touched; ALTER TABLE ${schema}.content DROP COLUMN indexes_deferred;
     UPDATE ${schema}.format SET format = ${MIGRATIONS.length - 12}`,
  );

  const space = new SpaceUnderTest(await open(), storageKey);
  await space.put([{ id: 'new', geometry: { type: 'Point', coordinates: [1, 2] } }]);
  assert.deepEqual((await space.page()).ids, ['kept', 'new']);
  await space.delete({});
  assert.equal(query(url, `SELECT format FROM ${schema}.format`), `${MIGRATIONS.length}`);
});

test('tile blocks that an earlier version made are removed, and are made again', async () => {
  const { ref } = await SpaceUnderTest.create(await open(), 'drawn');
  await close();
  const schema = schemaOf(url);
  query(url, `SET search_path TO ${schema}; ${createTileBlocks(ref.storageKey).join(';')}`);
  query(url, `UPDATE ${schema}.format SET format = 12`);

  const { cells, tileBlocks } = blockTablesOf(ref.storageKey);
  const tables = `to_regclass('${schema}.${cells}'), to_regclass('${schema}.${tileBlocks}')`;
  const left = () => query(url, `SELECT count(*), num_nonnulls(${tables}) FROM ${schema}.sheeted`);
  assert.equal(left(), '1|2');
  await open();
  assert.equal(left(), '0|0');
});

test('a database of a newer format is refused', async () => {
  await open();
  await close();
  query(url, `UPDATE ${schemaOf(url)}.format SET format = ${MIGRATIONS.length + 1}`);
  await assert.rejects(open(), /use a newer Meridian/);
});
