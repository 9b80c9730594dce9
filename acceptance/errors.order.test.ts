import { describe, test } from 'node:test';
import { collection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertMissing, assertRefused, assertTurnedAway } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_MAX_BODY_BYTES: '10000' } });

const space = await newSpace(hub);
await space.load(feature('old'));
const closed = await newSpace(hub, { readOnly: true });

const XML = { 'content-type': 'text/xml' };
const HUGE = feature('huge', { t: 'x'.repeat(20_000) });
const INVALID = feature('bad', {}, { geometry: 5 });
const missing = '/hub/spaces/never-created';

// route → token → space exists → readOnly → parameters → body → conflicts
describe('of two faults the earlier check answers', () => {
  test('an unknown route before a bad token', async () => {
    assertTurnedAway(await hub.put('/hub/nope', '{', { token: 'unknown' }), 404);
  });

  test('a method not allowed before a bad token', async () => {
    assertRefused(await hub.put(`${missing}/search?limit=no`, '{', { token: 'unknown' }), 405);
  });

  test('a bad token before a missing space', async () => {
    assertTurnedAway(await hub.get(missing, { token: 'unknown' }), 401);
    assertTurnedAway(await hub.put(`${missing}/features`, '{', { token: null }), 401);
  });

  test('a bad token before a bad parameter', async () => {
    assertTurnedAway(await hub.get(`${space.path}/search?limit=no`, { token: null }), 401);
  });

  test('a bad token before a bad body', async () => {
    assertTurnedAway(await hub.put(space.features, HUGE, { token: null }), 401);
    assertTurnedAway(await hub.post('/hub/spaces', '{', { token: null }), 401);
  });

  test('a missing space before a bad parameter', async () => {
    assertMissing(await hub.get(`${missing}/search?limit=no`));
    assertMissing(await hub.get(`${missing}/features`));
    assertMissing(await hub.delete(`${missing}/features`));
  });

  test('a missing space before a bad body', async () => {
    assertMissing(await hub.put(`${missing}/features`, '{'));
    assertMissing(await hub.put(`${missing}/features`, HUGE));
    assertMissing(await hub.put(`${missing}/features`, 'x', { headers: XML }));
    assertMissing(await hub.patch(missing, '{'));
  });

  test('a read-only space before a bad parameter', async () => {
    assertRefused(await hub.post(`${closed.features}?e=nonsense`, feature('a')), 405);
    assertRefused(await hub.delete(closed.features), 405);
  });

  test('a read-only space before a bad body or a missing feature', async () => {
    assertRefused(await hub.put(closed.features, '{'), 405);
    assertRefused(await hub.put(closed.features, HUGE), 405);
    assertRefused(await hub.put(closed.features, 'x', { headers: XML }), 405);
    assertRefused(await hub.patch(`${closed.features}/none`, {}), 405);
    assertRefused(await hub.delete(`${closed.features}/none`), 405);
  });

  test('a bad parameter before a bad body', async () => {
    assertRefused(await hub.post(`${space.features}?e=nonsense`, '{'), 400, 'nonsense');
    assertRefused(await hub.post(`${space.features}?e=nonsense`, HUGE), 400, 'nonsense');
    assertRefused(await hub.post(`${space.features}?e=nonsense`, 'x', { headers: XML }), 400, 'nonsense');
    assertRefused(await hub.post(`${space.features}?transactional=nonsense`, INVALID), 400, 'transactional');
  });

  test('a bad body before a conflict', async () => {
    assertRefused(
      await hub.post(`${space.features}?e=error`, collection(feature('old', { n: 1 }), INVALID)),
      400,
      'bad',
    );
    assertRefused(await hub.post('/hub/spaces', { id: space.id, title: '' }), 400, 'title');
  });
});
