// Embedded engine only: processes.postgres.test.ts has several hubs on one database; here are limits and a hub that dies.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { collection, type FeatureCollection, idsOf, point } from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { newSpace, type Space } from './harness/space.ts';

const HOST = '127.0.0.2';
const settings = { MERIDIAN_FETCH: 'on', MERIDIAN_FETCH_PRIVATE: HOST };

/** What the source has at the moment; `hang` sends nothing. */
let page: string | 'hang' = '';
const waiting: ServerResponse[] = [];
const server = createServer((_request, response) => {
  if (page === 'hang') waiting.push(response);
  else response.end(page);
});
await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
after(() => {
  server.close();
  server.closeAllConnections();
});
const source = `http://${HOST}:${(server.address() as AddressInfo).port}/all.geojson`;

type State = { running: boolean; failures: number; last?: { error?: string; [count: string]: unknown } };

const stateOf = async (hub: Hub, { path }: Pick<Space, 'path'>) =>
  (await hub.get<{ import: { state: State } }>(path)).body.import.state;

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await pause(50);
}

/** The end of the first run after the change. */
async function run(hub: Hub, space: Space, change: object = {}): Promise<State> {
  const changed = await hub.patch(space.path, {
    import: { source, every: '1h', mode: 'replace', ...change },
  });
  assert.equal(changed.status, 200, changed.text);
  await until(async () => {
    const { running, last } = await stateOf(hub, space);
    return !running && last !== undefined;
  });
  return stateOf(hub, space);
}

const idsIn = async (hub: Hub, { path }: Space) =>
  idsOf((await hub.get<FeatureCollection>(`${path}/iterate`)).body).sort();
const points = (...ids: string[]) => JSON.stringify(collection(...ids.map((id, i) => point(id, i, 1))));

test('a difference that needs several transactions is written in several, and it is said', async () => {
  const hub = await startHub({ settings: { ...settings, MERIDIAN_MAX_FEATURES_PER_REQUEST: '2' } });
  const space = await newSpace(hub);
  for (const id of ['old', 'older']) await space.load(point(id, 1, 1));
  page = points('a', 'b', 'c', 'd', 'e');
  const { last } = await run(hub, space);
  assert.deepEqual(
    [last!.error, last!.inserted, last!.deleted, last!.atomic],
    [undefined, 5, 2, false],
    JSON.stringify(last),
  );
  assert.deepEqual(await idsIn(hub, space), ['a', 'b', 'c', 'd', 'e']);
});

test('where one of several transactions would be refused, none is written', async () => {
  const limits = { MERIDIAN_MAX_FEATURES_PER_REQUEST: '2', MERIDIAN_MAX_VERTICES_PER_FEATURE: '10' };
  const hub = await startHub({ settings: { ...settings, ...limits } });
  const space = await newSpace(hub);
  await space.load(point('old', 1, 1));
  const long = {
    type: 'Feature',
    id: 'long',
    geometry: { type: 'LineString', coordinates: Array.from({ length: 50 }, (_, i) => [i, 1]) },
    properties: {},
  };
  const { features } = JSON.parse(points('a', 'b', 'c', 'd')) as { features: object[] };
  page = JSON.stringify({ type: 'FeatureCollection', features: [...features, long] });
  const { last, failures } = await run(hub, space);
  assert.match(last!.error!, /positions|vertices/i);
  assert.equal(failures, 1);
  assert.deepEqual(await idsIn(hub, space), ['old']);
});

test('a source that takes more memory than allowed fails, and the hub and the space stay as they were', async () => {
  const hub = await startHub({ settings: { ...settings, MERIDIAN_FETCH_MEMORY_BYTES: '128M' } });
  const space = await newSpace(hub);
  await space.load(point('old', 1, 1));
  const many = Array.from(
    { length: 700_000 },
    (_, i) => `{"type":"Feature","id":"a-rather-long-id-of-a-feature-${i}","geometry":null,"properties":{}}`,
  );
  page = `{"type":"FeatureCollection","features":[${many.join()}]}`;
  const { last } = await run(hub, space);
  assert.match(last!.error!, /takes more than the 134217728 bytes of memory allowed/);
  assert.deepEqual(await idsIn(hub, space), ['old']);
});

test('an import of a hub that died is begun again, but not before its lease is over', async () => {
  const own = { ...settings, MERIDIAN_FETCH_TIMEOUT_MS: '20s' };
  const first = await startHub({ settings: own });
  const space = await newSpace(first);
  page = 'hang';
  await first.patch(space.path, { import: { source, every: '1h', mode: 'replace' } });
  await until(() => waiting.length === 1);
  await first.kill();
  page = points('a');
  const second = await startHub({ settings: own, data: first.data, movableClock: true });
  // It has looked several times by then, and the lease of the dead hub still holds.
  await pause(6000);
  const { running, last } = await stateOf(second, space);
  assert.deepEqual([running, last], [true, undefined]);
  await second.advance(81_000);
  await until(async () => (await stateOf(second, space)).last !== undefined);
  assert.deepEqual(await idsIn(second, space), ['a']);
});
