// Embedded engine only: rates are counted in memory, before the store is asked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature } from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { ADMIN_SETTINGS, newPerson } from './harness/people.ts';
import { assertRefused } from './harness/refusal.ts';
import type { HubResponse } from './harness/request.ts';
import { newSpace } from './harness/space.ts';

const burst = (hub: Hub, path: string, count: number, token: string | null) =>
  Promise.all(Array.from({ length: count }, () => hub.get(path, { token })));
const admitted = (responses: HubResponse<unknown>[]) =>
  responses.filter(({ status }) => status !== 429).length;

async function refusals(hub: Hub, reason: string): Promise<number> {
  const { text } = await hub.get('/metrics', { token: null });
  return Number(new RegExp(`^meridian_refusals_total{reason="${reason}"} (\\d+)$`, 'm').exec(text)?.[1]);
}

test('the burst of a map does not hit the limits of a new hub', async () => {
  const hub = await startHub();
  const space = await newSpace(hub);
  await space.load(...Array.from({ length: 100 }, (_, n) => feature(`f${n}`)));
  const responses = await burst(hub, `${space.path}/search?limit=50`, 400, hub.token);
  assert.ok(responses.every(({ status }) => status === 200));
});

describe('a token', async () => {
  const hub = await startHub({
    settings: { ...ADMIN_SETTINGS, MERIDIAN_TOKEN_RATE: '2', MERIDIAN_TOKEN_BURST: '20' },
    movableClock: true,
  });
  const token = await (await newPerson(hub)).token();

  test('that sends more than its burst is refused, and told when to come back', async () => {
    const responses = await burst(hub, '/hub/spaces', 40, token);
    assert.ok(admitted(responses) >= 20 && admitted(responses) <= 24, `admitted: ${admitted(responses)}`);
    const refused = responses.find(({ status }) => status === 429)!;
    assertRefused(refused, 429, 'token', '2', '20');
    assert.equal(refused.headers['retry-after'], '1');
    assert.equal(refused.headers['ratelimit-policy'], '"token";q=20;w=10');
    assert.match(String(refused.headers.ratelimit), /^"token";r=0;t=1$/);
    assert.ok((await refusals(hub, 'token_rate')) >= 16);
  });

  test('does not use up what another one has', async () => {
    const other = await (await newPerson(hub)).token();
    await burst(hub, '/hub/spaces', 40, token);
    assert.ok((await burst(hub, '/hub/spaces', 20, other)).every(({ status }) => status === 200));
  });

  test('is served again after the time it was told', async () => {
    const responses = await burst(hub, '/hub/spaces', 30, token);
    const refused = responses.find(({ status }) => status === 429)!;
    await hub.advance(Number(refused.headers['retry-after']) * 1000);
    assert.equal((await hub.get('/hub/spaces', { token })).status, 200);
  });

  test('is refused before its body is read or anything is changed', async () => {
    await burst(hub, '/hub/spaces', 30, token);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => hub.post('/hub/spaces', { id: `r${n}`, title: 'x' }, { token })),
    );
    for (const [n, { status }] of responses.entries())
      assert.equal((await hub.get(`/hub/spaces/r${n}`)).status, status === 429 ? 404 : 200);
  });
});

describe('an address', async () => {
  const hub = await startHub({
    settings: { MERIDIAN_ADDRESS_RATE: '5', MERIDIAN_ADDRESS_BURST: '30' },
    movableClock: true,
  });

  for (const [who, token] of [
    ['without a token', null],
    ['with tokens it makes up', 'garbage'],
  ] as const)
    test(`that floods ${who} is refused before anything else is looked at`, async () => {
      const responses = await burst(hub, '/hub/spaces', 100, token);
      assert.ok(admitted(responses) <= 40, `admitted: ${admitted(responses)}`);
      const refused = responses.find(({ status }) => status === 429)!;
      assertRefused(refused, 429, 'address');
      assert.match(String(refused.headers['ratelimit-policy']), /^"address";/);
      await hub.advance(6000);
    });

  test('is refused at paths that do not exist, too', async () => {
    const responses = await burst(hub, '/nowhere', 100, null);
    assert.ok(
      responses.some(({ status }) => status === 429) && responses.some(({ status }) => status === 404),
    );
  });

  test('still gets to know that the server is well', async () => {
    await burst(hub, '/hub', 60, null);
    const responses = await burst(hub, '/readyz', 60, null);
    assert.ok(responses.every(({ status }) => status === 200));
  });
});

test('a rate of 0 sets no limit', async () => {
  const hub = await startHub({
    settings: {
      MERIDIAN_ADDRESS_RATE: '0',
      MERIDIAN_ADDRESS_BURST: '1',
      MERIDIAN_TOKEN_RATE: '0',
      MERIDIAN_TOKEN_BURST: '1',
    },
  });
  assert.equal(admitted(await burst(hub, '/hub/spaces', 100, hub.token)), 100);
});
