import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startCluster } from '../testing/postgres/cluster.ts';
import { query } from '../testing/postgres/database.ts';
import { collection, type FeatureCollection, idsOf, point } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { newSpace } from './harness/space.ts';

const RECOVERS_WITHIN_MS = 60_000;
/** What the response says, and what the driver said in brackets. */
const LOGGED_REASON = /"status":503,[^\n]*"reason":"the database is not available[^"(]*\([^")]+\)"/;
const NOBODY_WAITS_LONGER_MS = 20_000;

/** A server of its own, since it is stopped in between. */
async function ownDatabase() {
  const cluster = await startCluster();
  if (typeof cluster === 'string') throw new Error(cluster);
  after(() => cluster.discard());
  query(cluster.url, 'CREATE ROLE hub LOGIN');
  query(cluster.url, 'CREATE DATABASE hub OWNER hub');
  query(cluster.url.replace(/postgres$/, 'hub'), 'CREATE EXTENSION postgis');
  const url = new URL(cluster.url);
  url.username = 'hub';
  url.pathname = '/hub';
  return { cluster, url: url.href };
}

describe('a hub whose database', async () => {
  const { cluster, url } = await ownDatabase();
  const hub = await startHub({ settings: { MERIDIAN_STORE: url, MERIDIAN_STORE_CONNECTIONS: '8' } });

  for (const mode of ['fast', 'immediate'] as const)
    test(`is stopped (${mode}) under load says 503 until it is back, and goes on by itself`, async () => {
      const space = await newSpace(hub);
      const acknowledged: string[] = [];
      const statuses = new Set<number>();
      let isDone = false;
      const clients = Array.from({ length: 4 }, async (_, client) => {
        for (let i = 0; !isDone; i++) {
          const id = `c${client}-${i}`;
          const { status } = await hub.put(`${space.features}/${id}`, point(id, 1, 2));
          statuses.add(status);
          if (status === 200) acknowledged.push(id);
          const read = await hub.get(`${space.path}/search?limit=5`);
          statuses.add(read.status);
        }
      });
      await pause(500);
      await cluster.stop(mode);
      await pause(1000);
      const refused = await hub.get(`${space.path}/search`);
      assert.equal(refused.status, 503);
      const unready = await hub.get('/readyz', { token: null });
      assert.equal(unready.status, 503);
      assert.match(unready.text, /the database can not be reached/);
      assert.equal((await hub.get('/healthz', { token: null })).status, 200);
      await cluster.start();
      const back = Date.now();
      // Each thread has connections of its own, and finds out by itself that they are lost.
      const recovered = async <T>(path: string): Promise<T> => {
        for (;;) {
          const response = await hub.get<T>(path);
          if (response.status === 200) return response.body;
          assert.equal(response.status, 503, response.text);
          assert.ok(Date.now() - back < RECOVERS_WITHIN_MS, 'it recovers in time');
        }
      };
      await recovered(`${space.path}/search?limit=1`);
      while ((await hub.get('/readyz', { token: null })).status !== 200)
        assert.ok(Date.now() - back < RECOVERS_WITHIN_MS, 'it is ready in time');
      isDone = true;
      await Promise.all(clients);
      while (!LOGGED_REASON.test(hub.logs()) && Date.now() - back < RECOVERS_WITHIN_MS) await pause(50);
      assert.match(hub.logs(), LOGGED_REASON);
      assert.ok(!refused.text.includes('('), 'what the database said is for the operator only');
      for (const status of statuses) assert.ok([200, 503, 504].includes(status), `status ${status}`);
      assert.ok(acknowledged.length > 0);
      const found = new Set(idsOf(await recovered<FeatureCollection>(`${space.path}/iterate`)));
      assert.deepEqual(
        acknowledged.filter((id) => !found.has(id)),
        [],
      );
      const { count } = await recovered<{ count: number }>(`${space.path}/count`);
      assert.equal(count, found.size);
    });

  test('has no connection left says so in time, and goes on when there are some again', async () => {
    const space = await newSpace(hub);
    await hub.put(space.features, collection(point('a', 1, 2)));
    query(cluster.url, 'ALTER ROLE hub CONNECTION LIMIT 0');
    query(cluster.url, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'hub'");
    await pause(200);
    const started = Date.now();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 ? hub.get(`${space.path}/search`) : hub.put(space.features, collection(point('b', 1, 2))),
      ),
    );
    assert.ok(Date.now() - started < NOBODY_WAITS_LONGER_MS);
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([503]));
    query(cluster.url, 'ALTER ROLE hub CONNECTION LIMIT -1');
    const back = Date.now();
    while ((await hub.put(space.features, collection(point('c', 1, 2)))).status !== 200)
      assert.ok(Date.now() - back < RECOVERS_WITHIN_MS, 'it recovers in time');
  });
});
