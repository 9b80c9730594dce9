import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ENGINE } from '../harness/engine.ts';
import { collection, type Feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { readVectorTile } from '../harness/vector-tile.ts';

const COUNT = 60_000;
const BATCH = 20_000;

const hub = await startHub();

const pointsFrom = (first: number) =>
  Array.from({ length: BATCH }, (_, i): Feature => {
    const n = first + i;
    const [x, y] = [(n * 0.6180339887) % 1, (n * 0.7548776662) % 1];
    const coordinates = [x * 300 - 150, y * 140 - 70];
    return { type: 'Feature', id: `f${n}`, geometry: { type: 'Point', coordinates }, properties: { n } };
  });

test('a map of what has just been loaded shows what is filed by now, and says so', async () => {
  const space = await newSpace(hub);
  const tile = `${space.path}/tile/web/0/0/0.mvt?mode=auto`;
  for (let first = 0; first < COUNT; first += BATCH) {
    const { status } = await hub.put(space.features, collection(...pointsFrom(first)));
    assert.equal(status, 200);
  }
  const told: number[] = [];
  for (;;) {
    const { status, headers, bytes } = await hub.get(tile);
    assert.equal(status, 200);
    const building = headers['meridian-building'];
    if (building === undefined) {
      assert.ok(headers.etag);
      assert.notEqual(headers['cache-control'], 'no-store');
      const counts = readVectorTile(bytes).flatMap(({ features }) =>
        features.map(({ properties }) => Number(properties.point_count)),
      );
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        COUNT,
      );
      break;
    }
    told.push(Number(/^(\d+)%$/.exec(String(building))![1]));
    assert.equal(headers.etag, undefined);
    assert.equal(headers['cache-control'], 'no-store');
    await pause(50);
  }
  // In memory, nothing is built: tiles are made of the features themselves.
  assert.equal(told.length > 0, ENGINE !== 'memory', `told: ${told}`);
  assert.deepEqual(
    told,
    told.toSorted((a, b) => a - b),
  );
  assert.ok(told.every((percent) => percent < 100));
  const whole = await hub.get(`${tile}&skipCache=true`);
  assert.deepEqual(whole.bytes, (await hub.get(tile)).bytes);
});
