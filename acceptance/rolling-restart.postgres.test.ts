import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newDatabase } from '../testing/postgres/database.ts';
import { collection, type FeatureCollection, idsOf, point } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { send } from './harness/request.ts';
import { startRetryingProxy } from './harness/retrying-proxy.ts';
import { newSpace } from './harness/space.ts';

test('servers can be restarted one after the other behind a proxy that retries: no request is lost', async () => {
  const settings = { MERIDIAN_STORE: await newDatabase(), MERIDIAN_STORE_CONNECTIONS: '8' };
  const hubs = await Promise.all([startHub({ settings }), startHub({ settings })]);
  const proxy = await startRetryingProxy(...hubs.map(({ url }) => url));
  const space = await newSpace(hubs[0]);
  const { token } = hubs[0];
  const statuses = new Map<number, number>();
  const written: string[] = [];
  let isDone = false;
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let i = 0; !isDone; i++) {
      const id = `c${client}-${i}`;
      const body = collection(point(id, 1, 2));
      const put = await send(proxy.url, 'PUT', space.features, { token, body });
      if (put.status === 200) written.push(id);
      const get = await send<FeatureCollection>(proxy.url, 'GET', `${space.features}?id=${id}`, { token });
      assert.deepEqual(idsOf(get.body), [id], 'what was acknowledged is read, whichever server is asked');
      for (const { status } of [put, get]) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  for (const [i, hub] of hubs.entries()) {
    assert.equal(await hub.stop(), 0);
    const again = await startHub({ settings });
    proxy.targets[i] = again.url;
  }
  // A slow machine may have written little by now.
  for (let tries = 0; written.length <= 10 && tries < 600; tries++) await pause(100);
  isDone = true;
  await Promise.all(clients);
  assert.deepEqual([...statuses.keys()], [200]);
  assert.ok(written.length > 10);
  const all = await send<FeatureCollection>(proxy.url, 'GET', `${space.path}/iterate`, { token });
  assert.deepEqual(idsOf(all.body).sort(), written.sort());
});
