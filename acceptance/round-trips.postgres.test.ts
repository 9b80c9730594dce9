import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startCluster } from '../testing/postgres/cluster.ts';
import { query, schemaOf } from '../testing/postgres/database.ts';
import { LOGGED_STATEMENTS, StatementLog } from '../testing/postgres/statement-log.ts';
import { type FeatureCollection, point } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { newSpace } from './harness/space.ts';

/** How many statements a request takes, by the log of a PostgreSQL of its own. */
describe('round trips to PostgreSQL', async () => {
  const cluster = await startCluster(LOGGED_STATEMENTS);
  if (typeof cluster === 'string') throw new Error(cluster);
  after(() => cluster.discard());
  query(cluster.url, 'CREATE EXTENSION postgis');
  const hub = await startHub({ settings: { MERIDIAN_STORE: cluster.url, MERIDIAN_STORE_CONNECTIONS: '20' } });
  const { path, features, load } = await newSpace(hub);
  await load(...Array.from({ length: 20 }, (_, n) => point(`f${n}`, n, n)));
  const log = new StatementLog(cluster.url);

  // The connection for features by id is opened by the first of them.
  for (let isOpen = false; !isOpen; isOpen = (await log.take()).some(({ text }) => text === 'SELECT 1'))
    await hub.get(`${features}/f1`);

  const box = 'bbox?west=0&south=0&east=5&north=5';
  const statements = async (request: () => Promise<unknown>): Promise<string[]> => {
    await log.take();
    await request();
    return (await log.take()).map(({ text }) => text);
  };

  const cases: [what: string, target: string, status: number, statements: number][] = [
    ['a feature by id', 'features/f1', 200, 1],
    ['a feature with a selection of its properties', 'features/f1?selection=p.n', 200, 1],
    ['a feature that does not exist', 'features/none', 404, 1],
    ['features by ids, after the state of the space', 'features?id=f1,f2', 200, 2],
    ['a box of which the response is cached', box, 200, 1],
    ['a tile of which the response is cached', 'tile/web/0/0/0.mvt', 200, 1],
  ];
  for (const [what, target, status, count] of cases)
    test(`${what} takes ${count}`, async () => {
      const read = async () => assert.equal((await hub.get(`${path}/${target}`)).status, status);
      // The first one may have something to learn.
      await read();
      assert.equal((await statements(read)).length, count);
    });

  test('many features that are asked for at once take fewer than there are', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `f${n % 20}`);
    const sent = await statements(async () => {
      const found = await Promise.all(ids.map((id) => hub.get<{ id: string }>(`${features}/${id}`)));
      assert.deepEqual(
        found.map(({ body }) => body.id),
        ids,
      );
    });
    assert.ok(sent.length < ids.length, `${sent.length} statements for ${ids.length} features`);
  });

  test('a read after somebody else has changed the catalogue looks at that first, once', async () => {
    const read = async () => {
      const { status, body } = await hub.get<FeatureCollection>(`${path}/${box}`);
      assert.deepEqual([status, body.features.length], [200, 6]);
    };
    query(cluster.url, `SET search_path = ${schemaOf(cluster.url)}; SELECT next_version()`);
    assert.ok((await statements(read)).length > 1);
    assert.equal((await statements(read)).length, 1);
  });
});
