import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type FeatureCollection, idsOf, NAMESPACE } from '../harness/geojson.ts';
import { sharedHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace, type Space } from '../harness/space.ts';
import { readVectorTile } from '../harness/vector-tile.ts';

const hub = await sharedHub();
/** A hub on a busy machine refuses reads that have waited long. */
const AT_ONCE = 8;
const find = async (space: Space, call: string) => {
  const response = await hub.get<FeatureCollection>(`${space.path}/tile/${call}`);
  assert.equal(response.status, 200, response.text);
  return response.body;
};

const wave = (points: number) =>
  Array.from({ length: points }, (_, i) => [(i / points) * 10, 1 + Math.sin(i / 3) * 0.001, i]);

describe('mode=viz', async () => {
  const space = await newSpace(hub);
  await space.load(
    { id: 'point', geometry: { type: 'Point', coordinates: [1, 1, 5] }, properties: { n: 1, m: { k: 2 } } },
    { id: 'wave', geometry: { type: 'LineString', coordinates: wave(1000) }, properties: { n: 2 } },
    {
      id: 'speck',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [2, 2],
            [2.0001, 2],
            [2.0001, 2.0001],
            [2, 2],
          ],
        ],
      },
    },
    {
      id: 'belt',
      geometry: {
        type: 'LineString',
        coordinates: [
          [-170, 5],
          [170, 5],
        ],
      },
    },
  );
  const shown = async (call: string) => (await find(space, call)).features;

  test('leaves out what can’t be seen, and shows the rest without properties', async () => {
    const features = await shown('web/4/8/7?mode=viz');
    assert.deepEqual(
      features.map(({ id, properties }) => [id, properties]),
      [
        ['point', {}],
        ['wave', {}],
        ['belt', {}],
      ],
    );
    assert.deepEqual(idsOf(await find(space, 'web/4/8/7?mode=raw')), ['point', 'wave', 'speck', 'belt']);
    assert.ok(
      (await shown('web/16/33132/32403?mode=viz')).some(({ id }) => id === 'speck'),
      'from near it is seen',
    );
  });

  test('shows vertices of the geometry itself, no further off than a unit of the grid', async () => {
    const [, line] = await shown('web/4/8/7?mode=viz');
    const { coordinates } = line!.geometry as { coordinates: number[][] };
    assert.ok(coordinates.length < 20, `${coordinates.length} vertices`);
    const originals = new Set(wave(1000).map(String));
    for (const position of coordinates)
      assert.ok(originals.has(String(position)), `${position} with its height`);
  });

  test('clips to the tile unless told not to', async () => {
    const xs = async (more: string) => {
      const belt = (await shown(`web/4/8/7?mode=viz${more}`)).find(({ id }) => id === 'belt');
      return (belt!.geometry as { coordinates: number[][] }).coordinates.map(([x]) => x);
    };
    assert.deepEqual(await xs(''), [0, 22.5]);
    assert.deepEqual(await xs('&clip=false'), [-170, 170]);
    assert.deepEqual(await xs('&margin=128'), [-11.25, 33.75]);
  });

  test('shows what selection names, and all of it for *', async () => {
    const [some] = await shown('web/4/8/7?mode=viz&selection=p.m.k,n');
    assert.deepEqual(some!.properties, { m: { k: 2 }, n: 1 });
    const [all] = await shown('web/4/8/7?mode=viz&selection=*');
    assert.ok(NAMESPACE in all!.properties);
  });

  test('takes tags, properties, limit, force2D', async () => {
    assert.deepEqual(idsOf(await find(space, 'web/4/8/7?mode=viz&p.n=2')), ['wave']);
    const cut = await find(space, 'web/4/8/7?mode=viz&limit=1&force2D=true');
    assert.deepEqual(cut.features[0]!.geometry, { type: 'Point', coordinates: [1, 1] });
    assert.equal(cut.partial, true);
  });

  test('is drawn on vector tiles too', async () => {
    const raw = await hub.get<undefined>(`${space.path}/tile/web/4/8/7.mvt`);
    const viz = await hub.get<undefined>(`${space.path}/tile/web/4/8/7.mvt?mode=viz`);
    const [layer] = readVectorTile(viz.bytes);
    assert.deepEqual(
      layer!.features.map(({ properties }) => properties),
      [{ id: 'point' }, { id: 'wave' }, { id: 'belt' }],
    );
    assert.ok(viz.bytes.length < raw.bytes.length / 2);
  });

  const REFUSED: [string, string][] = [
    ['web/0_0_0?mode=fast', 'mode must be one of raw, viz'],
    ['web/0_0_0?mode=', 'mode'],
    ['web/0_0_0?mode=viz&vizSampling=some', 'vizSampling must be one of off, low, med, high'],
    ['web/0_0_0?vizSampling=some', 'vizSampling'],
    ['web/0_0_0?mode=viz&mode=raw', 'mode must be sent once'],
    ['here/1_1_0?mode=viz', 'here'],
    ['here/1_1_0?clustering=hexbin', 'here'],
    ['here/11?clustering=quadbin', 'here'],
    ['here/1_1_0.mvt?mode=viz', 'here'],
  ];
  for (const [call, culprit] of REFUSED)
    test(`${call} is refused`, async () => {
      assertRefused(await hub.get(`${space.path}/tile/${call}`), 400, culprit);
    });
});

