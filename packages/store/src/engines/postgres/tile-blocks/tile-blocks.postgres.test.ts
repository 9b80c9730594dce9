import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { latitudeAt, loadGeos, longitudeAt, tileAt } from '@meridian/geo';
import fc from 'fast-check';
import { dropDatabase, newDatabase } from '../../../../../../testing/postgres/database.ts';
import { nearGeometry, nearPosition, tilesAt } from '../../../contract/arbitrary.near.ts';
import { testGeometry } from '../../../contract/arbitrary.test-geometry.ts';
import { tileQuery } from '../../../contract/plain-queries.ts';
import { seed } from '../../../contract/seed.ts';
import { SpaceUnderTest } from '../../../contract/space-under-test.ts';
import { prepareArea, tileArea } from '../../../model/query/area.ts';
import type { TileQuery } from '../../../model/query/query.ts';
import type { SpaceRef } from '../../../model/source.ts';
import { isDrawable } from '../../../pyramid/tile-blocks/block-cells.ts';
import { cellAt, reachOf } from '../../../pyramid/tile-blocks/cell.ts';
import { candidateRows } from '../../../read/candidates.ts';
import { awaited, type Effect } from '../../../read/effect.ts';
import type { Execution } from '../../../read/execute.ts';
import { sinkOf } from '../../../read/row-read.ts';
import { consume } from '../../../read/row-sink.ts';
import { tileFromBlocks } from '../../../read/tile-blocks.ts';
import { drawing } from '../../../read/tile-drawing.ts';
import { holdSpace } from '../held-space.ts';
import { openPostgresStore } from '../postgres-store.ts';
import { ReadConnections } from '../read-connections.ts';
import { Reading } from '../reading.ts';
import { PostgresRowReader } from '../row-reader.ts';
import { StatementPool } from '../statement-pool.ts';
import { changeOf, WrittenSpace } from '../testing/written-space.ts';
import { makeTileBlockStep, requestTileBlocks } from './build-tile-blocks.ts';
import { OutdatedBlocks } from './outdated-blocks.ts';
import { blockTablesOf, boxText } from './tile-block-tables.ts';

const geos = await loadGeos();
const written = await WrittenSpace.open(await newDatabase());
const { session } = written;
const pool = new StatementPool(written.address, 2);
const reads = new ReadConnections(pool, 2);
const MAX_FEATURES = 6;
let fromTileBlocks = 0;

after(async () => {
  await pool.end();
  await written.close();
  dropDatabase(written.url);
});

function rowsOf(space: SpaceRef): PostgresRowReader {
  const unasked = () => Promise.reject(new Error('nobody asks for statistics here'));
  return new PostgresRowReader(new Reading(reads, space.storageKey), false, unasked);
}

/** What an effect results in. */
async function resultOf<T>(effect: Effect<T, object>): Promise<T> {
  const steps = awaited(effect, () => {});
  for (;;) {
    const { value, done } = await steps.next();
    if (done) return value;
  }
}

async function bytesOf(execution: Execution): Promise<Uint8Array> {
  return (await resultOf(execution)).chunk ?? new Uint8Array(0);
}

async function drawnRowByRow(query: TileQuery): Promise<Uint8Array> {
  const area = prepareArea(tileArea(query.tile, query.marginPixels), geos);
  const read = { kind: 'tile' as const, query };
  const rows = candidateRows(rowsOf(written.space), read, area, { part: 1 });
  return bytesOf(consume(rows, sinkOf(read, { area, part: 1 })));
}

/** Whatever can be drawn from tile blocks is the same as drawn row by row. */
async function check(query: TileQuery): Promise<void> {
  const tile = isDrawable(query) && (await resultOf(tileFromBlocks(rowsOf(written.space), query)));
  if (!tile) return;
  const bytes = await bytesOf(drawing(tile));
  if (bytes.length > 0) fromTileBlocks++;
  assert.deepEqual(bytes, await drawnRowByRow(query), JSON.stringify(query.tile));
}

/** At once, whatever was written a moment ago. */
async function makeOne(): Promise<boolean> {
  await session.alone('UPDATE sheeted SET outdated_since = NULL');
  return (await makeTileBlockStep(session, written.space, MAX_FEATURES)) === 0;
}

describe('tile blocks on PostgreSQL', () => {
  test(`draw what drawing row by row does, through all kinds of writes (seed ${seed})`, async () => {
    const geometry = fc.oneof({ weight: 8, arbitrary: nearGeometry }, { weight: 2, arbitrary: testGeometry });
    const change = fc.oneof(
      { weight: 3, arbitrary: changeOf(geometry) },
      { weight: 2, arbitrary: fc.constantFrom('make one' as const, 'make all' as const) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 4, maxLength: 12 }),
        fc.nat(3),
        fc.array(nearPosition, { minLength: 1, maxLength: 2 }),
        fc.constantFrom(0, 4, 20, 300),
        async (changes, asked, positions, marginPixels) => {
          await written.begin();
          const checkAll = async () => {
            for (const [x, y] of positions)
              for (const tile of tilesAt(x, y)) await check(tileQuery(tile, { marginPixels, limit: 1000 }));
          };
          for (const [i, one] of changes.entries()) {
            if (i === asked) await requestTileBlocks(session, written.space);
            if (one === 'make one') await makeOne();
            else if (one === 'make all') while (await makeOne());
            else await written.apply(one);
            await checkAll();
          }
          await requestTileBlocks(session, written.space);
          while (await makeOne());
          await checkAll();
        },
      ),
      { seed, numRuns: 50 },
    );
    assert.ok(
      fromTileBlocks > 50,
      `only ${fromTileBlocks} tiles with something on them were drawn from sheets`,
    );
  });
});

