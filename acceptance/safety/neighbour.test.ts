import assert from 'node:assert/strict';
import type { ClientRequest } from 'node:http';
import { describe, test } from 'node:test';
import { collection, feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { ADMIN_SETTINGS, newPerson } from '../harness/people.ts';
import { begin, send } from '../harness/request.ts';
import { newSpaceId } from '../harness/space.ts';
import { assertSlotsReturned } from './slots.ts';

/** So many of an attack are sent at once. */
const AT_ONCE = 32;
/** Of those, so many may be answered before the one thing that a neighbour asks for meanwhile. */
const MAX_BEFORE = 24;
const FEATURES = 1500;
const WORLD = 'west=-180&south=-90&east=180&north=90';

const hub = await startHub({
  settings: {
    ...ADMIN_SETTINGS,
    MERIDIAN_READER_THREADS: '1',
    MERIDIAN_WRITER_THREADS: '1',
    MERIDIAN_TOKEN_RATE: '0',
    MERIDIAN_ADDRESS_RATE: '0',
  },
});

/** Somebody with a space that has features. */
async function tenant(count: number, definition: object = {}) {
  const token = await (await newPerson(hub)).token();
  const space = `/hub/spaces/${newSpaceId()}`;
  const made = await send(hub.url, 'POST', '/hub/spaces', {
    token,
    body: { id: space.split('/').at(-1), title: 'A space', ...definition },
  });
  assert.equal(made.status, 200, made.text);
  const features = Array.from({ length: count }, (_, n) =>
    feature(
      `f${n}`,
      { n, text: `text ${n}` },
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [(n % 300) - 150, (n % 160) - 80],
            [(n % 300) - 140, 0],
          ],
        },
      },
    ),
  );
  const put = await send(hub.url, 'PUT', `${space}/features`, { token, body: collection(...features) });
  assert.equal(put.status, 200, put.text);
  return { token, space };
}

const attacker = await tenant(FEATURES);
const neighbour = await tenant(20);

type Attack = { what: string; method?: string; path: string; body?: string | ((index: number) => unknown) };

const digits = '1'.repeat(60_000);
const long = {
  ['x'.repeat(50_000)]: Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i])),
};
const huge = '12345678901234567890';

/** Refused, done at once, or done by the same commit: what matters is that others are served. */
const SHORT: Attack[] = [
  { what: 'numbers of many digits', path: `bbox?west=${digits}x&south=0&east=1&north=1` },
  { what: 'JSON with many commas in a comparison', path: `search?p.a@>%7B%22a%22:[${'1,'.repeat(30_000)}` },
  { what: 'very many comparisons', path: `search?${'p.a=1&'.repeat(3000)}` },
  { what: 'very long paths in a selection', path: `search?limit=1&selection=p${'.a'.repeat(30_000)}` },
  {
    what: 'numbers beyond a double in a geometry',
    method: 'POST',
    path: 'spatial',
    body: `{"type":"Point","coordinates":[1,2],"x":${huge}}`,
  },
  {
    what: 'bodies that are no features',
    method: 'POST',
    path: 'features',
    body: '{"features":[{"id":"y"}]}',
  },
  { what: 'filters of deep nesting', path: `search?filter=${'('.repeat(30_000)}` },
  {
    what: 'features with a very long name over many values',
    method: 'PUT',
    path: 'features',
    body: (index) => collection(feature(`long${index}`, long)),
  },
  {
    what: 'large writes',
    method: 'PUT',
    path: 'features',
    body: (index) => collection(feature(`large${index}`, { text: 'x'.repeat(400_000) })),
  },
];

/** Each is work for the one thread that reads. Writes that come together share commits; processors.load.test.ts is about them. */
const LONG: Attack[] = [
  { what: 'cold tiles', path: 'tile/web/0_0_0.mvt?skipCache=true&clip=true' },
  {
    what: 'hexbins of the world',
    path: `bbox?${WORLD}&clustering=hexbin&clustering.resolution=4&skipCache=true`,
  },
  {
    what: 'sorting by many keys',
    path: `iterate?limit=500&sort=${Array.from({ length: 32 }, (_, i) => `p.k${i}`)}`,
  },
  { what: 'searches that look at every feature', path: 'search?p.text=none&skipCache=true' },
  { what: 'exports', path: 'export?format=csv' },
];

/** An attack at full strength; `answered` counts what came back of it. */
async function launch({ method = 'GET', path, body }: Attack) {
  const attack = { answered: 0, statuses: new Set<number>() };
  const textOf = (index: number) => (typeof body === 'function' ? JSON.stringify(body(index)) : body);
  const requests = await Promise.all(
    Array.from(
      { length: AT_ONCE },
      (_, index) =>
        new Promise<ClientRequest>((resolve) => {
          const { request, response } = begin(hub.url, method, `${attacker.space}/${path}`, {
            authorization: `Bearer ${attacker.token}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          });
          response.then(
            ({ status }) => {
              // What is refused took no time from anybody.
              if (status === 200) attack.answered++;
              attack.statuses.add(status);
            },
            () => undefined,
          );
          request.once('error', () => resolve(request));
          request.end(textOf(index), () => resolve(request));
        }),
    ),
  );
  const stop = () => {
    for (const request of requests) request.destroy();
  };
  return { attack, stop };
}

/** What a neighbour does now and then, and how much of the attack was answered meanwhile. */
async function beside(attack: { answered: number }, method: string, path: string, body?: unknown) {
  const before = attack.answered;
  const { status, text } = await send(hub.url, method, `${neighbour.space}/${path}`, {
    token: neighbour.token,
    body,
  });
  assert.equal(status, 200, text.slice(0, 300));
  return attack.answered - before;
}

async function underAttack(one: Attack) {
  const { attack, stop } = await launch(one);
  const wasLeft = AT_ONCE - attack.answered;
  const before = await beside(attack, 'GET', 'search?p.n>=0&skipCache=true');
  await beside(attack, 'PUT', 'features', collection(feature('mine', { n: 1 })));
  stop();
  for (const status of attack.statuses) assert.ok(status < 500 || status === 503, `a status of ${status}`);
  return { before, wasLeft };
}

describe('a neighbour reads and writes beside', () => {
  for (const one of SHORT)
    test(one.what, async () => {
      await underAttack(one);
    });

  for (const one of LONG)
    test(`${one.what}, and waits for few of them`, async (t) => {
      const { before, wasLeft } = await underAttack(one);
      t.diagnostic(`${wasLeft} were waiting, ${before} were answered before the read`);
      assert.ok(before <= MAX_BEFORE, `${before} were answered before a read`);
    });

  test('and everything is given back afterwards', () => assertSlotsReturned(hub));
});
