import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startCluster, startReplica } from '../testing/postgres/cluster.ts';
import { query } from '../testing/postgres/database.ts';
import { ADMIN_PASSWORD, signIn } from './harness/account.ts';
import { until } from './harness/departed.ts';
import { type FeatureCollection, feature, idsOf } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { readMetrics } from './harness/metrics.ts';
import { exitCode, runMeridian } from './harness/program.ts';
import { newSpace, type Space } from './harness/space.ts';

const READS = [
  'search?p.n>=0',
  'bbox?west=-180&south=-90&east=180&north=90',
  'tile/web/0/0/0.mvt',
  'tile/quadkey/1.geojson',
  'iterate',
  'statistics',
  'count',
  'aggregate?groupBy=p.n',
];

describe('a hub with a replica of its database', async () => {
  const primary = await startCluster();
  if (typeof primary === 'string') throw new Error(primary);
  query(primary.url, 'CREATE EXTENSION postgis');
  const replica = await startReplica(primary.url);
  if (typeof replica === 'string') throw new Error(replica);
  after(async () => {
    await replica.discard();
    await primary.discard();
  });
  const hub = await startHub({
    settings: {
      MERIDIAN_STORE: primary.url,
      MERIDIAN_STORE_READ: replica.url,
      MERIDIAN_STORE_CONNECTIONS: '8',
      MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD,
    },
  });
  let space: Space;
  before(async () => {
    space = await newSpace(hub);
    await space.load(feature('f0', { n: 0 }));
  });

  const uncached = (read: string) => `${space.path}/${read}${read.includes('?') ? '&' : '?'}skipCache=true`;
  const ids = async () => idsOf((await hub.get<FeatureCollection>(uncached('search'))).body).sort();

  /** How often a read had this end since the last call. */
  const counted = async (result: string) => {
    const name = `meridian_replica_reads_total{result="${result}"}`;
    const now = (await readMetrics(hub)).get(name) ?? 0;
    const before = seen.get(name) ?? 0;
    seen.set(name, now);
    return now - before;
  };
  const seen = new Map<string, number>();
  const isUp = async () => (await readMetrics(hub)).get('meridian_replica_up') === 1;

  const caughtUp = () => {
    const written = query(primary.url, 'SELECT pg_current_wal_lsn()');
    return until(
      'the replica has everything',
      () => query(replica.url, `SELECT pg_last_wal_replay_lsn() >= '${written}'`) === 't',
    );
  };

  for (const read of READS)
    test(`${read} is answered by the replica once it has what the primary has`, async () => {
      await caughtUp();
      await counted('replica');
      assert.equal((await hub.get(uncached(read))).status, 200);
      assert.equal(await counted('replica'), 1);
    });

  test('features by id are read from the primary', async () => {
    await counted('replica');
    assert.equal((await hub.get(`${space.features}/f0`)).status, 200);
    assert.equal((await hub.get(`${space.features}?id=f0`)).status, 200);
    assert.equal(await counted('replica'), 0);
  });

  test('while the replica is behind, no read is: the primary answers', async () => {
    query(replica.url, 'SELECT pg_wal_replay_pause()');
    try {
      await space.load(feature('f1', { n: 1 }));
      await counted('behind');
      await counted('replica');
      for (const read of READS) assert.equal((await hub.get(uncached(read))).status, 200);
      assert.deepEqual([await counted('behind'), await counted('replica')], [READS.length, 0]);
      assert.deepEqual(await ids(), ['f0', 'f1']);
      assert.equal((await hub.get<{ count: number }>(uncached('count'))).body.count, 2);
      const { body } = await hub.get<{ count: { value: number } }>(uncached('statistics'));
      assert.equal(body.count.value, 2);

      const unknown = await newSpace(hub);
      await unknown.load(feature('new'));
      assert.deepEqual(await unknown.search(), ['new']);
      assert.equal((await hub.delete(`${space.features}/f1`)).status, 204);
      assert.deepEqual(await ids(), ['f0']);
    } finally {
      query(replica.url, 'SELECT pg_wal_replay_resume()');
    }
  });

  test('while the replica is behind, a revoked token is refused at once', async () => {
    const person = await signIn(hub);
    const { tid, token } = await person.newToken();
    await caughtUp();
    query(replica.url, 'SELECT pg_wal_replay_pause()');
    try {
      assert.equal((await hub.get(uncached('search'), { token })).status, 200);
      assert.equal((await person.request('DELETE', `/token-api/tokens/${tid}`)).status, 204);
      assert.equal((await hub.get(uncached('search'), { token })).status, 401);
    } finally {
      query(replica.url, 'SELECT pg_wal_replay_resume()');
    }
  });

  test('a replica that is gone is missed by nobody, logged once, and used again when it is back', async () => {
    await replica.stop('immediate');
    for (const read of READS) assert.equal((await hub.get(uncached(read))).status, 200);
    assert.equal(await isUp(), false);
    const warnings = () => hub.logs().match(/the replica can not be used/g)?.length ?? 0;
    await until('it is in the log', () => warnings() > 0);
    await replica.start();
    await until('it is used again', isUp);
    assert.equal(warnings(), 1);
    await caughtUp();
    await counted('replica');
    assert.deepEqual(await ids(), ['f0']);
    assert.equal(await counted('replica'), 1);
  });

  test('what is no replica of the database is refused', async () => {
    const program = runMeridian(['serve'], {
      MERIDIAN_STORE: primary.url,
      MERIDIAN_STORE_READ: primary.url,
      MERIDIAN_PORT: '0',
    });
    assert.equal(await exitCode(program), 6, program.stderr());
    assert.match(program.stderr(), /MERIDIAN_STORE_READ names .* no streaming replica of/);
  });
});
