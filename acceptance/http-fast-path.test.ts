// Embedded engine only: http-fast-path.postgres.test.ts is the same on PostgreSQL.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { temporaryFolder } from './harness/program.ts';
import { seed } from './harness/random.ts';
import { newSpace } from './harness/space.ts';
import {
  assertCachedTilesStay,
  assertSameForAll,
  assertStays,
  type TwoHubs,
} from './http-fast-path.cases.ts';

async function twoHubs(): Promise<TwoHubs> {
  const first = await startHub();
  const space = await newSpace(first);
  await space.load(feature('a', { name: 'Zürich' }), feature('b'), feature('c', { text: 'x'.repeat(3000) }));
  const geometry = { type: 'Point', coordinates: [-100, -50] };
  await space.load(feature('large', { text: 'x'.repeat(100_000) }, { geometry }));
  await first.stop();
  const copy = join(temporaryFolder(), 'data');
  cpSync(first.data, copy, { recursive: true });
  const settings = { MERIDIAN_ADDRESS_RATE: '0', MERIDIAN_TOKEN_RATE: '0' };
  const fast = await startHub({ data: first.data, settings });
  const plain = await startHub({ data: copy, settings: { ...settings, MERIDIAN_HTTP_FAST_PATH: 'off' } });
  return { fast, plain, path: space.path };
}

const hubs = await twoHubs();

test('requests of any kind get the same bytes with and without the fast path', async (t) => {
  t.diagnostic(`seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
  await assertSameForAll(hubs, 400);
});

test('one plain read after the other gets the same bytes, and stays on the fast path', () =>
  assertStays(hubs, ['a', 'b', 'c']));

test('cached tiles get the same bytes, and stay on the fast path', () => assertCachedTilesStay(hubs));
