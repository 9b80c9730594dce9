import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../testing/free-port.ts';
import { dropDatabase, newDatabase, query } from '../testing/postgres/database.ts';
import { holdTable } from '../testing/postgres/held-lock.ts';
import { startPgBouncer } from '../testing/postgres/pgbouncer.ts';
import { testPage } from './examples/test-page.ts';
import { askFor, leave, until } from './harness/departed.ts';
import { collection, type FeatureCollection, feature, idsOf, point } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { readMetrics } from './harness/metrics.ts';
import { startNginx } from './harness/nginx.ts';
import { exitCode, runMeridian, temporaryFolder } from './harness/program.ts';
import { send } from './harness/request.ts';
import { newSpace, type Space } from './harness/space.ts';

/** What a hub without a pooler would set when it connects. An administrator may have PgBouncer ignore all of it. */
const IGNORED =
  'search_path, lock_timeout, idle_in_transaction_session_timeout, plan_cache_mode, work_mem, jit, max_parallel_workers_per_gather';

const [url, other] = [await newDatabase(), await newDatabase()];
const lending = await startPgBouncer(url, 'transaction', { default_pool_size: '4' });
const session = await startPgBouncer(other, 'session', { ignore_startup_parameters: IGNORED });
if ('skip' in lending) test('PgBouncer', lending, () => undefined);
else if ('skip' in session) test('PgBouncer', session, () => undefined);
else {
  after(async () => {
    await Promise.all([lending.stop(), session.stop()]);
    for (const database of [url, other]) dropDatabase(database);
  });
  const settings = { MERIDIAN_STORE: lending.urlOf(url), MERIDIAN_STORE_CONNECTIONS: '8' };
  // Started at once: one of them lays out the database, and the other waits for that.
  const [a, b] = await Promise.all([startHub({ settings }), startHub({ settings })]);
  const sql = (text: string) => query(url, text);
  const INDEXES = `SELECT count(*) FROM meridian.indexed_property JOIN pg_index ON indexrelid = to_regclass(
    'meridian.' || place || '_p' || property) WHERE built_to IS NULL AND indisvalid`;
  const blocked = () => Number(sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"));
  const tableOf = ({ id }: Space) => sql(`SELECT place FROM meridian.space WHERE id = '${id}'`);

  // As docs/operating/postgresql.md shows it.
  const servers = [a, b].map(({ url }) => `server ${new URL(url).host};`).join(' ');
  const nginx = await startNginx(
    await freePort(),
    'location / { proxy_pass http://hubs; proxy_buffering off; proxy_next_upstream error timeout http_503; }',
    `upstream hubs { ${servers} }`,
  );

  describe('behind PgBouncer in transaction mode', () => {
    testPage('README.md', 'skip' in nginx ? a : { url: nginx.url, token: a.token });

    let space: Space;
    before(async () => {
      space = await newSpace(a);
    });

    test('two servers write one space at once, and both show all of it', async () => {
      await Promise.all(
        Array.from({ length: 40 }, async (_, i) => {
          const sent = collection(...Array.from({ length: 40 }, (_, n) => feature(`f${i}-${n}`, { i, n })));
          assert.equal((await (i % 2 ? a : b).put(space.features, sent)).status, 200);
        }),
      );
      for (const hub of [a, b]) {
        const { body } = await hub.get<FeatureCollection>(`${space.path}/search?p.i=7&p.n>=30`);
        assert.equal(body.features.length, 10);
        assert.equal((await hub.get<{ count: number }>(`${space.path}/count`)).body.count, 1600);
      }
    });

    test('they have the connections of the pool, and no more', () => {
      const connected = sql(
        'SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      assert.ok(Number(connected) <= 4, connected);
    });

    test('texts with quotes, backslashes and dollars are found as they are', async () => {
      const { load, path, read } = await newSpace(a);
      const odd = `it's \\' $1 "x" \u{1f30d}`;
      await load({ ...point(odd, 1, 2), properties: { odd } });
      assert.equal((await read(odd)).properties?.odd, odd);
      const found = await b.get<FeatureCollection>(`${path}/search?p.odd=${encodeURIComponent(odd)}`);
      assert.deepEqual(idsOf(found.body), [odd]);
    });

    test('an export has every feature', async () => {
      const { status, body } = await b.get<FeatureCollection>(`${space.path}/export`);
      assert.deepEqual([status, new Set(idsOf(body)).size], [200, 1600]);
    });

    test('an index is made by one server', async () => {
      const changed = await a.patch(space.path, { searchableProperties: { n: true } });
      assert.equal(changed.status, 200);
      await until('the index is there', () => sql(INDEXES) === '1');
      assert.equal(sql('SELECT count(*) FROM meridian.indexed_property WHERE leased_until IS NOT NULL'), '0');
      const { body } = await b.get<FeatureCollection>(`${space.path}/search?p.n=3`);
      assert.equal(body.features.length, 40);
    });

    test('statements of clients that left are cancelled', async () => {
      const release = await holdTable(url, `meridian.${tableOf(space)}`);
      const requests = await askFor(a, `${space.path}/search?p.i>3&skipCache=true`, 6);
      await until('a statement waits for the table', () => blocked() > 0);
      await leave(a, requests);
      await until('no read runs', async () => (await readMetrics(a)).get('meridian_reads_running') === 0);
      assert.equal(blocked(), 0, 'the database is at none of them');
      await release();
      assert.equal((await a.get(`${space.path}/search?p.i>3&skipCache=true`)).status, 200);
    });

    test('tables of a creation that was cut short go when its lease is over, and not before', async () => {
      const names = ['over', 'soon', 'running'].map((name) => `s_${name}_0123456789ab`);
      for (const [i, lease] of ['-1 second', '1 second', '1 hour'].entries())
        sql(
          `CREATE TABLE meridian.${names[i]} ();
           INSERT INTO meridian.stray_place VALUES ('${names[i]}', 0, now() + interval '${lease}')`,
        );
      const there = () =>
        sql(
          "SELECT string_agg(place, ' ') FROM meridian.stray_place WHERE to_regclass('meridian.' || place) IS NOT NULL",
        );
      const c = await startHub({ settings });
      await until('two leases are over', () => there() === names[2]);
      await c.stop();
      sql(`DROP TABLE meridian.${names[2]}`);
    });

    test(
      'nginx spreads requests over both, and over one where the other is stopped',
      'skip' in nginx ? nginx : {},
      async () => {
        if ('skip' in nginx) return;
        const through = (method: string, path: string, body?: unknown) =>
          send<FeatureCollection>(nginx.url, method, path, {
            token: a.token,
            ...(body !== undefined && { body }),
          });
        const spread = await newSpace(a);
        const writes = async (name: string) => {
          for (let i = 0; i < 6; i++) {
            const id = `${name}${i}`;
            assert.equal((await through('PUT', spread.features, collection(point(id, i, i)))).status, 200);
            const found = await through('GET', `${spread.features}?id=${id}`);
            assert.deepEqual(
              idsOf(found.body),
              [id],
              'what was acknowledged is read, whichever server is asked',
            );
          }
        };
        const asked = () => [a, b].map((hub) => hub.logs().split(spread.id).length);
        const before = asked();
        await writes('both');
        await until('both were asked', () => asked().every((count, i) => count > before[i]!));
        assert.equal(await b.stop(), 0);
        await writes('one');
        const all = await through('GET', `${spread.path}/iterate`);
        assert.equal(all.body.features.length, 12);
      },
    );

    test('a backup goes through it; what needs a connection for long asks for the database itself', async () => {
      const run = async (...words: string[]) => {
        const program = runMeridian(words, settings);
        return { code: await exitCode(program), text: program.stdout() + program.stderr() };
      };
      const backup = await run('backup', join(temporaryFolder(), 'backup'));
      assert.equal(backup.code, 0, backup.text);
      assert.match((await run('doctor', '--repair')).text, /address of PostgreSQL itself/);
    });
  });

  describe('behind PgBouncer in session mode', async () => {
    const hub = await startHub({ settings: { ...settings, MERIDIAN_STORE: session.urlOf(other) } });

    test('everything works too', async () => {
      const { path, load } = await newSpace(hub, { searchableProperties: { n: true } });
      await load(...Array.from({ length: 100 }, (_, n) => feature(`f${n}`, { n })));
      for (const read of [
        'search?p.n>=97',
        'bbox?west=-180&south=-90&east=180&north=90&limit=3',
        'iterate?limit=3',
      ]) {
        const { status, body } = await hub.get<FeatureCollection>(`${path}/${read}`);
        assert.deepEqual([read, status, body.features.length], [read, 200, 3]);
      }
      for (const read of ['tile/web/0/0/0.mvt', 'statistics', 'count'])
        assert.equal((await hub.get(`${path}/${read}`)).status, 200);
      assert.equal((await hub.delete(path)).status, 204);
    });
  });
}
