import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dropDatabase, newDatabase, query, schemaOf } from '../testing/postgres/database.ts';
import { holdTable } from '../testing/postgres/held-lock.ts';
import { askFor, leave, settled, until } from './harness/departed.ts';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { readMetrics } from './harness/metrics.ts';
import { newSpace, type Space } from './harness/space.ts';

const url = await newDatabase();
after(() => dropDatabase(url));
const hub = await startHub({
  settings: {
    MERIDIAN_STORE: url,
    MERIDIAN_STORE_CONNECTIONS: '8',
    MERIDIAN_QUERY_TIMEOUT_MS: '600000',
  },
});

const SCHEMA = schemaOf(url);
/** A statement that has waited for a lock so long is ended by the database itself. */
const LOCK_TIMEOUT_MS = 30_000;
const STARTED = 'meridian_reads_started_total';

/** Statements that wait for a lock. */
const blocked = () =>
  Number(query(url, "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"));

/** The table with the features of the one space that there is. */
const featureTable = () =>
  query(
    url,
    `SELECT format('%I.%I', table_schema, table_name) FROM information_schema.columns
      WHERE table_schema = '${SCHEMA}' AND column_name = 'geom' LIMIT 1`,
  );

describe('when clients leave', () => {
  let space: Space;
  before(async () => {
    space = await newSpace(hub);
    await space.load(...Array.from({ length: 100 }, (_, n) => feature(`f${n}`, { n })));
  });

  for (const read of ['search?p.n>3', 'search', 'count?p.n>3', 'tile/web/0/0/0.mvt', 'statistics?fast=true'])
    test(`statements of ${read} are cancelled, and no connection is lost`, async () => {
      const release = await holdTable(url, featureTable());
      const separator = read.includes('?') ? '&' : '?';
      const asked = performance.now();
      const requests = await askFor(hub, `${space.path}/${read}${separator}skipCache=true`, 20);
      await until('a statement waits for the table', () => blocked() > 0);
      const left = await leave(hub, requests);
      await until('no read runs or waits', async () => {
        const metrics = await readMetrics(hub);
        return metrics.get('meridian_reads_running') === 0 && metrics.get('meridian_reads_waiting') === 0;
      });
      await until('the database is at none of them', () => blocked() === 0);
      assert.ok(performance.now() - asked < LOCK_TIMEOUT_MS, 'none ended because it waited too long');
      assert.equal((await settled(hub)).get(STARTED), left.get(STARTED), 'none has begun since');
      await release();
      const next = await Promise.all(
        Array.from({ length: 50 }, () => hub.get(`${space.path}/${read}${separator}skipCache=true`)),
      );
      assert.deepEqual([...new Set(next.map(({ status }) => status))], [200]);
    });

  test('before the state of the space was read, no read begins', async () => {
    const before = (await settled(hub)).get(STARTED);
    const release = await holdTable(url, `${SCHEMA}.content`);
    const requests = await askFor(hub, `${space.path}/search?skipCache=true`, 20);
    await until('the state is asked for', () => blocked() > 0);
    await leave(hub, requests);
    await release();
    await until('the state has been read', () => blocked() === 0);
    assert.equal((await hub.get(`${space.path}/search?skipCache=true`)).status, 200);
    assert.equal((await settled(hub)).get(STARTED), before + 1, 'that of the client that stayed');
  });
});
