import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { tileAt } from '@meridian/geo';
import { isFault } from '../../../contract/is-fault.ts';
import { HEXBIN } from '../../../contract/plain-queries.ts';
import { SpaceUnderTest, UNHURRIED } from '../../../contract/space-under-test.ts';
import { tileArea } from '../../../model/query/area.ts';
import { openForReading } from '../database.ts';
import { spacePath } from '../space-files.ts';
import { openSqliteStore } from '../sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-wish-'));
const store = await openSqliteStore(folder, { readers: 1, writers: 1 });

after(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test('a space of more features has one before anybody asks', async () => {
  const space = await SpaceUnderTest.create(store, 'larger');
  const points = Array.from({ length: 20_001 }, (_, i) => ({
    id: `f${i}`,
    geometry: { type: 'Point', coordinates: [(i % 360) - 180, (i % 160) - 80] },
  }));
  for (let from = 0; from < points.length; from += 4001) await space.put(points.slice(from, from + 4001));
  const file = openForReading(spacePath(folder, space.ref.storageKey));
  assert.equal(file.prepare('SELECT count(*) AS count FROM overview').get()!.count, 1);
  file.close();
});

test('a read that takes too long without a density index asks for one all the same', async () => {
  const space = await SpaceUnderTest.create(store, 'large');
  const points = Array.from({ length: 20_000 }, (_, i) => ({
    id: `f${i}`,
    geometry: { type: 'Point', coordinates: [(i % 360) - 180, (i % 160) - 80] },
  }));
  for (let from = 0; from < points.length; from += 4000) await space.put(points.slice(from, from + 4000));
  const world = { area: tileArea(tileAt('web', 0, 0, 0), 0), clustering: HEXBIN };
  await assert.rejects(space.clusters(world, { ...UNHURRIED, timeLimitMs: 1 }), isFault('timeout', /1 ms/));
  // Queued behind what the read has asked for.
  await space.put([{ id: 'last' }]);
  const file = openForReading(spacePath(folder, space.ref.storageKey));
  assert.equal(file.prepare('SELECT count(*) AS count FROM overview').get()!.count, 1);
  file.close();
  const { cells } = await space.clusters(world);
  assert.ok(cells.length > 100);
});
