import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Feature,
  type FeatureCollection,
  feature,
  idsOf,
  NAMESPACE,
  namespaceOf,
} from '../harness/geojson.ts';
import { sharedHub } from '../harness/hub.ts';
import { assertMissing } from '../harness/refusal.ts';
import { newSpace } from '../harness/space.ts';
import { readVectorTile } from '../harness/vector-tile.ts';
import { type Mode, newVirtual, overPair, storage } from './spaces.ts';

const hub = await sharedHub();

const SHOWN: Record<Mode, string[]> = {
  group: ['a', 'b', 'c', 'b'],
  custom: ['a', 'b', 'c', 'b'],
  override: ['a', 'b', 'c'],
  merge: ['a', 'b', 'c'],
};

for (const mode of ['group', 'custom', 'override', 'merge'] as const) {
  describe(`the features of a ${mode}`, async () => {
    const { base, later, virtual } = await overPair(hub, mode);
    const shown = SHOWN[mode];
    const get = async (call: string) => {
      const response = await hub.get<FeatureCollection>(`${virtual.path}/${call}`);
      assert.equal(response.status, 200, response.text);
      return response.body;
    };

    test('are found by search, iterate, count, box, tile, radius and shape alike', async () => {
      assert.deepEqual(idsOf(await get('search')), shown);
      assert.deepEqual(idsOf(await get('iterate')), shown);
      assert.deepEqual(await get('count'), { type: 'CountResponse', count: shown.length, estimated: false });
      // The later b has no geometry of its own.
      const somewhere = {
        group: ['a', 'b', 'c'],
        custom: ['a', 'b', 'c'],
        override: ['a', 'c'],
        merge: ['a', 'b', 'c'],
      }[mode];
      assert.deepEqual(idsOf(await get('bbox?west=0&south=0&east=9&north=9')), somewhere);
      assert.deepEqual(idsOf(await get('tile/web/0_0_0')), somewhere);
      assert.deepEqual(idsOf(await get('bbox?west=2.5&south=0&east=9&north=9')), ['c']);
      assert.deepEqual(idsOf(await get('spatial?lat=1&lon=1&radius=1000')), ['a']);
      assert.deepEqual(idsOf(await get(`spatial?refSpaceId=${virtual.id}&refFeatureId=c&radius=10`)), ['c']);
      const posted = await hub.post<FeatureCollection>(`${virtual.path}/spatial?radius=200000`, {
        type: 'Point',
        coordinates: [1, 1],
      });
      assert.deepEqual(idsOf(posted.body), somewhere.slice(0, somewhere.includes('b') ? 2 : 1));
    });

    test('are drawn on a vector tile of one layer, named after the virtual space', async () => {
      const response = await hub.get(`${virtual.path}/tile/web/0/0/0.mvt`);
      assert.equal(response.status, 200, response.text);
      const layers = readVectorTile(response.bytes);
      assert.deepEqual(
        layers.map(({ name, features }) => [name, features.length]),
        [[virtual.id, mode === 'override' ? 2 : 3]],
      );
    });

    test('are counted in cells, and shown for maps', async () => {
      const expected = mode === 'override' ? 2 : 3;
      const quads = await get('tile/web/0_0_0?clustering=quadbin&clustering.absoluteResolution=0');
      assert.deepEqual(
        quads.features.map(({ properties }) => properties.count),
        [expected],
      );
      const hexagons = await get(
        'bbox?west=0&south=0&east=9&north=9&clustering=hexbin&clustering.resolution=0',
      );
      const quantity = hexagons.features.reduce(
        (sum, { properties }) => sum + (properties.aggregation as { qty: number }).qty,
        0,
      );
      assert.equal(quantity, expected);
      assert.equal((await get('tile/web/0_0_0?mode=viz')).features.length, expected);
    });

    test('come page by page, each once, whatever the page size', async () => {
      for (const limit of [1, 2, 3, 4]) {
        const seen: string[] = [];
        for (let handle = '0'; handle; ) {
          const page: FeatureCollection = await get(`iterate?limit=${limit}&handle=${handle}`);
          assert.ok(page.features.length <= limit);
          seen.push(...idsOf(page));
          handle = page.handle ?? '';
          if (handle) assert.match(handle, /^\d+$/);
        }
        assert.deepEqual(seen, shown);
      }
    });

    test('come sorted, page by page', async () => {
      const seen: string[] = [];
      for (let handle = '0'; handle; ) {
        const page: FeatureCollection = await get(`iterate?limit=1&sort=p.v:desc&handle=${handle}`);
        seen.push(...idsOf(page));
        handle = page.handle ?? '';
      }
      const expected = {
        group: ['c', 'a', 'b', 'b'],
        custom: ['c', 'a', 'b', 'b'],
        override: ['c', 'a', 'b'],
        merge: ['c', 'a', 'b'],
      };
      assert.deepEqual(seen, expected[mode]);
    });

    test('come in parts that add up', async () => {
      const parts = await Promise.all([1, 2, 3].map((i) => get(`iterate?part=${i},3`)));
      assert.deepEqual(parts.flatMap(idsOf).sort(), shown.toSorted());
    });

    test('are cut at the limit, which is told', async () => {
      const { features, partial } = await get('search?limit=2');
      assert.deepEqual([features.length, partial], [2, true]);
      assert.equal((await get(`search?limit=${shown.length}`)).partial, undefined);
    });

    test('name the space they are of', async () => {
      const spaces = (await get('search')).features.map((one) => namespaceOf(one).space);
      const expected = {
        group: [base.id, base.id, later.id, later.id],
        custom: [base.id, base.id, later.id, later.id],
        override: [base.id, later.id, later.id],
        merge: [undefined, undefined, undefined],
      };
      assert.deepEqual(spaces, expected[mode]);
      if (mode === 'merge')
        for (const one of (await get('search')).features)
          assert.deepEqual(Object.keys(namespaceOf(one)).sort(), ['createdAt', 'tags', 'updatedAt']);
    });

    test('are found by id, once, in the order of the ids', async () => {
      assert.deepEqual(idsOf(await get('features?id=c,b,nobody,a,b')), ['c', 'b', 'a']);
      const b = await virtual.read('b');
      const expected = {
        group: { v: 1, deep: { x: 1, y: 1 } },
        custom: { v: 1, deep: { x: 1, y: 1 } },
        override: { w: 2, deep: { y: 2 } },
        merge: { v: 1, w: 2, deep: { x: 1, y: 2 } },
      }[mode];
      const { [NAMESPACE]: _, ...properties } = b.properties;
      assert.deepEqual(properties, expected);
      assertMissing(await hub.get(`${virtual.features}/nobody`));
    });

    test('are shown as asked for', async () => {
      const { features } = await get('features?id=a&selection=p.v&force2D=true');
      assert.deepEqual(features, [
        { type: 'Feature', id: 'a', geometry: { type: 'Point', coordinates: [1, 1] }, properties: { v: 1 } },
      ]);
    });

    test('have statistics', async () => {
      const statistics = await hub.get<Record<string, { value: unknown; estimated: boolean }>>(
        `${virtual.path}/statistics`,
      );
      assert.equal(statistics.status, 200, statistics.text);
      const { count, bbox, geometryTypes, tags } = statistics.body;
      assert.deepEqual(count, { value: shown.length, estimated: false });
      assert.deepEqual([bbox!.value, geometryTypes!.value], [[1, 1, 3, 3], ['Point']]);
      const isGroup = mode === 'group' || mode === 'custom';
      assert.equal(tags!.estimated, !isGroup);
      assert.deepEqual(tags!.value, [
        { key: 'base', count: 2 },
        { key: 'later', count: 2 },
      ]);
    });
  });
}

