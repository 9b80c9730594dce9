import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature, NAMESPACE } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace, type Space } from './harness/space.ts';

const hub = await startHub();

interface Estimate<T> {
  value: T;
  estimated: boolean;
}
interface PropertyStatistics {
  key: string;
  count: number;
  datatype: string;
  searchable: boolean;
}
interface Statistics {
  type: string;
  count: Estimate<number>;
  dataSize: Estimate<number>;
  byteSize: Estimate<number>;
  bbox: Estimate<number[]>;
  geometryTypes: Estimate<string[]>;
  properties: Estimate<PropertyStatistics[]> & { searchable: string };
  tags: Estimate<{ key: string; count: number }[]>;
}

async function statisticsOf(space: Space): Promise<Statistics> {
  const response = await hub.get<Statistics>(`${space.path}/statistics`);
  assert.equal(response.status, 200, response.text);
  assert.match(response.headers['content-type'] ?? '', /^application\/json; ?charset=utf-8$/i);
  return response.body;
}

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);

/** Order is not promised, and neither is whether the namespace is listed among the properties. */
function sorted(statistics: Statistics): Statistics {
  const { geometryTypes, properties, tags } = statistics;
  return {
    ...statistics,
    geometryTypes: { ...geometryTypes, value: geometryTypes.value.toSorted() },
    properties: {
      ...properties,
      value: properties.value.filter(({ key }) => !key.startsWith('@ns')).sort(byKey),
    },
    tags: { ...tags, value: tags.value.toSorted(byKey) },
  };
}

const MIXED = [
  feature(
    'a',
    { name: 'x', n: 1, deep: { er: true, est: 'y' }, [NAMESPACE]: { tags: ['one', 'two'] } },
    { geometry: { type: 'Point', coordinates: [-10, 5] } },
  ),
  feature(
    'b',
    { name: 'y', n: 2.5, list: [1, 2], [NAMESPACE]: { tags: ['one'] } },
    {
      geometry: {
        type: 'LineString',
        coordinates: [
          [0, -20],
          [30.5, 0],
        ],
      },
    },
  ),
  feature('c', { name: 'z', nil: null, none: {} }, { geometry: null }),
];
const leaf = (key: string, count: number, datatype: string) => ({ key, count, datatype, searchable: true });

