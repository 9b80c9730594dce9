import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FeatureCollection, feature, idsOf } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const at = (id: string, x: number, y: number, properties: object) =>
  feature(id, properties, { geometry: { type: 'Point', coordinates: [x, y] } });

const FEATURES = [
  at('berlin', 13.4, 52.5, {
    name: 'Berlin',
    population: 3_700_000,
    founded: '1237-10-28',
    tags: ['capital'],
  }),
  at('paris', 2.35, 48.86, { name: 'Paris', population: 2_100_000, river: { name: 'Seine' } }),
  at('bonn', 7.1, 50.73, { name: 'Bonn', population: 330_000, founded: '0011-01-01' }),
  at('bogota', -74.1, 4.7, { name: 'Bogotá', population: 7_900_000, visited: '2024-05-01T10:00:00Z' }),
  { type: 'Feature', id: 'nowhere', geometry: null, properties: { name: 'Nowhere', population: '12' } },
];

/** A filter and the ids it lets pass. */
const CASES: [filter: string, ids: string[]][] = [
  ['population > 2000000', ['berlin', 'paris', 'bogota']],
  ['2000000 < population', ['berlin', 'paris', 'bogota']],
  ["name LIKE 'B%'", ['berlin', 'bonn', 'bogota']],
  ["name LIKE 'B%' AND population < 1000000", ['bonn']],
  ["name = 'Paris' OR name = 'Bonn'", ['paris', 'bonn']],
  ["NOT (name LIKE 'B%')", ['paris', 'nowhere']],
  ['population <> 330000', ['berlin', 'paris', 'bogota']],
  ['population IS NOT NULL AND river.name IS NULL', ['berlin', 'bonn', 'bogota', 'nowhere']],
  ["river.name = 'Seine'", ['paris']],
  ["id IN ('bonn', 'paris', 'rome')", ['paris', 'bonn']],
  ['population BETWEEN 300000 AND 2100000', ['paris', 'bonn']],
  ['population / 1000 > 3000', ['berlin', 'bogota']],
  ["ACCENTI(name) = ACCENTI('Bogota')", ['bogota']],
  ["CASEI(name) LIKE CASEI('bERL%')", ['berlin']],
  ['geometry IS NULL', ['nowhere']],
  ['S_INTERSECTS(geometry, BBOX(5,45,15,55))', ['berlin', 'bonn']],
  ["S_WITHIN(geometry, POLYGON((0 45,15 45,15 55,0 55,0 45))) AND name <> 'Bonn'", ['berlin', 'paris']],
  ['NOT S_INTERSECTS(geometry, BBOX(5,45,15,55))', ['paris', 'bogota']],
  ['distance(geometry, POINT(13.4 52.5)) < 500000', ['berlin', 'bonn']],
  ["founded < DATE('1000-01-01')", ['bonn']],
  ["T_AFTER(visited, TIMESTAMP('2024-01-01T00:00:00Z'))", ['bogota']],
  ["A_CONTAINS(tags, ('capital'))", ['berlin']],
  ["population > 1000000 AND S_INTERSECTS(geometry, BBOX(-180,-90,180,90)) AND name LIKE '%a%'", ['paris']],
];

const hub = await sharedHub();
const space = await newSpace(hub);
await space.load(...FEATURES);

