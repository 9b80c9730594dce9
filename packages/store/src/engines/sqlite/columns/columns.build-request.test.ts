import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { HEXBIN } from '../../../contract/plain-queries.ts';
import { SpaceUnderTest } from '../../../contract/space-under-test.ts';
import type { FeatureFilter, SortKey } from '../../../model/query/query.ts';
import { openForReading } from '../database.ts';
import { spacePath } from '../space-files.ts';
import { openSqliteStore } from '../sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-columns-request-'));
const store = await openSqliteStore(folder, { readers: 1, writers: 1 });
const COUNT = 21_000;
const BATCH = 7000;
let space: SpaceUnderTest;

const feature = (i: number, n = i % 1000) => ({
  id: `f${i}`,
  geometry: { type: 'Point', coordinates: [(i % 360) - 180, 0] },
  properties: { n, name: `name ${i % 7}` },
});

before(async () => {
  space = await SpaceUnderTest.create(store, 'large');
  for (let from = 0; from < COUNT; from += BATCH)
    await space.put(Array.from({ length: BATCH }, (_, i) => feature(from + i)));
});

after(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const SEARCH: FeatureFilter = {
  tags: [],
  tests: [{ root: 'properties', path: ['n'], comparison: '=', operands: [7] }],
};
const LARGEST: SortKey[] = [{ root: 'properties', path: ['n'], descending: true }];

function blockRows(): number {
  const file = openForReading(spacePath(folder, space.ref.storageKey));
  try {
    const row = file.prepare('SELECT coalesce(sum(row_count), 0) AS rows FROM column_block').get();
    return row!.rows as number;
  } finally {
    file.close();
  }
}

async function results() {
  const { texts } = await space.page({ filter: SEARCH });
  const sorted = await space.page({ sort: LARGEST, limit: 30 });
  return { texts, sorted: sorted.texts, count: await space.count(SEARCH) };
}

test('a count without an index asks for columns, and what follows has the same bytes with them', async () => {
  assert.equal(blockRows(), 0);
  assert.equal(await space.count(SEARCH), COUNT / 1000);
  const early = await results();
  while (blockRows() < COUNT) await pause(20);
  assert.deepEqual(await results(), early);
});

test('a build that was broken off is finished because of the next read, although nothing is written', async () => {
  const file = new DatabaseSync(spacePath(folder, space.ref.storageKey));
  file.exec('DELETE FROM column_block WHERE first > 1');
  file.close();
  assert.ok(blockRows() > 0 && blockRows() < COUNT);
  assert.equal(await space.count(SEARCH), COUNT / 1000);
  while (blockRows() < COUNT) await pause(20);
});

test('blocks that were built before there were inverted indexes are built again because of a search for words', async () => {
  const file = new DatabaseSync(spacePath(folder, space.ref.storageKey));
  try {
    file.exec("UPDATE column_block SET gaps = json_remove(gaps, '$.isIndexed')");
    const older = file.prepare("SELECT count(*) AS n FROM column_block WHERE gaps -> '$.isIndexed' IS NULL");
    assert.ok((older.get()!.n as number) > 0);
    const words: FeatureFilter = { tags: [], tests: [{ root: 'text', words: ['name', '999'] }] };
    assert.equal(await space.count(words), COUNT / 1000);
    while ((older.get()!.n as number) > 0) await pause(20);
    assert.equal(await space.count(words), COUNT / 1000);
  } finally {
    file.close();
  }
});

test('cells that were asked for are stored beside all blocks', async () => {
  const world = { boxes: [{ west: -180, south: -10, east: 180, north: 10 }] };
  const asked = { area: world, clustering: { ...HEXBIN, resolution: 8 } };
  const file = openForReading(spacePath(folder, space.ref.storageKey));
  try {
    const missing = file.prepare(
      `SELECT (SELECT count(*) FROM column_block) - (SELECT count(*) FROM column_body JOIN column_path
        ON path = column_body.key / 4294967296 WHERE column_path.key = 'cells hex 8' AND length(bytes) > 1000) AS n`,
    );
    const early = await space.clusters(asked);
    while (missing.get()!.n !== 0) await pause(20);
    assert.equal(early.cells.length, 360);
    assert.deepEqual(await space.clusters(asked), early);
  } finally {
    file.close();
  }
});

test('what was written is in the next result, whatever columns have', async () => {
  await space.put([feature(3, 7), feature(COUNT + 1, 5000)]);
  await space.delete({ ids: ['f7'] });
  const { texts, sorted, count } = await results();
  assert.ok(texts.some((text) => text.includes('"id":"f3"')));
  assert.ok(!texts.some((text) => text.includes('"id":"f7"')));
  assert.ok(sorted[0]!.includes('"n":5000'));
  assert.equal(count, COUNT / 1000);
});

test('a space that is emptied and filled again has its own results', async () => {
  await space.delete({});
  assert.equal(blockRows(), 0);
  assert.equal(await space.count(SEARCH), 0);
  await space.put([feature(7)]);
  assert.deepEqual((await space.page({ filter: SEARCH })).ids, ['f7']);
});
