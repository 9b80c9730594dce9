import { test } from 'node:test';
import { newDatabase } from '../testing/postgres/database.ts';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { seed } from './harness/random.ts';
import { newSpace } from './harness/space.ts';
import { assertCachedTilesStay, assertSameForAll, assertStays } from './http-fast-path.cases.ts';

/** Here every response is waited for: the fast path keeps the connection meanwhile. */
test('on PostgreSQL requests get the same bytes with and without the fast path', async (t) => {
  t.diagnostic(`seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
  const settings = {
    MERIDIAN_STORE: await newDatabase(),
    MERIDIAN_STORE_CONNECTIONS: '20',
    MERIDIAN_ADDRESS_RATE: '0',
    MERIDIAN_TOKEN_RATE: '0',
  };
  const fast = await startHub({ settings });
  const space = await newSpace(fast);
  await space.load(feature('a', { name: 'Zürich' }), feature('b'), feature('c', { text: 'x'.repeat(3000) }));
  const plain = await startHub({ settings: { ...settings, MERIDIAN_HTTP_FAST_PATH: 'off' } });
  const hubs = { fast, plain, path: space.path };
  await assertStays(hubs, ['a', 'missing', 'b', 'c', 'missing', 'a']);
  await assertSameForAll(hubs, 120);
  const geometry = { type: 'Point', coordinates: [-100, -50] };
  await space.load(feature('large', { text: 'x'.repeat(100_000) }, { geometry }));
  await assertCachedTilesStay(hubs);
});
