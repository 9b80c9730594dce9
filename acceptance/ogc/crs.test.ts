import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Feature, feature, idsOf } from '../harness/geojson.ts';
import { sharedHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { assertException, type Items, linkTo, pathOf } from './support.ts';

const hub = await sharedHub();
const space = await newSpace(hub);
const at = (id: string, x: number, y: number) =>
  feature(id, {}, { geometry: { type: 'Point', coordinates: [x, y] } });
await space.load(at('berlin', 13.4, 52.5), at('paris', 2.35, 48.86), at('suva', 178.4, -18.1));
const items = `/ogc/collections/${space.id}/items`;
const epsg = (code: number) => `http://www.opengis.net/def/crs/EPSG/0/${code}`;
const asked = (parameter: string, code: number) => `${parameter}=${encodeURIComponent(epsg(code))}`;
const coordinatesOf = ({ geometry }: Feature) => (geometry as { coordinates: number[] }).coordinates;
const isNear = ([a, b]: number[], [x, y]: readonly [number, number]) =>
  assert.ok(Math.abs(a! - x) < 0.01 && Math.abs(b! - y) < 0.01, `${a}, ${b} is not ${x}, ${y}`);

test('a collection lists its systems, and the list of collections all of them once', async () => {
  const { body } = await hub.get<{ crs: string[]; storageCrs: string }>(`/ogc/collections/${space.id}`);
  assert.equal(body.crs[0], 'http://www.opengis.net/def/crs/OGC/1.3/CRS84');
  assert.equal(body.storageCrs, body.crs[0]);
  for (const code of [4326, 3857, 25832, 32633, 32760, 3035, 2154]) assert.ok(body.crs.includes(epsg(code)));
  const all = (await hub.get<{ crs: string[]; collections: { crs: string[] }[] }>('/ogc/collections')).body;
  assert.deepEqual(all.collections[0]!.crs, ['#/crs']);
  assert.deepEqual(all.crs, body.crs);
});

describe('features come', () => {
  /** As PROJ has them (`cs2cs EPSG:4326 EPSG:…`). */
  const BERLIN: [code: number, coordinates: [number, number]][] = [
    [4326, [52.5, 13.4]],
    [3857, [1491681.18, 6891041.72]],
    [25833, [391390.73, 5817855.24]],
    [3035, [3271028.98, 4551801.97]],
  ];
  for (const [code, coordinates] of BERLIN)
    test(`in EPSG:${code}`, async () => {
      const page = await hub.get<Items>(`${items}?limit=1&${asked('crs', code)}`);
      assert.equal(page.headers['content-crs'], `<${epsg(code)}>`);
      isNear(coordinatesOf(page.body.features[0]!), coordinates);
      const next = await hub.get<Items>(pathOf(linkTo(page.body.links, 'next')!));
      assert.equal(next.headers['content-crs'], `<${epsg(code)}>`);
      const one = await hub.get<Feature>(`${items}/berlin?${asked('crs', code)}`);
      assert.equal(one.headers['content-crs'], `<${epsg(code)}>`);
      isNear(coordinatesOf(one.body), coordinates);
    });

  test('in longitude and latitude without a word, and each form of an item has its own ETag', async () => {
    const plain = await hub.get<Feature>(`${items}/berlin`);
    assert.equal(plain.headers['content-crs'], '<http://www.opengis.net/def/crs/OGC/1.3/CRS84>');
    assert.deepEqual(coordinatesOf(plain.body), [13.4, 52.5]);
    const other = await hub.get(`${items}/berlin?${asked('crs', 4326)}`);
    assert.notEqual(other.headers.etag, plain.headers.etag);
  });
});

describe('areas are asked for in any system', () => {
  const CASES: [query: string, ids: string[]][] = [
    [`bbox=52,13,53,14&${asked('bbox-crs', 4326)}`, ['berlin']],
    [`bbox=-20,178,-18,-178&${asked('bbox-crs', 4326)}`, ['suva']],
    [`bbox=0,5000000,2000000,8000000&${asked('bbox-crs', 3857)}`, ['berlin', 'paris']],
    [`bbox=391000,5817000,392000,5818000&${asked('bbox-crs', 25833)}`, ['berlin']],
    [`bbox=3271000,4551000,3272000,4552000&${asked('bbox-crs', 3035)}`, ['berlin']],
    // The corners of the whole world, as conformance suites send them.
    [`bbox=-20037508,-242528680,20037508,18394774&${asked('bbox-crs', 3857)}`, ['berlin', 'paris', 'suva']],
    [`bbox=500000,-9997964,684599,10688335&${asked('bbox-crs', 32633)}`, ['berlin', 'paris', 'suva']],
    [
      `filter=${encodeURIComponent('S_INTERSECTS(geometry, POLYGON((52 13,53 13,53 14,52 14,52 13)))')}&${asked('filter-crs', 4326)}`,
      ['berlin'],
    ],
    [
      `filter=${encodeURIComponent('S_INTERSECTS(geometry, BBOX(391000,5817000,392000,5818000))')}&${asked('filter-crs', 25833)}`,
      ['berlin'],
    ],
  ];
  for (const [query, ids] of CASES)
    test(decodeURIComponent(query), async () => {
      const found = await hub.get<Items>(`${items}?${query}`);
      assert.equal(found.status, 200, found.text);
      assert.deepEqual(idsOf(found.body), ids);
    });

  for (const [query, culprit] of [
    ['crs=EPSG:99999', 'crs'],
    ['bbox=1,2,3,4&bbox-crs=nonsense', 'bbox-crs'],
    [`bbox=1e9,1e9,2e9,2e9&${asked('bbox-crs', 25833)}`, 'bbox'],
    [`filter=a%3D1&${asked('filter-crs', 12345)}`, 'filter-crs'],
  ] as const)
    test(`${query} is refused`, async () =>
      assertException(await hub.get(`${items}?${query}`), 400, culprit));
});

test('features are written in the system that Content-Crs names', async () => {
  const headers = { 'content-crs': `<${epsg(25833)}>` };
  const sent = feature('utm', {}, { geometry: { type: 'Point', coordinates: [391390.73, 5817855.24] } });
  assert.equal((await hub.post(items, sent, { headers })).status, 201);
  const [lon, lat] = coordinatesOf(await space.read('utm'));
  assert.ok(Math.abs(lon! - 13.4) < 1e-6 && Math.abs(lat! - 52.5) < 1e-6);
  const back = await hub.get<Feature>(`${items}/utm?${asked('crs', 25833)}`);
  isNear(coordinatesOf(back.body), [391390.73, 5817855.24]);
  const unknown = { headers: { 'content-crs': '<http://example.org/crs>' } };
  assertException(await hub.post(items, sent, unknown), 400, 'Content-Crs');
  const broken = { ...sent, id: 'b', geometry: { type: 'Point', coordinates: ['x'] } };
  assertException(await hub.post(items, broken, { headers }), 400, 'coordinates');
});
