import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { dropDatabase, newDatabase, query } from '../../../../../testing/postgres/database.ts';
import { holdTable } from '../../../../../testing/postgres/held-lock.ts';
import type { Store } from '../../catalogue.ts';
import { SpaceUnderTest } from '../../contract/space-under-test.ts';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import type { SpaceRef } from '../../model/source.ts';
import { LoadEnds } from './deferred-indexes.ts';
import { checkTable } from './doctor/check-table.ts';
import { openPostgresStore } from './postgres-store.ts';
import { prepareWrite } from './prepared-write.ts';
import { Session } from './session.ts';
import { commitWrites } from './space-writer.ts';
import { WrittenSpace } from './testing/written-space.ts';

const written = await WrittenSpace.open(await newDatabase());
const stores: Store[] = [];

after(async () => {
  for (const store of stores) await store.close();
  await written.close();
  dropDatabase(written.url);
});

beforeEach(() => written.begin());

const sql = (text: string) => query(written.url, `SET search_path = meridian, public; ${text}`);

async function open(): Promise<Store> {
  const store = await openPostgresStore(written.url, { readers: 1, writers: 1 });
  stores.push(store);
  return store;
}

/** Points on a line from west to east, one for each number; every tenth has a tag. */
function points(from: number, count: number, padding: number) {
  return Array.from({ length: count }, (_, i) => ({
    id: `${from + i}`,
    geometry: { type: 'Point', coordinates: [(from + i) / 1000, 1] },
    properties: {
      text: 'x'.repeat(padding),
      '@ns:com:here:xyz': { tags: (from + i) % 10 === 0 ? ['tenth'] : [] },
    },
  }));
}

const LOAD = points(0, 1000, 400);

type At = { session: Session; space: SpaceRef };

/** As a hub does that ends right behind the commit; whether indexes are left out. */
async function put(features: readonly unknown[], { session, space }: At = written): Promise<boolean> {
  const write = prepareWrite(space, writeRequest(collectionOf(features)));
  const { outcomes, indexesDeferred } = await commitWrites(session, space, [write]);
  for (const outcome of outcomes) outcome();
  return indexesDeferred;
}

/** Which of the indexes that can be deferred are there, and whether they are noted as missing. */
function state({ storageKey } = written.space): string {
  return sql(`SELECT (SELECT string_agg(replace(relname, '${storageKey}_', ''), ' ' ORDER BY relname) FROM pg_class
      WHERE relname IN ('${storageKey}_geom', '${storageKey}_tags')), indexes_deferred
    FROM content WHERE place = '${storageKey}'`);
}

const MADE = 'geom tags|f';
const DEFERRED = '|t';

async function areMade(space = written.space): Promise<void> {
  for (let tries = 0; state(space) !== MADE; tries++) {
    assert.ok(tries < 1000, `the indexes are made: ${state(space)}`);
    await pause(20);
  }
}

/** The ids of the features in a box and of those with a tag, and the western and eastern edge. */
async function reads(store: Store) {
  const space = new SpaceUnderTest(store, written.space);
  const { ids } = await space.page({ area: { boxes: [{ west: 0.0095, south: 0, east: 0.0125, north: 2 }] } });
  const tagged = await space.count({ tags: [['tenth']] });
  const { extent } = await space.statistics();
  return { ids, tagged, west: extent!.bbox.west, east: extent!.bbox.east, exact: extent!.exact };
}

/** What `meridian doctor` finds wrong. */
async function findings(): Promise<string[]> {
  const { session, space } = written;
  await session.begin();
  try {
    return (await checkTable(session, space.id, space.storageKey)).findings.map(({ what }) => what);
  } finally {
    await session.rollback();
  }
}

const FOUND = { ids: ['10', '11', '12'], tagged: 100, west: 0, east: 0.999, exact: true };

