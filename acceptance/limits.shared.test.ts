import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { ADMIN, ADMIN_SETTINGS, newPerson, signedIn } from './harness/people.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub({ settings: { ...ADMIN_SETTINGS, MERIDIAN_READER_THREADS: '1' } });
const space = await newSpace(hub, { shared: true });
await space.load(
  ...Array.from({ length: 10_000 }, (_, n) =>
    feature(
      `f${n}`,
      { n, text: `text ${n}` },
      {
        geometry: { type: 'Point', coordinates: [(n % 360) - 180, ((n * 7) % 170) - 85] },
      },
    ),
  ),
);

/** How often something was looked for in the cache and was there, was not, or was being computed. */
async function lookups(): Promise<Record<'hit' | 'miss' | 'shared', number>> {
  const { text } = await hub.get('/metrics', { token: null });
  const of = (result: string) =>
    Number(new RegExp(`^meridian_cache_lookups_total\\{result="${result}"\\} (\\d+)`, 'm').exec(text)![1]);
  return { hit: of('hit'), miss: of('miss'), shared: of('shared') };
}

const READS: [what: string, path: string][] = [
  ['vector tiles', 'tile/web/0_0_0.mvt?p.n>=0'],
  ['boxes', 'bbox?west=-180&south=-90&east=180&north=90&p.n>=0&limit=500'],
  ['searches with large responses', 'search?p.n>=0&limit=9000'],
  ['hexbins', 'bbox?west=-180&south=-90&east=180&north=90&clustering=hexbin&clustering.resolution=3&p.n>=0'],
];

describe('identical reads that come at once are computed once:', () => {
  for (const [what, path] of READS)
    test(what, async () => {
      const before = await lookups();
      const responses = await Promise.all(Array.from({ length: 24 }, () => hub.get(`${space.path}/${path}`)));
      const after = await lookups();
      assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
      assert.equal(new Set(responses.map(({ bytes }) => bytes.toString('base64'))).size, 1);
      assert.equal(after.miss - before.miss, 1);
      assert.equal(after.hit + after.shared - before.hit - before.shared, 23);
    });

  test('counts', async () => {
    const before = await lookups();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => hub.get<{ count: number }>(`${space.path}/count?p.n>=0&p.text!=none`)),
    );
    for (const { body } of responses) assert.equal(body.count, 10_000);
    assert.ok((await lookups()).shared > before.shared);
  });
});

describe('of those who wait for the same read', () => {
  const path = `${space.path}/search?p.n>=0&p.text!=gone&limit=2000`;

  test('one who leaves takes nothing from the others', async () => {
    const before = await lookups();
    const { request: first } = hub.begin('GET', path);
    first.end();
    // Until it is being computed.
    while ((await lookups()).miss === before.miss) await pause(1);
    const second = hub.get<{ features: unknown[] }>(path);
    first.destroy();
    const { status, body } = await second;
    assert.equal(status, 200);
    assert.equal(body.features.length, 2000);
  });

  test('none is shown what it may not read', async () => {
    const secret = await newSpace(hub);
    await secret.load(feature('a', { n: 1 }));
    const stranger = await (await newPerson(hub)).token();
    const owner = await (await signedIn(hub, ADMIN)).token();
    const asked = [hub.token, stranger, owner].map((token) =>
      hub.get(`${secret.path}/search?p.n=1&access_token=${token}`, { token: null }),
    );
    const [mine, theirs, again] = await Promise.all(asked);
    assert.equal(mine!.status, 200);
    assertRefused(theirs!, 403, 'readFeatures');
    assert.equal(again!.status, 200);
  });

  test('the address of a TileJSON is that of who asks', async () => {
    const responses = await Promise.all(
      ['one', 'two'].map((secret) =>
        hub.get<{ tiles: string[] }>(`${space.path}/tile/web.json?access_token=${hub.token}&x=${secret}`, {
          token: null,
          headers: { host: `${secret}.example` },
        }),
      ),
    );
    assert.deepEqual(
      responses.map(({ body }) => new URL(body.tiles[0]!.replace(/[{}]/g, '')).host),
      ['one.example', 'two.example'],
    );
  });
});
