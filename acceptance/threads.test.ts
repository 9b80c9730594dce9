import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from './harness/departed.ts';
import { type FeatureCollection, feature, idsOf } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { readMetrics } from './harness/metrics.ts';
import { newSpace } from './harness/space.ts';

const CONTROL = new URL('./harness/thread-control.ts', import.meta.url).href;
const NODE_OPTIONS = `--import ${CONTROL}`;

const readiness = async (hub: Awaited<ReturnType<typeof startHub>>) => hub.get('/readyz', { token: null });

describe('worker threads that die', async () => {
  const hub = await startHub({ settings: { NODE_OPTIONS } });
  const space = await newSpace(hub);
  await space.load(...Array.from({ length: 5000 }, (_, n) => feature(`f${n}`, { n })));

  test('are started again, lose nothing that was acknowledged, and give back all that they held', async () => {
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let isOver = false;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; !isOver; n++) {
        const id = `w${writer}-${n}`;
        const { status } = await hub.put(`${space.features}/${id}`, feature(id));
        statuses.add(status);
        if (status === 200) acknowledged.push(id);
      }
    });
    const readers = Array.from({ length: 8 }, async () => {
      // A response that has begun is cut off where its thread dies: nobody can take it for a whole one.
      while (!isOver)
        await hub.get(`${space.path}/search?p.n!=5&skipCache=true`).then(
          ({ status }) => statuses.add(status),
          ({ message }: Error) => assert.match(message, /aborted|socket hang up/),
        );
    });
    try {
      for (let kills = 0; kills < 5; kills++) {
        const before = acknowledged.length;
        await until('writes are acknowledged', () => acknowledged.length > before + 5);
        hub.program.child.kill('SIGUSR2');
      }
      const before = acknowledged.length;
      await until('writes are acknowledged again', () => acknowledged.length > before + 5);
    } finally {
      isOver = true;
      await Promise.all([...writers, ...readers]);
    }
    for (const status of statuses) assert.ok([200, 503].includes(status), `status ${status}`);
    assert.equal((await readiness(hub)).status, 200);
    const metrics = await readMetrics(hub);
    for (const name of ['reads_running', 'reads_waiting', 'writes_running', 'writes_waiting', 'open_answers'])
      assert.equal(metrics.get(`meridian_${name}`), 0, name);
    assert.equal(metrics.get('meridian_body_memory_bytes'), 0);
    const found = new Set(
      idsOf((await hub.get<FeatureCollection>(`${space.path}/iterate?limit=100000`)).body),
    );
    assert.deepEqual(
      acknowledged.filter((id) => !found.has(id)),
      [],
    );
  });
});

test('a hub whose threads do not answer is not ready, and is once they are replaced', async () => {
  const hub = await startHub({ settings: { NODE_OPTIONS } });
  const space = await newSpace(hub);
  await space.load(feature('a'));
  assert.equal((await hub.get(`${space.path}/search?skipCache=true`)).status, 200);
  assert.equal((await readiness(hub)).status, 200);
  hub.program.child.kill('SIGWINCH');
  await until('it says that it is not ready', async () => (await readiness(hub)).status === 503);
  assert.match((await readiness(hub)).text, /a (reader|writer) thread has not answered for \d+ s/);
  assert.equal((await hub.get('/healthz', { token: null })).status, 200);
  hub.program.child.kill('SIGUSR2');
  await until('it is ready again', async () => (await readiness(hub)).status === 200);
  assert.equal((await hub.get(`${space.path}/search?skipCache=true`)).status, 200);
  assert.equal((await hub.put(space.features, feature('b'))).status, 200);
});