describe(`vizSampling (seed ${seed})`, () => {
  /** `high` shows a quarter of so many, `med` a third, `low` all. */
  const COUNT = 50_000;
  let space: Space;
  before(async () => {
    space = await newSpace(hub);
    const random = new Random(seed);
    const features = Array.from({ length: COUNT }, (_, i) => ({
      id: `${i}`,
      // Most are close together, so that deeper tiles have to be sampled too.
      geometry: { type: 'Point', coordinates: [random.next() ** 2 * 170, random.next() ** 2 * 80] },
      properties: { n: i % 10 },
    }));
    for (let from = 0; from < COUNT; from += 25_000) await space.load(...features.slice(from, from + 25_000));
  });
  const viz = (tile: string, sampling: string) => find(space, `web/${tile}?mode=viz&vizSampling=${sampling}`);

  test('shows fewer the higher it is, of what it says is only a part', async () => {
    const counts: number[] = [];
    let last: Set<string> | undefined;
    for (const sampling of ['off', 'low', 'med', 'high']) {
      const { features, partial } = await viz('0/0/0', sampling);
      counts.push(features.length);
      assert.equal(partial, features.length < COUNT ? true : undefined, sampling);
      const ids = new Set(features.map(({ id }) => id));
      if (last)
        for (const id of ids) assert.ok(last.has(id), 'and what a higher one shows a lower one does too');
      last = ids;
    }
    assert.deepEqual(counts.slice(0, 2), [COUNT, COUNT]);
    const [, , med, high] = counts as [number, number, number, number];
    assert.ok(Math.abs(med - COUNT / 3) < COUNT / 100, `${med}`);
    assert.ok(Math.abs(high - COUNT / 4) < COUNT / 100, `${high}`);
    assert.equal((await find(space, 'web/0/0/0?mode=viz')).features.length, med, 'med is the default');
  });

  test('shows the same every time', async () => {
    const once = idsOf(await viz('0/0/0', 'high'));
    assert.deepEqual(idsOf(await find(space, 'web/0/0/0?mode=viz&vizSampling=high&skipCache=true')), once);
    assert.deepEqual(
      once,
      once.toSorted((a, b) => Number(a) - Number(b)),
      'in the order of insertion',
    );
  });

  test('counts only what matches', async () => {
    const { features, partial } = await find(space, 'web/0/0/0?mode=viz&vizSampling=high&p.n=3');
    assert.deepEqual([features.length, partial], [COUNT / 10, undefined]);
  });

  test('shows on deeper tiles all that it showed before, and everything in the end', async () => {
    let tiles = [{ z: 0, x: 0, y: 0 }];
    let shown = new Set(idsOf(await viz('0/0/0', 'high')));
    for (let z = 1; z <= 5; z++) {
      tiles = tiles.flatMap(({ x, y }) =>
        [0, 1, 2, 3].map((i) => ({ z, x: 2 * x + (i & 1), y: 2 * y + (i >> 1) })),
      );
      const responses: Awaited<ReturnType<typeof viz>>[] = [];
      for (let from = 0; from < tiles.length; from += AT_ONCE)
        responses.push(
          ...(await Promise.all(
            tiles.slice(from, from + AT_ONCE).map(({ x, y }) => viz(`${z}/${x}/${y}`, 'high')),
          )),
        );
      const below = new Set(responses.flatMap(idsOf));
      for (const id of shown) assert.ok(below.has(id), `${id} is seen at zoom ${z - 1} but not at ${z}`);
      tiles = tiles.filter((_, i) => responses[i]!.features.length > 0);
      shown = below;
    }
    assert.equal(shown.size, COUNT);
  });

  test('holds for vector tiles', async () => {
    const { bytes } = await hub.get<undefined>(`${space.path}/tile/web/0/0/0.mvt?mode=viz&vizSampling=high`);
    const [layer] = readVectorTile(bytes);
    assert.deepEqual(
      layer!.features.map(({ properties: { id } }) => id),
      idsOf(await viz('0/0/0', 'high')),
    );
  });
});
