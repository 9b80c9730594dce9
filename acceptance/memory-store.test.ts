import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startHub } from './harness/hub.ts';
import { runMeridian } from './harness/program.ts';

// Embedded engine only: it starts hubs on memory itself, whichever engine the others of the run have.

const IN_MEMORY = { MERIDIAN_STORE: 'memory:', MERIDIAN_MEMORY_STORE_MAX: '4M' };
const hub = await startHub({ settings: IN_MEMORY });

type Space = { id: string };
type Collection = { features: { id: string }[] };

const point = (id: string, characters: number) => ({
  ...{ type: 'Feature', id, geometry: { type: 'Point', coordinates: [8, 50] } },
  properties: { text: 'x'.repeat(characters) },
});
const collection = (...features: object[]) => ({ type: 'FeatureCollection', features });

describe('a hub with its store in memory', () => {
  test('says loudly when it starts that nothing is stored permanently', () => {
    assert.match(hub.output(), /^NOTHING IS STORED PERMANENTLY: .*lost when this process ends\.$/m);
  });

  test('serves what was written', async () => {
    const { id } = (await hub.post<Space>('/hub/spaces', { title: 'In memory' })).body;
    await hub.put(`/hub/spaces/${id}/features`, collection(point('a', 1), point('b', 1)));
    const found = await hub.get<Collection>(`/hub/spaces/${id}/bbox?west=7&south=49&east=9&north=51`);
    assert.deepEqual(
      found.body.features.map((feature) => feature.id),
      ['a', 'b'],
    );
  });

  test('answers 507 when it is full, and has room again for what is deleted', async () => {
    const { id } = (await hub.post<Space>('/hub/spaces', { title: 'Full' })).body;
    const path = `/hub/spaces/${id}/features`;
    await hub.put(path, collection(point('first', 2_000_000)));
    const refused = await hub.put<{ errorMessage: string }>(path, collection(point('second', 2_000_000)));
    assert.equal(refused.status, 507);
    assert.match(refused.body.errorMessage, /memory store is full.*MERIDIAN_MEMORY_STORE_MAX/);
    assert.equal((await hub.get(`${path}/second`)).status, 404);
    assert.equal((await hub.delete(`${path}/first`)).status, 204);
    assert.equal((await hub.put(path, collection(point('second', 2_000_000)))).status, 200);
  });

  test('has accounts that no command beside it can reach', async () => {
    const command = runMeridian(['account', 'list'], IN_MEMORY);
    assert.equal(await command.exited, 1);
    assert.match(
      command.stderr(),
      /the store is memory: \(MERIDIAN_STORE\), which only its server can reach/,
    );
  });
});

test('a hub with its store in memory says that it makes none of the backups that it was set to make', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-no-backups-'));
  const hub = await startHub({ settings: { ...IN_MEMORY, MERIDIAN_BACKUP_TO: folder } });
  await hub.stop();
  assert.match(hub.logs(), /no backups are made, although MERIDIAN_BACKUP_TO is set/);
  assert.deepEqual(readdirSync(folder), []);
  rmSync(folder, { recursive: true });
});

test('a hub with its store in memory begins empty each time, and leaves no files behind', async () => {
  const [one, data] = [await startHub({ settings: IN_MEMORY }), hub.data];
  await one.post('/hub/spaces', { title: 'Gone' });
  await one.stop();
  assert.match(one.logs(), /nothing is stored permanently/);
  const again = await startHub({ settings: IN_MEMORY, data: one.data });
  assert.deepEqual((await again.get('/hub/spaces')).body, []);
  for (const folder of [data, one.data]) assert.equal(existsSync(folder), false, folder);
});
