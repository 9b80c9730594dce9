import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Feature, type FeatureCollection, feature } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await sharedHub();

const ring = (...z: number[]) => [
  [0, 0, ...z],
  [4, 0, ...z],
  [4, 4, ...z],
  [0, 0, ...z],
];

const geometries = (...z: number[]): Record<string, object | null> => ({
  point: { type: 'Point', coordinates: [1.25, 2.5, ...z] },
  multipoint: { type: 'MultiPoint', coordinates: ring(...z) },
  line: { type: 'LineString', coordinates: ring(...z) },
  lines: { type: 'MultiLineString', coordinates: [ring(...z), ring(...z)] },
  polygon: { type: 'Polygon', coordinates: [ring(...z)] },
  polygons: { type: 'MultiPolygon', coordinates: [[ring(...z)], [ring(...z)]] },
  collection: {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [1, 2, ...z] },
      { type: 'GeometryCollection', geometries: [{ type: 'LineString', coordinates: ring(...z) }] },
    ],
  },
  none: null,
});
const HIGH = geometries(7);
const FLAT = geometries();

const space = await newSpace(hub);
const properties = { height: [1, 2, 3], geometry: { coordinates: [1, 2, 3] } };
const { features: stored } = await space.load(
  ...Object.entries(HIGH).map(([id, geometry]) => feature(id, properties, { geometry })),
  feature('mixed', properties, {
    geometry: {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4, 5],
      ],
    },
  }),
);
const ids = stored.map(({ id }) => id);

const READS: [string, string][] = [
  ['by id', `${space.features}?id=${ids}&`],
  ['search', `${space.path}/search?`],
  ['iterate', `${space.path}/iterate?`],
];

describe('force2D', () => {
  for (const [read, path] of READS) {
    for (const value of ['true', 'True', 'TRUE']) {
      test(`${read}: ${value} leaves x and y only, and the properties alone`, async () => {
        const response = await hub.get<FeatureCollection>(`${path}force2D=${value}`);
        assert.equal(response.status, 200, response.text);
        const expected = stored.map((one) => ({ ...one, geometry: flat(one) }));
        assert.deepEqual(response.body.features, expected);
      });
    }

    for (const query of ['', 'force2D=false', 'force2D=False']) {
      test(`${read}: ${query || 'without it'} features come as they were stored`, async () => {
        assert.deepEqual((await hub.get<FeatureCollection>(path + query)).body.features, stored);
      });
    }

    test(`${read}: anything else is refused`, async () => {
      assertRefused(await hub.get(`${path}force2D=2`), 400, 'force2D');
    });
  }

  for (const one of stored) {
    test(`one feature: ${one.id}`, async () => {
      const response = await hub.get<Feature>(`${space.features}/${one.id}?force2D=true`);
      assert.deepEqual(response.body, { ...one, geometry: flat(one) });
    });
  }

  test('goes with selection', async () => {
    const response = await hub.get<Feature>(`${space.features}/point?force2D=true&selection=p.nothing`);
    assert.deepEqual(response.body, { type: 'Feature', id: 'point', geometry: FLAT.point, properties: {} });
  });
});

function flat(one: Feature): unknown {
  return one.id === 'mixed'
    ? {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      }
    : FLAT[one.id];
}