test('tile blocks are found by every write, also while their index grows', async () => {
  // The index of some has one page, which is full before all of them are changed.
  for (let grid = 5; grid <= 12; grid++) {
    await written.begin();
    await requestTileBlocks(session, written.space);
    const { cells } = blockTablesOf(written.space.storageKey);
    const all = Array.from({ length: grid * grid }, (_, i) => cellAt(4, i % grid, Math.floor(i / grid)));
    await session.alone(`DELETE FROM ${cells}`);
    for (const cell of all) {
      const reach = boxText(reachOf(cell));
      await session.alone(`INSERT INTO ${cells} VALUES (${cell.key}, 4, 1, 1, 1, '${reach}')`);
    }
    for (let round = 0; round < 4; round++) {
      await holdSpace(session, written.space, async () => {
        const outdated = new OutdatedBlocks();
        const ends: [number, number][] = [
          [-179, -80],
          [179, 80],
        ];
        outdated.add({ type: 'LineString', coordinates: ends });
        for (const { x, y } of all)
          outdated.add({
            type: 'Point',
            coordinates: [longitudeAt((x + 0.5) / 16), latitudeAt((y + 0.5) / 16)],
          });
        await outdated.save(session, written.space.storageKey, 1);
      });
      const [found] = await session.once<{ left: number }>(
        `SELECT count(*)::int AS left FROM ${cells} WHERE state = 1`,
      );
      assert.equal(found!.left, 0, `of ${all.length}, after ${round} writes to all of them`);
      await session.alone(`UPDATE ${cells} SET state = 1`);
    }
  }
});

describe('the tile blocks of a space', () => {
  let store: Awaited<ReturnType<typeof openPostgresStore>>;
  let large: SpaceUnderTest;

  before(async () => {
    store = await openPostgresStore(written.url, { readers: 1, writers: 1 });
    large = await SpaceUnderTest.create(store, 'large');
    const points = Array.from({ length: 20_000 }, (_, i) =>
      storageKey(`f${i}`, (i % 200) / 100, Math.floor(i / 200) / 100),
    );
    for (let from = 0; from < points.length; from += 4000) await large.put(points.slice(from, from + 4000));
  });

  after(() => store.close());

  const storageKey = (id: string, x: number, y: number) => ({
    id,
    geometry: { type: 'Point', coordinates: [10 + x, 50 + y] },
    properties: { name: `name of ${id}` },
  });

  async function tile(): Promise<string> {
    const { bytes } = await large.tile(tileQuery(tileAt('web', 9, 270, 172)));
    return Buffer.from(bytes).toString('latin1');
  }

  async function blocks(): Promise<{ made: number; toMake: number }> {
    const [row] = await session.once<{ made: number; toMake: number }>(
      `SELECT count(*) FILTER (WHERE state = 1) AS made, count(*) FILTER (WHERE state = 0) AS "toMake"
        FROM ${blockTablesOf(large.ref.storageKey).cells}`,
    );
    return row!;
  }

  async function untilMade(): Promise<void> {
    for (let found = await blocks(); found.made === 0 || found.toMake > 0; found = await blocks())
      await pause(20);
  }

  test('are asked for by a vector tile, and the next has the same bytes drawn from them', async () => {
    const first = await tile();
    assert.ok(first.length > 10_000);
    await large.put([]);
    await untilMade();
    assert.equal(await tile(), first);
  });

  test('that were written to are on the next tile, before and after they have been rebuilt', async () => {
    await large.put([storageKey('new', 0.5, 0.5)]);
    assert.ok((await blocks()).toMake > 0);
    const drawn = await tile();
    assert.ok(drawn.includes('name of new'));
    await untilMade();
    assert.equal(await tile(), drawn);
    await large.delete({ ids: ['new'] });
    assert.ok(!(await tile()).includes('name of new'));
  });

  test('are those of the new features where it is emptied and filled again, and go with it', async () => {
    await large.delete({});
    assert.equal(await tile(), '');
    assert.deepEqual({ ...(await blocks()) }, { made: 0, toMake: 1 });
    await large.put([storageKey('alone', 0.5, 0.5)]);
    assert.ok((await tile()).includes('name of alone'));
    await store.features.drop(large.ref);
    await assert.rejects(blocks());
  });
});
