import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { freePort } from '../testing/free-port.ts';
import { findProgram } from '../testing/programs.ts';
import { ENGINE } from './harness/engine.ts';
import { feature } from './harness/geojson.ts';
import { PRESET_TOKEN, startHub } from './harness/hub.ts';
import { send } from './harness/request.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub();
const promtool = findProgram(['promtool'], 'prometheus');

for (const path of ['/healthz', '/readyz']) {
  test(`${path} answers 200 without a token`, async () => {
    assert.equal((await hub.get(path, { token: null })).status, 200);
    assert.equal((await hub.head(path, { token: null })).status, 200);
  });
}

test('/readyz is not 200 before the preset token is known', { timeout: 60_000 }, async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const starting = startHub({
    settings: { MERIDIAN_PORT: String(port), MERIDIAN_ADMIN_PASSWORD: 'the-password-of-the-admin' },
  });
  let status = 0;
  while (status !== 200)
    status = await send(url, 'GET', '/readyz').then(
      (response) => response.status,
      () => 0,
    );
  assert.equal((await send(url, 'GET', '/hub/spaces', { token: PRESET_TOKEN })).status, 200);
  await starting;
});

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

async function samples(): Promise<Sample[]> {
  const { text } = await hub.get('/metrics');
  return text.split('\n').flatMap((line) => {
    const match = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (match === null) return [];
    const labels = [...(match[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    return [{ name: match[1]!, labels: Object.fromEntries(labels), value: Number(match[3]) }];
  });
}

const perOperation = async (name: RegExp) =>
  (await samples()).filter((sample) => name.test(sample.name) && sample.labels.operation !== undefined);
const sum = (found: Sample[]) => found.reduce((total, { value }) => total + value, 0);

describe('/metrics', () => {
  test('is Prometheus text', async () => {
    const response = await hub.get('/metrics');
    assert.equal(response.status, 200);
    assert.match(response.headers['content-type'] ?? '', /^text\/plain/);
    assert.match(response.text, /^# HELP /m);
    assert.match(response.text, /^# TYPE /m);
    for (const line of response.text.trim().split('\n')) {
      assert.match(line, /^$|^(#|[A-Za-z_:][\w:]*(\{.*\})? (-?[0-9.eE+-]+|NaN|[+-]Inf)$)/);
    }
  });

  test('counts and times requests per operation', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a'));
    const before = sum(await perOperation(/_count$/));
    for (let n = 0; n < 5; n++) await hub.get(`${space.features}/a`);
    const after = await perOperation(/_count$/);
    assert.ok(sum(after) >= before + 5, 'the count of a duration histogram grows');
    const buckets = await perOperation(/_bucket$/);
    assert.ok(buckets.some(({ labels }) => labels.le === '+Inf'));
    assert.ok(new Set(buckets.map(({ labels }) => labels.operation)).size >= 3, 'operations are told apart');
  });

  test('counts errors', async () => {
    const errors = async () =>
      sum(
        (await samples()).filter(
          ({ name, labels }) =>
            labels.operation !== undefined &&
            (/error/.test(name) || /^[45]/.test(labels.status ?? labels.code ?? '')),
        ),
      );
    const before = await errors();
    for (let n = 0; n < 3; n++) await hub.get('/hub/spaces/never-created');
    assert.ok((await errors()) >= before + 3);
  });

  test('tells classes of statuses apart, so that an alert can tell a fault from a typing error', async () => {
    const count = async (status: string) =>
      sum(
        (await samples()).filter(
          ({ name, labels }) =>
            name === 'meridian_requests_total' && labels.operation === 'getSpace' && labels.status === status,
        ),
      );
    const [succeeded, refused] = [await count('2xx'), await count('4xx')];
    const space = await newSpace(hub);
    await hub.get(space.path);
    await hub.get('/hub/spaces/never-created');
    assert.ok((await count('2xx')) >= succeeded + 1);
    assert.equal(await count('4xx'), refused + 1);
    assert.equal(await count('5xx'), 0);
  });

  test('says which version runs, on which engine', async () => {
    const info = (await samples()).find(({ name }) => name === 'meridian_build_info')!;
    const { body } = await hub.get<{ version?: string }>('/hub');
    assert.ok(info.labels.version);
    if (body.version) assert.equal(info.labels.version, body.version);
    assert.match(info.labels.store!, /^(sqlite|postgres|memory)$/);
  });

  test('shows what the storage has left and has still to do', async () => {
    const values = new Map((await samples()).map(({ name, value }) => [name, value]));
    for (const name of ['activity_logs_waiting', 'activity_logs_failing', 'spaces_building'])
      assert.ok(values.get(`meridian_${name}`)! >= 0, name);
    const shown = {
      embedded: ['meridian_disk_free_bytes', 'meridian_disk_size_bytes'],
      postgres: ['meridian_database_connections', 'meridian_database_connections_max'],
      memory: [],
    }[ENGINE];
    const [used = 1, max = 1] = shown.map((name) => values.get(name) ?? 0);
    assert.ok(used > 0 && used <= max, `${shown}: ${used}, ${max}`);
  });

  test('passes the check of Prometheus itself', {
    skip: 'skip' in promtool ? promtool.skip : false,
  }, async () => {
    const { text } = await hub.get('/metrics');
    const { status, stderr } = spawnSync((promtool as { path: string }).path, ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    assert.equal(stderr, '');
  });

  test('counts bytes', async () => {
    const before = sum(await perOperation(/bytes/));
    const space = await newSpace(hub);
    await space.load(feature('a', { t: 'x'.repeat(50_000) }));
    await space.read('a');
    assert.ok(sum(await perOperation(/bytes/)) >= before + 100_000);
  });

  test('shows the event loop and the store', async () => {
    const names = (await samples()).map(({ name }) => name);
    assert.ok(
      names.some((name) => /event_?loop/i.test(name)),
      'event loop',
    );
    assert.ok(
      names.some((name) => /store|sqlite|spaces|writer/i.test(name)),
      'store',
    );
  });

  test('has no label for each space or feature', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a-feature-id-to-look-for'));
    await space.read('a-feature-id-to-look-for');
    const { text } = await hub.get('/metrics');
    assert.ok(!text.includes('a-feature-id-to-look-for'));
    assert.ok(!text.includes(space.id));
  });
});
