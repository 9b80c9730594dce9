import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FeatureCollection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub();

test('reads return 30000 features unless told otherwise, and say that there are more', async () => {
  const space = await newSpace(hub);
  const total = 30_001;
  for (let from = 0; from < total; from += 10_000) {
    const size = Math.min(10_000, total - from);
    await space.load(...Array.from({ length: size }, (_, n) => feature(`f${from + n}`)));
  }
  const search = await hub.get<FeatureCollection>(`${space.path}/search`);
  assert.equal(search.body.features.length, 30_000);
  assert.equal(search.body.features.at(-1)?.id, 'f29999');
  assert.equal(search.body.partial, true);

  const whole = await hub.get<FeatureCollection>(`${space.path}/search?limit=100000`);
  assert.equal(whole.body.features.length, total);
  assert.equal('partial' in whole.body, false);

  const first = await hub.get<FeatureCollection>(`${space.path}/iterate`);
  assert.equal(first.body.features.length, 30_000);
  const last = await hub.get<FeatureCollection>(`${space.path}/iterate?handle=${first.body.handle}`);
  assert.deepEqual(
    last.body.features.map(({ id }) => id),
    ['f30000'],
  );
  assert.equal('handle' in last.body, false);
});

test('a response may be larger than any body that is accepted', async () => {
  const space = await newSpace(hub);
  const text = 'x'.repeat(9_000_000);
  for (const id of ['a', 'b', 'c', 'd', 'e']) await space.load(feature(id, { text }));
  const response = await hub.get<FeatureCollection>(`${space.path}/search`);
  assert.equal(response.status, 200);
  assert.deepEqual(
    response.body.features.map(({ id, properties }) => [id, (properties.text as string).length]),
    ['a', 'b', 'c', 'd', 'e'].map((id) => [id, text.length]),
  );
});

test('a query that runs past the time limit is a 504', async () => {
  const hurried = await startHub({ settings: { MERIDIAN_QUERY_TIMEOUT_MS: '1' } });
  const space = await newSpace(hurried);
  await space.load(...Array.from({ length: 20_000 }, (_, n) => feature(`f${n}`, { n, text: `text ${n}` })));
  const response = await hurried.get(`${space.path}/search?p.text=none&p.n!=5&sort=p.n:desc`);
  assertRefused(response, 504);
});