describe('the indexes on geometries and tags', () => {
  test('stay where a few features come first', async () => {
    assert.equal(await put(points(0, 10, 400)), false);
    assert.equal(await put(points(10, 1000, 400)), false);
    assert.equal(state(), MADE);
  });

  test('are left out where a load begins, and made when it has ended', async () => {
    assert.equal(await put(LOAD), true);
    assert.equal(state(), DEFERRED);
    const loadEnds = new LoadEnds();
    assert.ok((await loadEnds.step(written.session, written.space)) > 0);
    assert.equal(await put(points(1000, 10, 400)), true);
    assert.ok((await loadEnds.step(written.session, written.space)) > 0, 'it goes on');
    assert.equal(state(), DEFERRED);
    assert.equal(await loadEnds.step(written.session, written.space), 0);
    assert.equal(state(), MADE);
    assert.equal(await put(points(2000, 1000, 400)), false);
  });

  test('are made after a while where writes never cease', async () => {
    await put(LOAD);
    const loadEnds = new LoadEnds(50);
    assert.ok((await loadEnds.step(written.session, written.space)) > 0);
    await pause(60);
    await put(points(1000, 1, 400));
    assert.equal(await loadEnds.step(written.session, written.space), 0);
    assert.equal(state(), MADE);
  });

  test('are left out again where the space was emptied', async () => {
    await put(points(0, 10, 400));
    await written.apply({ remove: {} });
    assert.equal(await put(LOAD), true);
    assert.equal(state(), DEFERRED);
  });

  test('are made in the middle of a load that has become too large for reads without them', async () => {
    await put(LOAD);
    sql(`UPDATE content SET bytes = 300000000 WHERE place = '${written.space.storageKey}'`);
    assert.equal(await put(points(1000, 1000, 400)), false);
    assert.equal(state(), MADE);
  });

  test('stay where somebody else reads the table, whom the load does not wait for', async () => {
    const release = await holdTable(written.url, `meridian.${written.space.storageKey}`, 'ACCESS SHARE');
    try {
      assert.equal(await put(LOAD), false);
    } finally {
      await release();
    }
    assert.equal(state(), MADE);
  });

  test('are made later where somebody else has the table', async () => {
    await put(LOAD);
    const { storageKey } = written.space;
    const release = await holdTable(written.url, `meridian.${storageKey}`, 'SHARE UPDATE EXCLUSIVE');
    const loadEnds = new LoadEnds();
    try {
      await loadEnds.step(written.session, written.space);
      assert.ok((await loadEnds.step(written.session, written.space)) > 0);
      sql(`UPDATE content SET bytes = 300000000 WHERE place = '${storageKey}'`);
      assert.equal(await put(points(1000, 10, 400)), true, 'the load goes on');
    } finally {
      await release();
    }
    assert.equal(state(), DEFERRED);
    assert.equal(await put(points(1010, 10, 400)), false);
    assert.equal(state(), MADE);
  });

  test('are not missing for a read, which has them made', async () => {
    const store = await open();
    await put(LOAD);
    assert.equal(state(), DEFERRED);
    assert.deepEqual(await reads(store), FOUND);
    await areMade();
    assert.deepEqual(await reads(store), FOUND);
  });

  test('are made by the next hub that starts where the one that loaded is gone', async () => {
    const store = await open();
    const { ref } = await SpaceUnderTest.create(store, 'left');
    await store.catalogue.spaces.add(ref, { id: 'left', title: 'Left' });
    await put(LOAD, { session: written.session, space: ref });
    assert.equal(state(ref), DEFERRED);
    await open();
    await areMade(ref);
  });

  test('are there a moment after the last write through a hub', async () => {
    const space = new SpaceUnderTest(await open(), written.space);
    await space.put(LOAD);
    await areMade();
    assert.deepEqual(await reads(space.store), FOUND);
  });

  test('are no damage while they are deferred', async () => {
    await put(LOAD);
    const { storageKey } = written.space;
    assert.deepEqual(await findings(), []);
    sql(`UPDATE content SET indexes_deferred = false WHERE place = '${storageKey}'`);
    assert.deepEqual(
      await findings(),
      ['geom', 'tags'].map((kind) => `the index ${storageKey}_${kind} is missing or not valid`),
    );
  });

  test('are left out and made behind a pooler too', async () => {
    const { space } = written;
    const session = new Session({ ...written.address, isPooled: true });
    try {
      assert.equal(await put(LOAD, { session, space }), true);
      assert.equal(state(), DEFERRED);
      const loadEnds = new LoadEnds();
      await loadEnds.step(session, space);
      await loadEnds.step(session, space);
      assert.equal(state(), MADE);
    } finally {
      await session.close();
    }
  });
});
