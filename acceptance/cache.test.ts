import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type FeatureCollection, idsOf } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { ADMIN, ADMIN_SETTINGS, signedIn } from './harness/people.ts';
import { newSpace } from './harness/space.ts';
import { newVirtual } from './virtual/spaces.ts';

const hub = await startHub({ settings: ADMIN_SETTINGS });
const admin = await signedIn(hub, ADMIN);

const point = (id: string, name = id) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [8.5, 50.1] },
  properties: { name },
});

const BOX = 'bbox?west=8&south=50&east=9&north=51';
const TILE = 'tile/web/8/134/86';
const SEARCH = 'search?p.name=a';
/** Readers go on until the last of them: what they cost grows with the time that writes take. */
const WRITES = 40;

async function hits(): Promise<number> {
  const { text } = await hub.get('/metrics');
  return Number(/meridian_cache_lookups_total\{result="hit"\} (\d+)/.exec(text)?.[1]);
}

describe('a response that is asked for again', () => {
  for (const call of [BOX, TILE, SEARCH])
    test(`is kept: ${call}`, async () => {
      const space = await newSpace(hub);
      await space.load(point('a'));
      const first = await hub.get<FeatureCollection>(`${space.path}/${call}`);
      const before = await hits();
      const second = await hub.get(`${space.path}/${call}`);
      assert.equal(await hits(), before + 1);
      assert.deepEqual(idsOf(first.body), ['a']);
      assert.equal(second.text, first.text);
      for (const name of ['etag', 'content-type', 'cache-control', 'content-length'])
        assert.equal(second.headers[name], first.headers[name], name);
    });

  test('is rebuilt with skipCache', async () => {
    const space = await newSpace(hub);
    await space.load(point('a'));
    const url = `${space.path}/${BOX}&skipCache=true`;
    const first = await hub.get(url);
    const before = await hits();
    assert.equal((await hub.get(url)).text, first.text);
    assert.equal(await hits(), before);
  });

  test('is the same for two tokens in the query, of which neither is remembered with it', async () => {
    const space = await newSpace(hub);
    await space.load(point('a'));
    const [one, two] = [await admin.token(), await admin.token()];
    await hub.get(`${space.path}/${BOX}&access_token=${one}`, { token: null });
    const before = await hits();
    const again = await hub.get<FeatureCollection>(`${space.path}/${BOX}&access_token=${two}`, {
      token: null,
    });
    assert.deepEqual(idsOf(again.body), ['a']);
    assert.equal(await hits(), before + 1);
  });

  test('comes in each coding', async () => {
    const space = await newSpace(hub);
    await space.load(...Array.from({ length: 50 }, (_, i) => point(`f${i}`)));
    const url = `${space.path}/${BOX}`;
    const plain = await hub.get(url);
    const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
    for (const [coding, decode] of Object.entries(decoders))
      for (const turn of ['first', 'second']) {
        const coded = await hub.get(url, { headers: { 'accept-encoding': coding } });
        assert.equal(coded.headers['content-encoding'], coding, turn);
        assert.equal(decode(coded.bytes).toString(), plain.text, `${coding}, ${turn} time`);
        assert.equal(coded.headers.etag, plain.headers.etag?.replace(/"$/, `+${coding}"`));
        assert.equal(coded.headers.vary, 'Accept-Encoding');
        assert.equal(Number(coded.headers['content-length']), coded.bytes.length);
      }
  });

  test('comes whole where it is too large to be sent or kept in one piece', async () => {
    const space = await newSpace(hub);
    const name = 'x'.repeat(50_000);
    await space.load(...Array.from({ length: 100 }, (_, i) => point(`f${i}`, name)));
    const url = `${space.path}/${BOX}`;
    const first = await hub.get<FeatureCollection>(url);
    const second = await hub.get<FeatureCollection>(url);
    assert.equal(first.body.features.length, 100);
    assert.equal(second.text, first.text);
  });
});

describe('a write', () => {
  test('is seen by the next read from any connection', async () => {
    const space = await newSpace(hub);
    await space.load(point('f', '0'));
    for (let i = 1; i <= 40; i++) {
      await hub.put(`${space.features}/f`, point('f', String(i)));
      const reads = [BOX, TILE, BOX, TILE].map((call) => hub.get<FeatureCollection>(`${space.path}/${call}`));
      for (const { body } of await Promise.all(reads))
        assert.equal(body.features[0]?.properties.name, String(i));
    }
  });

  for (const call of [
    'features/f',
    'features?id=f',
    BOX,
    TILE,
    `${TILE}.mvt`,
    'search',
    'iterate',
    'virtual',
  ])
    test(`is not hidden by a 304 of those who read meanwhile: ${call}`, async () => {
      const space = await newSpace(hub);
      const virtual = await newVirtual(hub, 'group', [space]);
      const path = call === 'virtual' ? `${virtual.features}/f` : `${space.path}/${call}`;
      await space.load(point('f', 'n0x'));
      let written = 0;
      const write = async () => {
        for (let n = 1; n <= WRITES; n++) {
          await hub.put(`${space.features}/f`, point('f', `n${n}x`));
          written = n;
        }
      };
      const read = async () => {
        while (written < WRITES) {
          const { headers, text } = await hub.get(path);
          const before = written;
          const again = await hub.get(path, { headers: { 'if-none-match': headers.etag! } });
          const seen = Number(/n(\d+)x/.exec(text)![1]);
          if (again.status === 304)
            assert.ok(seen >= before, `${seen} was confirmed after ${before} was written`);
        }
      };
      await Promise.all([write(), ...Array.from({ length: 4 }, read)]);
    });

  test('to a space created again under an old id shows nothing of the old one', async () => {
    const { id, path, features } = await newSpace(hub);
    await hub.put(features, { type: 'FeatureCollection', features: [point('old')] });
    await hub.get(`${path}/${BOX}`);
    await hub.delete(path);
    await hub.post('/hub/spaces', { id, title: 'anew' });
    await hub.put(features, { type: 'FeatureCollection', features: [point('new')] });
    const { body } = await hub.get<FeatureCollection>(`${path}/${BOX}`);
    assert.deepEqual(idsOf(body), ['new']);
  });
});

describe('what is kept is shown to nobody who may not read it', () => {
  test('without a token, with one for another space, after it was revoked', async () => {
    const space = await newSpace(hub);
    await space.load(point('a'));
    const url = `${space.path}/${BOX}`;
    const { etag } = (await hub.get(url)).headers;
    const elsewhere = await admin.token({ urm: { 'xyz-hub': { readFeatures: [{ space: 'elsewhere' }] } } });
    assert.equal((await hub.get(url, { token: null })).status, 401);
    assert.equal((await hub.get(url, { token: 'unknown-token' })).status, 401);
    assert.equal((await hub.get(url, { token: elsewhere })).status, 403);
    const known = { headers: { 'if-none-match': etag } };
    assert.equal((await hub.get(url, { token: elsewhere, ...known })).status, 403);
    assert.equal((await hub.get(url, known)).status, 304);
  });
});

describe('Cache-Control', () => {
  const CASES: [string, object, string][] = [
    ['a private space is for the caller only', {}, 'private, no-cache'],
    ['a shared one may be kept by proxies that ask again', { shared: true }, 'public, no-cache'],
    ['the owner may allow copies that are not checked', { cacheTTL: 60_000 }, 'private, max-age=60'],
    ['automatic is to check', { cacheTTL: -1 }, 'private, no-cache'],
  ];
  for (const [what, definition, expected] of CASES)
    test(what, async () => {
      const space = await newSpace(hub, definition);
      for (const call of [BOX, TILE])
        assert.equal((await hub.get(`${space.path}/${call}`)).headers['cache-control'], expected);
    });
});

test('memory for kept answers is bounded, and 0 keeps none', async () => {
  for (const [setting, most] of [
    ['200k', 200 * 1024],
    ['0', 0],
  ] as const) {
    const small = await startHub({ settings: { MERIDIAN_CACHE_BYTES: setting } });
    const space = await newSpace(small);
    await space.load(point('a'));
    for (let i = 0; i < 300; i++) await small.get(`${space.path}/${BOX}&n=${i}`);
    const { text } = await small.get('/metrics');
    const kept = Number(/meridian_cache_bytes (\d+)/.exec(text)?.[1]);
    assert.ok(kept <= most, `${kept}`);
    assert.equal(kept > 0, most > 0);
  }
});