describe('a filter applies to what a virtual space shows', () => {
  const cases: [query: string, ids: Partial<Record<Mode, string[]>>][] = [
    ['p.v=1', { group: ['a', 'b'], override: ['a'], merge: ['a', 'b'] }],
    ['p.w=2', { group: ['b'], override: ['b'], merge: ['b'] }],
    ['p.v=1&p.w=2', { group: [], override: [], merge: ['b'] }],
    ['p.deep.x=1&p.deep.y=2', { group: [], override: [], merge: ['b'] }],
    ['p.deep.y=1', { group: ['b'], override: [], merge: [] }],
    ['tags=base', { group: ['a', 'b'], override: ['a'], merge: ['a'] }],
    ['tags=later', { group: ['c', 'b'], override: ['b', 'c'], merge: ['b', 'c'] }],
    ['f.id=b', { group: ['b', 'b'], override: ['b'], merge: ['b'] }],
    ['p.v=.null', { group: ['b'], override: ['b'], merge: [] }],
    ['p.v!=1', { group: ['c'], override: ['c'], merge: ['c'] }],
  ];
  for (const mode of ['group', 'override', 'merge'] as const)
    for (const indexed of [false, true])
      test(`${mode}${indexed ? ', with indexes' : ''}`, async () => {
        const { base, later, virtual } = await overPair(hub, mode);
        if (indexed)
          for (const { path } of [base, later])
            await hub.patch(path, {
              searchableProperties: { v: true, w: true, 'deep.x': true, 'deep.y': true },
            });
        for (const [query, ids] of cases) {
          assert.deepEqual(await virtual.search(query), ids[mode], query);
          const count = await hub.get<{ count: number }>(`${virtual.path}/count?${query}`);
          assert.equal(count.body.count, ids[mode]!.length, query);
        }
        const near = await hub.get<FeatureCollection>(
          `${virtual.path}/bbox?west=1.5&south=1.5&east=2.5&north=2.5&p.w=2`,
        );
        assert.deepEqual(idsOf(near.body), mode === 'merge' ? ['b'] : []);
      });
});

