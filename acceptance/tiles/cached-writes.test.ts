import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { newSpace } from '../harness/space.ts';
import { newVirtual } from '../virtual/spaces.ts';
import { randomMap } from './random-map.ts';

const hub = await startHub();

const KINDS = [
  '.mvt?mode=auto&tileBytes=20000',
  '.mvt?mode=viz&vizSampling=high',
  '.mvt?limit=50',
  '.mvtf?limit=50&margin=0',
  '.mvt?mode=cluster&clusters=hexagons,n',
  '.mvt?mode=cluster',
  '.mvt?clustering=hexbin',
  '?limit=50',
  '?mode=viz&margin=10',
];

const point = (id: string, longitude: number, latitude: number, n = 0) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: { n },
});

async function hits(): Promise<number> {
  const { text } = await hub.get('/metrics');
  return Number(/meridian_cache_lookups_total\{result="hit"\} (\d+)/.exec(text)?.[1]);
}

describe('a tile after a write elsewhere in the space', () => {
  // Tile 4/8/5 has Berlin; Sydney is far away.
  const calls = KINDS.filter((kind) => !kind.includes('clustering'));
  for (const kind of calls)
    test(`is the cached one, of the same state: ${kind}`, async () => {
      const space = await newSpace(hub);
      await space.load(point('berlin', 13.4, 52.5));
      const path = `${space.path}/tile/web/4/8/5${kind}`;
      const first = await hub.get(path);
      assert.equal(first.status, 200, first.text);
      await space.load(point('sydney', 151.2, -33.9));
      const before = await hits();
      const again = await hub.get(path);
      assert.equal(await hits(), before + 1);
      assert.equal(again.headers.etag, first.headers.etag);
      assert.deepEqual(again.bytes, first.bytes);
      const known = await hub.get(path, { headers: { 'if-none-match': String(first.headers.etag) } });
      assert.equal(known.status, 304);
      await space.load(point('berlin', 151.2, -33.9));
      const moved = await hub.get(path, { headers: { 'if-none-match': String(first.headers.etag) } });
      assert.equal(moved.status, 200, 'the feature has left the tile');
    });

  test('is cached whatever version its TileJSON was of', async () => {
    const space = await newSpace(hub);
    await space.load(point('berlin', 13.4, 52.5));
    const tile = async () => {
      const { body } = await hub.get<{ tiles: string[] }>(`${space.path}/tile/web.json`);
      const { pathname, search } = new URL(body.tiles[0]!);
      return pathname.replace('%7Bz%7D/%7Bx%7D/%7By%7D', '4/8/5') + search;
    };
    const old = await tile();
    await hub.get(old);
    await space.load(point('sydney', 151.2, -33.9));
    const present = await tile();
    assert.notEqual(present, old);
    const before = await hits();
    assert.equal((await hub.get(present)).status, 200);
    assert.equal(await hits(), before + 1);
  });

  test('is another where the definition of the space is', async () => {
    const space = await newSpace(hub);
    await space.load(point('berlin', 13.4, 52.5));
    const path = `${space.path}/tile/web/4/8/5.mvt?mode=auto`;
    const { etag } = (await hub.get(path)).headers;
    await hub.patch(space.path, { rank: 'n' });
    assert.notEqual((await hub.get(path)).headers.etag, etag);
  });

  test('is another in a virtual space, where a feature elsewhere may hide one in it', async () => {
    const [below, above] = [await newSpace(hub), await newSpace(hub)];
    await below.load(point('a', 13.4, 52.5));
    const virtual = await newVirtual(hub, 'override', [below, above]);
    const path = `${virtual.path}/tile/web/4/8/5.mvt?mode=auto`;
    assert.ok((await hub.get(path)).bytes.length > 0);
    await above.load(point('a', 151.2, -33.9));
    assert.equal((await hub.get(path)).bytes.length, 0);
  });
});

test(`a cached tile is what a new one would be, through random writes (seed ${seed})`, async () => {
  const random = new Random(seed);
  const space = await newSpace(hub, { rank: 'importance' });
  const tiles = ['0/0/0', '2/2/1', '4/8/5', '4/8/6', '9/274/167'];
  const stale = new Map<string, string>();
  let kept = 0;
  for (let round = 0; round < 20; round++) {
    const count = random.whole(1, 20);
    const centre: [number, number] = [random.whole(-3, 3) * 22.5, random.whole(-60, 60)];
    const features = randomMap(random, centre, count).map((feature) => ({
      ...feature,
      id: `f${random.whole(0, 60)}`,
    }));
    const unique = [...new Map(features.map((feature) => [feature.id, feature])).values()];
    const { status } =
      random.next() < 0.25
        ? await hub.delete(`${space.features}?id=${unique.map(({ id }) => id).join(',')}`)
        : await hub.put(space.features, { type: 'FeatureCollection', features: unique });
    assert.ok(status < 300, `${status}`);
    for (const tile of tiles)
      for (const kind of random.some(KINDS, 3)) {
        const path = `${space.path}/tile/web/${tile}${kind}`;
        const cached = await hub.get(path);
        const made = await hub.get(`${path}&skipCache=true`);
        assert.equal(cached.status, 200, cached.text);
        assert.deepEqual(cached.bytes, made.bytes, `${path}, round ${round}`);
        if (stale.get(path) === cached.headers.etag) kept++;
        stale.set(path, String(cached.headers.etag));
      }
  }
  assert.ok(kept > 0, 'some have outlived a write');
});
