import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PROCESSES } from './harness/engine.ts';
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

describe('identical reads that come at once are computed once, in each process:', () => {
  for (const [what, path] of READS)
    test(what, async () => {
      const before = await lookups();
      const responses = await Promise.all(Array.from({ length: 24 }, () => hub.get(`${space.path}/${path}`)));
      const after = await lookups();
      assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
      assert.equal(new Set(responses.map(({ bytes }) => bytes.toString('base64'))).size, 1);
      const computed = after.miss - before.miss;
      assert.ok(computed >= 1 && computed <= Number(PROCESSES), `computed ${computed} times`);
      assert.equal(after.hit + after.shared - before.hit - before.shared, 24 - computed);
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

describe('never shared, though the path and query are the same and the one is computed while the other asks:', () => {
  /** Two responses to one URL, and how many times they were computed. */
  async function both(path: string, headers: readonly [Record<string, string>, Record<string, string>]) {
    const before = await lookups();
    const [one, other] = await Promise.all(headers.map((own) => hub.get(path, { headers: own })));
    const after = await lookups();
    assert.deepEqual([one!.status, other!.status], [200, 200]);
    assert.equal(after.shared, before.shared);
    return { one: one!, other: other!, computed: after.miss - before.miss };
  }

  test('the responses of two dialects', async () => {
    const path = `${space.path}/search?p.n>=0&p.text!=dialect&limit=300`;
    const { one, other, computed } = await both(path, [{}, { 'app-name': 'HereCLI' }]);
    assert.equal(computed, 2);
    assert.match(one.text, /"coordinates":\[-180,-85\]/);
    assert.match(other.text, /"coordinates":\[-180,-85,0\]/);
    assert.notEqual(one.headers.etag, other.headers.etag);
  });

  test('the formats that two ask for with Accept', async () => {
    const path = `${space.path}/tile/web/1_0_0?p.n>=0`;
    const { one, other, computed } = await both(path, [
      { accept: 'application/vnd.mapbox-vector-tile' },
      { accept: 'application/geo+json' },
    ]);
    assert.equal(computed, 2);
    assert.match(String(one.headers['content-type']), /vector-tile/);
    assert.match(String(other.headers['content-type']), /geo\+json/);
  });

  test('a virtual space, with somebody who may not read all that it leads to', async () => {
    const hidden = await newSpace(hub);
    await hidden.load(feature('h', { n: 1 }));
    const virtual = await newSpace(hub, {
      shared: true,
      storage: { id: 'virtualspace', params: { virtualspace: { group: [hidden.id, space.id] } } },
    });
    const stranger = await (await newPerson(hub)).token();
    const path = `${virtual.path}/search?p.n<=1&p.n!=-5`;
    const before = await lookups();
    const [whole, refused] = await Promise.all([hub.get(path), hub.get(path, { token: stranger })]);
    assert.ok(whole.text.includes('"id":"h"'));
    assertRefused(refused, 403, 'readFeatures', hidden.id);
    assert.equal((await lookups()).shared, before.shared);
    assertRefused(await hub.get(path, { token: stranger }), 403, hidden.id);
  });
});