describe('the ETag of a virtual space', () => {
  test('changes with each of its upstream spaces, and with its definition', async () => {
    const { base, later, virtual } = await overPair(hub, 'merge');
    const outer = await newVirtual(hub, 'group', [virtual]);
    const etag = async () => {
      const response = await hub.get(`${outer.path}/search`);
      const again = await hub.get(`${outer.path}/search`, {
        headers: { 'if-none-match': response.headers.etag },
      });
      assert.equal(again.status, 304);
      return response.headers.etag!;
    };
    const seen = [await etag()];
    await base.load(feature('n'));
    seen.push(await etag());
    await later.load(feature('n'));
    seen.push(await etag());
    await hub.patch(virtual.path, {
      storage: { id: 'virtualspace', params: { virtualspace: { override: [base.id, later.id] } } },
    });
    seen.push(await etag());
    assert.equal(new Set(seen).size, 4);
  });

  test('of a space that is rebuilt under an old id is another', async () => {
    const upstream = await newSpace(hub);
    await upstream.load(feature('x'));
    const virtual = await newVirtual(hub, 'group', [upstream]);
    const before = (await hub.get(`${virtual.path}/search`)).headers.etag;
    await hub.delete(upstream.path);
    const anew = await newSpace(hub, { id: upstream.id });
    await anew.load(feature('y'));
    await hub.patch(virtual.path, { storage: storage('group', [upstream.id]) });
    const response = await hub.get<FeatureCollection>(`${virtual.path}/search`);
    assert.notEqual(response.headers.etag, before);
    assert.deepEqual(idsOf(response.body), ['y']);
  });
});

test('a read after an acknowledged write shows it, through any number of levels', async () => {
  const { base, virtual } = await overPair(hub, 'override');
  const outer = await newVirtual(hub, 'group', [virtual]);
  for (let i = 0; i < 20; i++) {
    await base.load(feature('a', { i }));
    const found = await hub.get<Feature>(`${outer.features}/a`);
    assert.equal(found.body.properties.i, i);
    assert.deepEqual(await outer.search(`p.i=${i}`), ['a']);
  }
});

test('a virtual space has no versions to read', async () => {
  const { virtual } = await overPair(hub, 'group');
  assert.equal((await hub.get(`${virtual.path}/iterate?version=1`)).status, 400);
  assert.equal((await hub.get(`${virtual.path}/changesets`)).status, 400);
});
