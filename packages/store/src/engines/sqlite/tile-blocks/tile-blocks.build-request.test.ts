import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { tileAt } from '@meridian/geo';
import { tileQuery } from '../../../contract/plain-queries.ts';
import { SpaceUnderTest } from '../../../contract/space-under-test.ts';
import { WORLD } from '../../../pyramid/tile-blocks/cell.ts';
import { resolved } from '../../../read/effect.ts';
import { tileFromBlocks } from '../../../read/tile-blocks.ts';
import { openExisting, openForReading } from '../database.ts';
import { SqliteRowReader } from '../row-reader.ts';
import { spacePath } from '../space-files.ts';
import { SpaceReader } from '../space-reader.ts';
import { openSqliteStore } from '../sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-sheets-wish-'));
const store = await openSqliteStore(folder, { readers: 1, writers: 1 });
let space: SpaceUnderTest;

before(async () => {
  space = await SpaceUnderTest.create(store, 'large');
  const points = Array.from({ length: 20_000 }, (_, i) =>
    storageKey(`f${i}`, (i % 200) / 100, Math.floor(i / 200) / 100),
  );
  for (let from = 0; from < points.length; from += 4000) await space.put(points.slice(from, from + 4000));
});

after(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const storageKey = (id: string, x: number, y: number) => ({
  id,
  geometry: { type: 'Point', coordinates: [10 + x, 50 + y] },
  properties: { name: `name of ${id}` },
});

const query = tileQuery(tileAt('web', 9, 270, 172));

async function tile(): Promise<string> {
  const { bytes } = await space.tile(query);
  return Buffer.from(bytes).toString('latin1');
}

function blocks(): { made: number; toMake: number } {
  const file = openForReading(spacePath(folder, space.ref.storageKey));
  const row = file
    .prepare(
      'SELECT count(*) FILTER (WHERE state = 1) AS made, count(*) FILTER (WHERE state = 0) AS toMake FROM sheet',
    )
    .get() as { made: number; toMake: number };
  file.close();
  return { ...row };
}

async function untilMade(): Promise<void> {
  while (blocks().made === 0 || blocks().toMake > 0) await pause(20);
}

test('a vector tile asks for tile blocks, and the next has the same bytes drawn from them', async () => {
  const first = await tile();
  assert.ok(first.length > 10_000);
  await untilMade();
  assert.equal(await tile(), first);
});

test('what was written is on the next tile, before and after the tile blocks have been rebuilt', async () => {
  await space.put([storageKey('new', 0.5, 0.5)]);
  assert.ok(blocks().toMake > 0);
  const written = await tile();
  assert.ok(written.includes('name of new'));
  await untilMade();
  assert.equal(await tile(), written);
  await space.delete({ ids: ['new'] });
  assert.ok(!(await tile()).includes('name of new'));
});

test('tile blocks whose making was interrupted are requested by any tile of them', async () => {
  await untilMade();
  const path = spacePath(folder, space.ref.storageKey);
  const file = openExisting(path);
  file.exec('DELETE FROM sheet_body; DELETE FROM sheet');
  file.prepare('INSERT INTO sheet VALUES (?, 0, 0, 0)').run(WORLD.key);
  file.close();
  const reader = new SpaceReader(path);
  const deep = { ...query, tile: tileAt('web', 14, 8660, 5520) };
  const steps = resolved(tileFromBlocks(new SqliteRowReader(reader), deep));
  assert.deepEqual(steps.next(), { value: { build: 'tileBlocks' }, done: false });
  assert.deepEqual(steps.next(), { value: undefined, done: true });
  reader.close();
});

test('a space that is emptied and filled again has its own tiles', async () => {
  await space.delete({});
  assert.equal(await tile(), '');
  assert.deepEqual(blocks(), { made: 0, toMake: 0 });
  await space.put([storageKey('alone', 0.5, 0.5)]);
  assert.ok((await tile()).includes('name of alone'));
});
