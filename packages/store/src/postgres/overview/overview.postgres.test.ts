import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Geometry, tileAt } from '@meridian/geo';
import fc from 'fast-check';
import { dropDatabase, newDatabase } from '../../../../../acceptance/harness/postgres/database.ts';
import { placedGeometry } from '../../contract/arbitrary.placed.ts';
import { isFault } from '../../contract/is-fault.ts';
import { seed } from '../../contract/seed.ts';
import { SpaceUnderTest, UNHURRIED } from '../../contract/space-under-test.ts';
import { collectionOf, writeRequest } from '../../contract/write-request.ts';
import { tileArea } from '../../query/area.ts';
import type { Clustering } from '../../query/query.ts';
import type { DeleteRequest } from '../../write/write-request.ts';
import { deleteMany } from '../delete-many.ts';
import { locate } from '../location.ts';
import { prepareDatabase } from '../migrate.ts';
import { openPostgresStore } from '../postgres-store.ts';
import { prepareDelete, prepareWrite } from '../prepared-write.ts';
import { Session } from '../session.ts';
import { createTable, dropTable } from '../space-table.ts';
import { commitWrites } from '../space-writer.ts';
import { buildOverviewStep, wantOverview } from './build-overview.ts';
import { dropOverview, overviewTablesOf } from './overview-tables.ts';

const url = await newDatabase();
const location = locate(url);
const { searchPath } = await prepareDatabase(location);
const session = new Session({ url: location.url, searchPath });

after(async () => {
  await session.close();
  dropDatabase(url);
});

const SPACE = { id: 's', place: 's_s_000000000000' };
const STEP_ROWS = 5;

/** Among them such that are no texts of PostgreSQL's, or no keys. */
const IDS = [
  ...Array.from({ length: 36 }, (_, i) => `${i}`),
  ...['\u0000', '\u{1f600}', '\\', 'x'.repeat(30_000)],
];
const id = fc.constantFrom(...IDS);

type Change =
  | { put: [id: string, geometry: Geometry | null, tag: string][] }
  | { remove: Partial<DeleteRequest> }
  | 'refused';

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .uniqueArray(
        fc.tuple(id, fc.option(placedGeometry, { freq: 20 }), fc.constantFrom('red', 'green', 'blue')),
        { selector: ([id]) => id, maxLength: 12 },
      )
      .map((put) => ({ put })),
  },
  {
    weight: 3,
    arbitrary: fc.array(id, { maxLength: 5 }).map((ids) => ({ remove: { ids } })),
  },
  { weight: 1, arbitrary: fc.constant({ remove: { tags: [['red']] } }) },
  { weight: 1, arbitrary: fc.constant({ remove: {} }) },
  { weight: 1, arbitrary: fc.constant('refused' as const) },
);

async function apply(change: Change): Promise<void> {
  if (change === 'refused') {
    const body = collectionOf([{ id: '1', geometry: null }, { geometry: 'none' }]);
    const [outcome] = await commitWrites(session, SPACE, [prepareWrite(SPACE, writeRequest(body))], false);
    assert.throws(outcome!);
  } else if ('put' in change) {
    const features = change.put.map(([id, geometry, tag]) => ({
      id,
      geometry,
      properties: { '@ns:com:here:xyz': { tags: [tag] } },
    }));
    const write = prepareWrite(SPACE, writeRequest(collectionOf(features)));
    for (const outcome of await commitWrites(session, SPACE, [write], false)) outcome();
  } else {
    const request: DeleteRequest = { ids: undefined, tags: undefined, answer: false, ...change.remove };
    if (request.ids) await commitWrites(session, SPACE, [prepareDelete(request)], false);
    else await deleteMany(session, SPACE, request, false);
  }
}

/** All that an overview says; what counts nothing says nothing. */
async function picture(): Promise<string[]> {
  const { near, tiles, hexes, large } = overviewTablesOf(SPACE.place);
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
  await wantOverview(session, SPACE);
  while (await buildOverviewStep(session, SPACE, STEP_ROWS));
}

describe('an overview on PostgreSQL', () => {
  test(`that writes have kept is the one that would be built (seed ${seed})`, async () => {
    const history = fc.array(change, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(history, fc.nat(6), async (changes, asked) => {
        await session.alone(`${dropTable(SPACE.place)} ${createTable(SPACE.place, [], false)}`);
        for (const [i, one] of changes.entries()) {
          if (i === asked) await wantOverview(session, SPACE);
          // Built in steps, with writes between them.
          await buildOverviewStep(session, SPACE, STEP_ROWS);
          await apply(one);
        }
        await buildAll();
        const kept = await picture();
        await session.alone(dropOverview(SPACE.place));
        await buildAll();
        assert.deepEqual(kept, await picture());
      }),
      { seed, numRuns: 60 },
    );
  });

  test('leaves entries of features where they are that have not moved', async () => {
    await session.alone(`${dropTable(SPACE.place)} ${createTable(SPACE.place, [], false)}`);
    const write = { put: [['1', { type: 'Point', coordinates: [1, 2] }, 'red']] } satisfies Change;
    await apply(write);
    await buildAll();
    const { near } = overviewTablesOf(SPACE.place);
    const places = () => session.once<{ at: string }>(`SELECT ctid::text AS at FROM ${near}`);
    const before = await places();
    await apply({ put: [['1', write.put[0]![1], 'blue']] });
    assert.deepEqual(await places(), before);
    await apply({ put: [['1', { type: 'Point', coordinates: [1, 3] }, 'blue']] });
    assert.notDeepEqual(await places(), before);
  });
});

const HEXBIN: Clustering = {
  kind: 'hexbin',
  resolution: 2,
  level: 0,
  pointmode: false,
  singlecoord: false,
  sampling: 'off',
};

test('a read that takes too long without an overview asks for one all the same, and it goes with the space', async () => {
  const store = await openPostgresStore(url, { readers: 1, writers: 1 });
  const space = await SpaceUnderTest.create(store, 'large');
  const tables = () =>
    session.once<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE tablename LIKE '%${space.place.place.slice(2)}' ORDER BY 1`,
    );
  try {
    const points = Array.from({ length: 20_000 }, (_, i) => ({
      id: `f${i}`,
      geometry: { type: 'Point', coordinates: [(i % 360) - 180, (i % 160) - 80] },
    }));
    for (let from = 0; from < points.length; from += 4000) await space.put(points.slice(from, from + 4000));
    const world = { area: tileArea(tileAt('web', 0, 0, 0), 0), clustering: HEXBIN };
    // The first may not even come to see that there is no overview.
    for (let tries = 0; tries < 10 && (await tables()).length === 1; tries++) {
      const hasty = { ...UNHURRIED, timeLimitMs: 20 };
      await assert.rejects(space.clusters(world, hasty), isFault('timeout', /20 ms/));
      // Queued behind what the read has asked for.
      await space.put([{ id: 'last' }]);
    }
    assert.equal((await tables()).length, 5);
    const { cells } = await space.clusters(world);
    assert.ok(cells.length > 100);
    await store.features.drop(space.place);
    assert.equal((await tables()).length, 0);
  } finally {
    await store.close();
  }
});