describe('statistics', () => {
  test('of an empty space are zeros and empty lists', async () => {
    const statistics = await statisticsOf(await newSpace(hub));
    const size = { value: 0, estimated: false };
    assert.deepEqual(statistics, {
      type: 'StatisticsResponse',
      count: { value: 0, estimated: false },
      dataSize: size,
      byteSize: size,
      bbox: { value: [], estimated: false },
      geometryTypes: { value: [], estimated: false },
      properties: { value: [], estimated: false, searchable: 'ALL' },
      tags: { value: [], estimated: false },
    });
  });

  test('count features, bytes, extent, geometry types, leaf properties and tags', async () => {
    const space = await newSpace(hub);
    await space.load(...MIXED);
    const { dataSize, byteSize, ...rest } = sorted(await statisticsOf(space));
    assert.deepEqual(rest, {
      type: 'StatisticsResponse',
      count: { value: 3, estimated: false },
      bbox: { value: [-10, -20, 30.5, 5], estimated: rest.bbox.estimated },
      geometryTypes: { value: ['LineString', 'Point'], estimated: rest.geometryTypes.estimated },
      properties: {
        value: [
          leaf('deep.er', 1, 'boolean'),
          leaf('deep.est', 1, 'string'),
          leaf('list', 1, 'array'),
          leaf('n', 2, 'number'),
          leaf('name', 3, 'string'),
          leaf('nil', 1, 'null'),
          leaf('none', 1, 'object'),
        ],
        estimated: rest.properties.estimated,
        searchable: 'ALL',
      },
      tags: {
        value: [
          { key: 'one', count: 2 },
          { key: 'two', count: 1 },
        ],
        estimated: rest.tags.estimated,
      },
    });
    assert.deepEqual(dataSize, byteSize);
    const sent = Buffer.byteLength(JSON.stringify(MIXED));
    assert.ok(
      byteSize.value > sent / 3 && byteSize.value < sent * 4,
      `${byteSize.value} for ${sent} bytes sent`,
    );
  });

  test('follow replacements, patches and deletions', async () => {
    const space = await newSpace(hub);
    await space.load(...MIXED);
    await space.load(
      feature(
        'a',
        { other: 'x', [NAMESPACE]: { tags: ['three'] } },
        { geometry: { type: 'Point', coordinates: [1, 1] } },
      ),
    );
    await hub.patch(`${space.features}/c`, { properties: { name: null, nil: 5 } });
    await hub.delete(`${space.features}/b`);
    const statistics = sorted(await statisticsOf(space));
    assert.equal(statistics.count.value, 2);
    assert.deepEqual(statistics.geometryTypes.value, ['Point']);
    assert.deepEqual(statistics.properties.value, [
      leaf('nil', 1, 'number'),
      leaf('none', 1, 'object'),
      leaf('other', 1, 'string'),
    ]);
    assert.deepEqual(statistics.tags.value, [{ key: 'three', count: 1 }]);
    if (!statistics.bbox.estimated) assert.deepEqual(statistics.bbox.value, [1, 1, 1, 1]);
  });

  test('are those of an empty space again when all features are gone', async () => {
    const space = await newSpace(hub);
    const empty = await statisticsOf(space);
    await space.load(...MIXED);
    await hub.delete(`${space.features}?tags=*`);
    assert.deepEqual(await statisticsOf(space), empty);
  });

  test('a refused write does not count', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a'));
    const before = await statisticsOf(space);
    await hub.post(`${space.features}?e=error`, {
      type: 'FeatureCollection',
      features: [feature('b'), feature('a', { n: 1 })],
    });
    assert.deepEqual(await statisticsOf(space), before);
  });

  test('are answered within a second', async () => {
    const space = await newSpace(hub);
    for (let from = 0; from < 20_000; from += 5_000) {
      await space.load(
        ...Array.from({ length: 5_000 }, (_, n) => feature(`f${from + n}`, { n, [`key${n % 50}`]: n })),
      );
    }
    const started = performance.now();
    assert.equal((await statisticsOf(space)).count.value, 20_000);
    assert.ok(performance.now() - started < 1000);
  });

  test('have types, values and limits of each property where they are asked for', async () => {
    const space = await newSpace(hub);
    await space.load(
      feature('a', { n: 1, name: 'x', deep: { v: true } }),
      feature('b', { n: 2.5, name: 'y', deep: { v: null } }),
      feature('c', { n: 'many', name: 'x', list: [1] }),
    );
    const path = `${space.path}/statistics`;
    type Property = { key: string; [member: string]: unknown };
    const { body } = await hub.get<{ properties: { value: Property[] } }>(`${path}?properties=full`);
    const byKey = new Map(body.properties.value.map(({ key, ...rest }) => [key, rest]));
    assert.deepEqual(byKey.get('n'), {
      count: 3,
      datatype: 'number',
      searchable: true,
      types: { number: 2, string: 1 },
      nulls: 0,
      distinct: 3,
      min: 1,
      max: 'many',
      frequent: [
        { value: 1, count: 1 },
        { value: 2.5, count: 1 },
        { value: 'many', count: 1 },
      ],
      estimated: false,
    });
    assert.deepEqual(byKey.get('name')?.frequent, [
      { value: 'x', count: 2 },
      { value: 'y', count: 1 },
    ]);
    assert.deepEqual([byKey.get('deep.v')?.types, byKey.get('deep.v')?.nulls], [{ boolean: 1, null: 1 }, 1]);
    assert.deepEqual([byKey.get('list')?.types, byKey.get('list')?.distinct], [{ array: 1 }, 0]);
    const brief = (await hub.get<{ properties: { value: Property[] } }>(path)).body.properties.value;
    assert.deepEqual(Object.keys(brief[0]!), ['key', 'count', 'datatype', 'searchable']);
    assertRefused(
      await hub.get(`${path}?properties=all`),
      400,
      /properties must be one of brief, full, not "all"/,
    );
  });

  test('of a space that does not exist are a 404', async () => {
    assertMissing(await hub.get('/hub/spaces/never-created/statistics'));
  });
});

describe('count', () => {
  test('follows every write', async () => {
    const space = await newSpace(hub);
    const count = async () => (await hub.get(`${space.path}/count`)).body;
    const counted = (n: number) => ({ type: 'CountResponse', count: n, estimated: false });
    assert.deepEqual(await count(), counted(0));
    await space.load(feature('a'), feature('b'), feature('c'));
    assert.deepEqual(await count(), counted(3));
    await space.load(feature('a', { n: 1 }));
    await hub.put(`${space.features}/d`, feature('d'));
    assert.deepEqual(await count(), counted(4));
    await hub.delete(`${space.features}/a`);
    assert.deepEqual(await count(), counted(3));
    await hub.delete(`${space.features}?id=*`);
    assert.deepEqual(await count(), counted(0));
  });

  test('of a space that does not exist is a 404', async () => {
    assertMissing(await hub.get('/hub/spaces/never-created/count'));
  });
});
