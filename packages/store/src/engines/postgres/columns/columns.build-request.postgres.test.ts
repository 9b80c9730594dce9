import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { dropDatabase, newDatabase, query, schemaOf } from '../../../../../../testing/postgres/database.ts';
import { HEXBIN } from '../../../contract/plain-queries.ts';
import { SpaceUnderTest } from '../../../contract/space-under-test.ts';
import type { FeatureFilter, SortKey } from '../../../model/query/query.ts';
import { openPostgresStore } from '../postgres-store.ts';
import { columnTablesOf } from './column-tables.ts';

const url = await newDatabase();
const schema = schemaOf(url);
const THREADS = { readers: 1, writers: 1 };
const store = await openPostgresStore(url, THREADS);
const other = await openPostgresStore(url, THREADS);
const COUNT = 20_000;
let space: SpaceUnderTest;
/** The same space as another process sees it. */
let beside: SpaceUnderTest;

const feature = (i: number, n = i % 1000) => ({
  id: `f${i}`,
  geometry: { type: 'Point', coordinates: [(i % 360) - 180, 0] },
  properties: { n },
});

before(async () => {
  space = await SpaceUnderTest.create(store, 'large');
  await store.catalogue.spaces.add(space.ref, { id: 'large', title: 'Large' });
  beside = new SpaceUnderTest(other, space.ref);
  for (let from = 0; from < COUNT; from += 5000)
    await space.put(Array.from({ length: 5000 }, (_, i) => feature(from + i)));
});

after(async () => {
  await store.close();
  await other.close();
  dropDatabase(url);
});

const SEARCH: FeatureFilter = {
  tags: [],
  tests: [{ root: 'properties', path: ['n'], comparison: '=', operands: [7] }],
};
const LARGEST: SortKey[] = [{ root: 'properties', path: ['n'], descending: true }];

function blockRows(): number {
  const { blocks } = columnTablesOf(space.ref.storageKey);
  const found = query(url, `SELECT to_regclass('${schema}.${blocks}') IS NOT NULL`);
  if (found !== 't') return 0;
  return Number(query(url, `SELECT coalesce(sum(row_count), 0) FROM ${schema}.${blocks}`));
}

async function results(of: SpaceUnderTest) {
  const { texts } = await of.page({ filter: SEARCH });
  const sorted = await of.page({ sort: LARGEST, limit: 30 });
  return { texts, sorted: sorted.texts, count: await of.count(SEARCH) };
}

test('a count without an index asks for columns, which every process then reads', async () => {
  assert.equal(blockRows(), 0);
  assert.equal(await space.count(SEARCH), COUNT / 1000);
  const early = await results(space);
  while (blockRows() < COUNT) await pause(20);
  assert.deepEqual(await results(space), early);
  assert.deepEqual(await results(beside), early);
});

test('cells that one process was asked for are stored once for all blocks, and the results of others are the same', async () => {
  const world = { boxes: [{ west: -180, south: -10, east: 180, north: 10 }] };
  const asked = { area: world, clustering: { ...HEXBIN, resolution: 8 } };
  const { blocks, paths, bodies } = columnTablesOf(space.ref.storageKey);
  const missing = () =>
    query(
      url,
      `SELECT (SELECT count(*) FROM ${schema}.${blocks}) - (SELECT count(*) FROM ${schema}.${bodies} JOIN ${schema}.${paths}
        USING (path) WHERE key = 'cells hex 8' AND length(bytes) > 1000)`,
    );
  const early = await space.clusters(asked);
  while (missing() !== '0') await pause(20);
  assert.equal(early.cells.length, 360);
  assert.deepEqual(await beside.clusters(asked), early);
  assert.deepEqual(await space.clusters(asked), early);
});

test('what one process writes is in the next result of another, whatever columns have', async () => {
  await beside.put([feature(3, 7), feature(COUNT + 1, 5000)]);
  await beside.delete({ ids: ['f7'] });
  for (const one of [space, beside]) {
    const { texts, sorted, count } = await results(one);
    assert.ok(texts.some((text) => text.includes('"id":"f3"')));
    assert.ok(!texts.some((text) => text.includes('"id":"f7"')));
    assert.ok(sorted[0]!.includes('"n":5000'));
    assert.equal(count, COUNT / 1000);
  }
});

test('a space that is emptied and filled again has its own results, and deleting it leaves no table', async () => {
  await beside.delete({ returning: false });
  assert.equal(blockRows(), 0);
  assert.equal(await space.count(SEARCH), 0);
  await space.put([feature(7)]);
  assert.deepEqual((await beside.page({ filter: SEARCH })).ids, ['f7']);
  await store.features.drop(space.ref);
  const left = query(url, `SELECT count(*) FROM pg_class WHERE relname LIKE 'col%\\_large\\_%'`);
  assert.equal(left, '0');
});