describe('filter', () => {
  const find = async (path: string, filter: string) => {
    const joint = path.includes('?') ? '&' : '?';
    const response = await hub.get<FeatureCollection>(
      `${space.path}/${path}${joint}filter=${encodeURIComponent(filter)}`,
    );
    assert.equal(response.status, 200, response.text);
    return response;
  };

  for (const [filter, ids] of CASES)
    test(`${filter} finds ${ids.join(', ')}`, async () => {
      assert.deepEqual(idsOf((await find('search', filter)).body), ids);
      const { text } = await find('count', filter);
      assert.match(text, new RegExp(`"count":${ids.length}\\b`));
      assert.deepEqual(idsOf((await find('iterate?limit=2', filter)).body), ids.slice(0, 2));
      const sorted = await find('iterate?sort=p.name:asc', filter);
      assert.deepEqual(idsOf(sorted.body).sort(), [...ids].sort());
    });

  test('finds the same with an index on the property', async () => {
    const indexed = await newSpace(hub, { searchableProperties: { population: true, name: true } });
    await indexed.load(...FEATURES);
    for (const [filter, ids] of CASES) {
      const { body } = await hub.get<FeatureCollection>(
        `${indexed.path}/search?filter=${encodeURIComponent(filter)}`,
      );
      assert.deepEqual(idsOf(body), ids, filter);
    }
  });

  test('works in boxes, tiles, radius reads and exports, beside their own conditions', async () => {
    const filter = 'population > 1000000';
    const area = 'west=0&south=40&east=20&north=60';
    assert.deepEqual(idsOf((await find(`bbox?${area}`, filter)).body), ['berlin', 'paris']);
    assert.deepEqual(idsOf((await find('tile/web/1_1_0', filter)).body), ['berlin', 'paris']);
    assert.deepEqual(idsOf((await find('spatial?lat=50&lon=7&radius=600000', filter)).body), [
      'berlin',
      'paris',
    ]);
    assert.deepEqual(idsOf((await find('search?p.name=Paris', filter)).body), ['paris']);
    assert.match((await find('export?format=csv', filter)).text, /Bogotá/);
    assert.doesNotMatch((await find('export?format=csv', filter)).text, /Bonn/);
  });

  test('draws vector tiles of what passes only', async () => {
    const all = await hub.get(`${space.path}/tile/web/0_0_0.mvt`);
    const none = await find('tile/web/0_0_0.mvt', 'population < 0');
    assert.ok(all.text.length > 0);
    assert.equal(none.text.length, 0);
  });

  test('may be written as JSON', async () => {
    const json = {
      op: 'and',
      args: [
        { op: '>', args: [{ property: 'population' }, 1e6] },
        { op: 'like', args: [{ property: 'name' }, 'B%'] },
      ],
    };
    const { body } = await find('search?filter-lang=cql2-json', JSON.stringify(json));
    assert.deepEqual(idsOf(body), ['berlin', 'bogota']);
  });

  test('works on virtual spaces', async () => {
    const other = await newSpace(hub);
    await other.load(at('rome', 12.5, 41.9, { name: 'Rome', population: 2_800_000 }));
    const group = await newSpace(hub, {
      storage: { id: 'virtualspace', params: { virtualspace: { group: [space.id, other.id] } } },
    });
    const { body, text } = await hub.get<FeatureCollection>(
      `${group.path}/search?filter=${encodeURIComponent('population > 2500000 AND S_INTERSECTS(geometry, BBOX(0,0,90,90))')}`,
    );
    assert.deepEqual(idsOf(body).sort(), ['berlin', 'rome'], text);
  });

  const REFUSED: [query: string, message: RegExp][] = [
    ['filter=population%20%3E', /filter: the filter ends where a property/],
    ["filter=1%20%3D%20'x'", /filter: = compares a number with a text/],
    ['filter=%7B&filter-lang=cql2-json', /filter: the filter is not valid JSON/],
    ['filter=TRUE&filter-lang=cql', /filter-lang must be one of cql2-text, cql2-json, not "cql"/],
    ['filter=S_INTERSECTS(geometry,POINT(999 0))', /filter: a geometry of the filter:/],
    [`filter=${'('.repeat(200)}`, /filter: the filter is nested deeper than 100 levels/],
  ];
  for (const [query, message] of REFUSED)
    test(`${query.slice(0, 60)} is refused with what is wrong`, async () => {
      assertRefused(await hub.get(`${space.path}/search?${query.replaceAll(' ', '%20')}`), 400, message);
    });
});
