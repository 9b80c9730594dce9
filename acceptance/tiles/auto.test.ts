import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FeatureCollection } from '../harness/geojson.ts';
import { sharedHub } from '../harness/hub.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace } from '../harness/space.ts';
import { readVectorTile } from '../harness/vector-tile.ts';

const hub = await sharedHub();

describe('mode=auto', async () => {
  const space = await newSpace(hub);
  const square = (x: number, y: number, size: number) => ({
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [x + size, y],
        [x + size, y + size],
        [x, y + size],
        [x, y],
      ],
    ],
  });
  const points = Array.from({ length: 2000 }, (_, i) => ({
    type: 'Feature',
    id: `p${i}`,
    geometry: { type: 'Point', coordinates: [0.5 + ((i * 0.618) % 1) * 40, 0.5 + ((i * 0.755) % 1) * 40] },
    properties: { n: i, m: { k: `name ${i}` }, list: [1, 2], none: null, long: 'x'.repeat(257) },
  }));
  await space.load(...points);
  await space.load(
    { type: 'Feature', id: '17', geometry: square(-50, -50, 0.0001), properties: { kind: 'speck' } },
    { type: 'Feature', id: 'land', geometry: square(-40, -40, 20), properties: { kind: 'land' } },
  );
  const bytesOf = async (call: string) => {
    const response = await hub.get<undefined>(`${space.path}/tile/web/${call}`);
    assert.equal(response.status, 200, response.text);
    return response.bytes;
  };
  const shown = async (call: string) => readVectorTile(await bytesOf(call))[0]?.features ?? [];
  const idsOf = (features: Awaited<ReturnType<typeof shown>>) =>
    features.map(({ properties }) => String(properties.id));

  test('keeps tiles within their bytes, shows what the tile above shows, and counts everything', async () => {
    let above: string[] = [];
    for (const tile of ['0/0/0', '1/1/0', '2/2/1', '3/4/3', '4/8/7']) {
      const bytes = await bytesOf(`${tile}.mvt?mode=auto&tileBytes=20000&margin=0`);
      assert.ok(bytes.length <= 20_000, `${bytes.length} bytes of ${tile}`);
      const features = readVectorTile(bytes)[0]!.features;
      const ids = new Set(idsOf(features));
      assert.equal(ids.size, features.length);
      const found = await hub.get<FeatureCollection>(`${space.path}/tile/web/${tile}`);
      const all = new Set(found.body.features.map(({ id }) => id));
      assert.ok(above.every((id) => !all.has(id) || ids.has(id)));
      const sum = features.reduce((total, { properties }) => total + Number(properties.point_count), 0);
      assert.equal(sum, all.size);
      above = [...ids];
    }
    assert.ok(above.length < 2000 && above.length > 50, `${above.length}`);
  });

  test('has properties under dotted names, without namespace and long texts', async () => {
    const features = await shown('0/0/0.mvt?mode=auto&f.id=p7');
    assert.deepEqual(
      features.map(({ properties }) => properties),
      [{ id: 'p7', point_count: 1, n: 7, 'm.k': 'name 7', list: '[1,2]' }],
    );
    const selected = await shown('0/0/0.mvt?mode=auto&f.id=p7&selection=p.m.k,p.long');
    assert.deepEqual(selected[0]!.properties, {
      id: 'p7',
      point_count: 1,
      'm.k': 'name 7',
      long: 'x'.repeat(257),
    });
    const whole = await shown('0/0/0.mvt?mode=auto&f.id=p7&selection=*');
    assert.equal(whole[0]!.properties['@ns:com:here:xyz.space'], space.id);
  });

  test('shows what is too small to be seen as a square, under a number that it has at every zoom', async () => {
    for (const tile of ['0/0/0', '1/0/1']) {
      const features = await shown(`${tile}.mvt?mode=auto`);
      const speck = features.find(({ properties }) => properties.id === '17')!;
      assert.deepEqual([speck.number, speck.type, speck.drawn[0]!.length], [17, 3, 5]);
      const land = features.find(({ properties }) => properties.id === 'land')!;
      assert.equal(land.number, 7_766_943_333_815_424);
    }
  });

  test('shows what has a rank first, the greatest of it, and follows the definition', async () => {
    const call = '0/0/0.mvt?mode=auto&tileBytes=20000&selection=p.n';
    const path = `${space.path}/tile/web/${call}`;
    const ranked = async (rank: unknown) => {
      const changed = await hub.patch(space.path, { rank });
      assert.equal(changed.status, 200, changed.text);
      const { headers } = await hub.get<undefined>(path);
      return { ids: new Set(idsOf(await shown(call))), etag: headers.etag };
    };
    const greatest = await ranked('n');
    assert.ok(greatest.ids.size > 100 && greatest.ids.size < 1000);
    assert.deepEqual(
      [...greatest.ids].sort(),
      Array.from({ length: greatest.ids.size }, (_, i) => `p${1999 - i}`).sort(),
    );
    const least = await ranked({ property: 'n', order: 'ascending' });
    assert.ok(least.ids.has('p0') && !least.ids.has('p1999'));
    assert.notEqual(least.etag, greatest.etag);
    assert.notDeepEqual((await ranked(null)).ids, least.ids);
    const refused = await hub.patch(space.path, { rank: { property: 'n', order: 'down' } });
    assertRefused(refused, 400, 'rank must be the name of a property');
  });

  test('shows features of the same rank from all over the tile, in whichever order they were loaded', async () => {
    const streets = await newSpace(hub, { rank: 'importance' });
    const count = 3000;
    await streets.load(
      ...Array.from({ length: count }, (_, i) => ({
        type: 'Feature',
        id: `s${i}`,
        geometry: { type: 'Point', coordinates: [-150 + (300 * i) / count, (i * 0.618) % 60] },
        properties: { importance: i % 300 === 0 ? 2 : 1, name: `street ${i}` },
      })),
    );
    const { bytes } = await hub.get<undefined>(
      `${streets.path}/tile/web/0/0/0.mvt?mode=auto&tileBytes=20000`,
    );
    const numbers = readVectorTile(bytes)[0]!.features.map(({ properties }) =>
      Number(String(properties.id).slice(1)),
    );
    assert.ok(numbers.length < count / 2, `${numbers.length} shown`);
    assert.equal(numbers.filter((number) => number % 300 === 0).length, 10);
    for (let tenth = 0; tenth < 10; tenth++) {
      const from = numbers.filter((number) => Math.floor((number * 10) / count) === tenth).length;
      assert.ok(from > numbers.length / 30, `${from} of ${numbers.length} from part ${tenth}`);
    }
  });

  test('is what TileJSON leads to, which names attributes and their types', async () => {
    type TileJson = { tiles: [string]; vector_layers: [{ fields: Record<string, string> }] };
    const { body } = await hub.get<TileJson>(`${space.path}/tile/web.json?tags=`);
    assert.match(body.tiles[0], /\.mvt\?tags=&mode=auto&v=\d+$/);
    assert.deepEqual(body.vector_layers[0].fields, {
      id: 'String',
      point_count: 'Number',
      n: 'Number',
      'm.k': 'String',
      list: 'String',
      long: 'String',
      kind: 'String',
    });
    const hexbins = await hub.get<TileJson>(`${space.path}/tile/web.json?clustering=hexbin`);
    assert.ok(!hexbins.body.tiles[0].includes('mode='));
  });

  test('refuses what it can’t do, in words', async () => {
    const refused = async (call: string, words: string) =>
      assertRefused(await hub.get(`${space.path}/tile/${call}`), 400, words);
    await refused('web/0/0/0?mode=auto', 'mode=auto is for vector tiles');
    await refused('web/0/0/0.mvt?mode=auto&clip=false', 'clip=false');
    await refused('web/0/0/0.mvt?mode=auto&margin=65', 'margin must be at most 64');
    await refused('web/0/0/0.mvt?mode=auto&tileBytes=5', 'tileBytes must be a whole number from 20000');
    await refused('here/1.mvt?mode=auto', 'mode=auto is not possible on here tiles');
  });
});
