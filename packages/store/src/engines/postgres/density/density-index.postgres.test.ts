import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Geometry, tileAt } from '@meridian/geo';
import fc from 'fast-check';
import { dropDatabase, newDatabase } from '../../../../../../testing/postgres/database.ts';
import { testGeometry } from '../../../contract/arbitrary.test-geometry.ts';
import { isFault } from '../../../contract/is-fault.ts';
import { HEXBIN } from '../../../contract/plain-queries.ts';
import { seed } from '../../../contract/seed.ts';
import { SpaceUnderTest, UNHURRIED } from '../../../contract/space-under-test.ts';
import { tileArea } from '../../../model/query/area.ts';
import { openPostgresStore } from '../postgres-store.ts';
import { changeOf, WrittenSpace } from '../testing/written-space.ts';
import { buildDensityStep, requestDensityIndex } from './build-density-index.ts';
import { densityTablesOf, dropDensityIndex } from './density-tables.ts';

const written = await WrittenSpace.open(await newDatabase());
const { session } = written;

after(async () => {
  await written.close();
  dropDatabase(written.url);
});

const STEP_ROWS = 5;

/** All that a density index says; what counts nothing says nothing. */
async function snapshot(): Promise<string[]> {
  const { near, tiles, hexes, large } = densityTablesOf(written.space.storageKey);
  const rows = await session.once<{ row: string }>(`
    SELECT 'near ' || cell || ' ' || seq || ' ' || encode(entry, 'hex') AS row FROM ${near}
    UNION ALL SELECT 'tiles ' || block || ' ' || encode(counts, 'hex') FROM ${tiles}
      WHERE rtrim(encode(counts, 'hex'), '0') <> ''
    UNION ALL SELECT 'hexes ' || zoom || ' ' || tile || ' ' || cell || ' ' || count FROM ${hexes}
    UNION ALL SELECT 'large ' || ${large}::text FROM ${large}
    UNION ALL SELECT 'built to ' || coalesce(built_to::text, 'the end') FROM overview ORDER BY 1`);
  return rows.map(({ row }) => row);
}

async function buildAll(): Promise<void> {
  await requestDensityIndex(session, written.space);
  while (await buildDensityStep(session, written.space, STEP_ROWS));
}

describe('a density index on PostgreSQL', () => {
  test(`that writes have kept is the one that would be built (seed ${seed})`, async () => {
    const history = fc.array(changeOf(testGeometry), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(history, fc.nat(6), async (changes, asked) => {
        await written.begin();
        for (const [i, one] of changes.entries()) {
          if (i === asked) await requestDensityIndex(session, written.space);
          // Built in steps, with writes between them.
          await buildDensityStep(session, written.space, STEP_ROWS);
          await written.apply(one);
        }
        await buildAll();
        const kept = await snapshot();
        await session.transaction(dropDensityIndex(written.space.storageKey));
        await buildAll();
        assert.deepEqual(kept, await snapshot());
      }),
      { seed, numRuns: 60 },
    );
  });

  test('of an earlier version is emptied and built again', async () => {
    await written.begin();
    const at = (y: number): Geometry => ({ type: 'Point', coordinates: [1, y] });
    await written.apply({ put: [['1', at(2), 'red']] });
    await buildAll();
    const expected = await snapshot();
    await session.once('UPDATE overview SET built_to = -1');
    await written.apply({ put: [['2', at(3), 'red']] });
    await written.apply({ remove: { ids: ['2'] } });
    await buildAll();
    assert.deepEqual(await snapshot(), expected);
  });

  test('leaves entries of features where they are that have not moved', async () => {
    await written.begin();
    const at = (y: number): Geometry => ({ type: 'Point', coordinates: [1, y] });
    await written.apply({ put: [['1', at(2), 'red']] });
    await buildAll();
    const { near } = densityTablesOf(written.space.storageKey);
    const rowLocations = () => session.once<{ at: string }>(`SELECT ctid::text AS at FROM ${near}`);
    const before = await rowLocations();
    await written.apply({ put: [['1', at(2), 'blue']] });
    assert.deepEqual(await rowLocations(), before);
    await written.apply({ put: [['1', at(3), 'blue']] });
    assert.notDeepEqual(await rowLocations(), before);
  });
});

test('a read that takes too long without a density index asks for one all the same, and it goes with the space', async () => {
  const store = await openPostgresStore(written.url, { readers: 1, writers: 1 });
  const large = await SpaceUnderTest.create(store, 'large');
  const tables = () =>
    session.once<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE tablename LIKE '%${large.ref.storageKey.slice(2)}' ORDER BY 1`,
    );
  try {
    const points = Array.from({ length: 20_000 }, (_, i) => ({
      id: `f${i}`,
      geometry: { type: 'Point', coordinates: [(i % 360) - 180, (i % 160) - 80] },
    }));
    for (let from = 0; from < points.length; from += 4000) await large.put(points.slice(from, from + 4000));
    const world = { area: tileArea(tileAt('web', 0, 0, 0), 0), clustering: HEXBIN };
    // The first may not even come to see that there is no density index.
    for (let tries = 0; tries < 10 && (await tables()).length === 1; tries++) {
      const hasty = { ...UNHURRIED, timeLimitMs: 20 };
      await assert.rejects(large.clusters(world, hasty), isFault('timeout', /20 ms/));
      // Queued behind what the read has asked for.
      await large.put([{ id: 'last' }]);
    }
    assert.equal((await tables()).length, 5);
    const { cells } = await large.clusters(world);
    assert.ok(cells.length > 100);
    await store.features.drop(large.ref);
    assert.equal((await tables()).length, 0);
  } finally {
    await store.close();
  }
});
