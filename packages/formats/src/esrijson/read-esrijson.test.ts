import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAll } from '../testing/read-all.ts';

const document = (features: unknown, more: object = {}) =>
  JSON.stringify({ geometryType: 'esriGeometryPoint', spatialReference: { wkid: 4326 }, ...more, features });

test('Esri JSON is known by its members, with times as texts', async () => {
  const fields = [{ name: 'built', type: 'esriFieldTypeDate' }];
  const text = document([{ attributes: { name: 'A', built: 0 }, geometry: { x: 9, y: 50 } }], { fields });
  const { features, fault } = await readAll('f.json', text);
  assert.equal(fault, undefined);
  assert.deepEqual(features[0], {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [9, 50] },
    properties: { name: 'A', built: '1970-01-01T00:00:00.000Z' },
  });
});

test('Web Mercator is known by the number that Esri gave it', async () => {
  const text = document([{ attributes: {}, geometry: { x: 1001875.417, y: 6446275.841 } }], {
    spatialReference: { wkid: 102100 },
  });
  const { features } = await readAll('f.esrijson', text);
  const [lon, lat] = (features[0]!.geometry as { coordinates: number[] }).coordinates;
  assert.deepEqual([Math.round(lon! * 1e4) / 1e4, Math.round(lat! * 1e4) / 1e4], [9, 50]);
});

test('each kind of geometry is read, rings by the way they go round', async () => {
  const outer = [
    [0, 0],
    [0, 4],
    [4, 4],
    [0, 0],
  ];
  const hole = [
    [1, 2],
    [2, 3],
    [1, 3],
    [1, 2],
  ];
  const shapes = [
    { points: [[1, 2]] },
    {
      paths: [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    },
    { rings: [outer, hole] },
    { xmin: 0, ymin: 0, xmax: 1, ymax: 1 },
    { x: 'NaN', y: 'NaN' },
    {
      paths: [
        [
          [1, 2, 7],
          [3, 4, 7],
        ],
      ],
      hasM: true,
    },
  ];
  const { features, refused } = await readAll(
    'f.json',
    document(shapes.map((geometry) => ({ attributes: {}, geometry }))),
  );
  assert.deepEqual(refused, []);
  assert.deepEqual(
    features.map(({ geometry }) => geometry?.type),
    ['MultiPoint', 'LineString', 'Polygon', 'Polygon', undefined, 'LineString'],
  );
  const polygon = features[2]!.geometry as { coordinates: number[][][] };
  assert.equal(polygon.coordinates.length, 2);
  assert.deepEqual((features[5]!.geometry as { coordinates: number[][] }).coordinates[0], [1, 2]);
});

test('what cannot be read is told: curves of one feature, errors of the server, a missing list', async () => {
  const { refused } = await readAll('f.json', document([{ geometry: { curvePaths: [] } }, 7]));
  assert.deepEqual(
    refused.map(({ reason }) => reason),
    ['has curves, which are not read', 'is no object'],
  );
  const failed = await readAll('f.esrijson', '{"error":{"code":400,"message":"Invalid token"}}');
  assert.match(failed.fault!.message, /is an error of a server: Invalid token/);
  assert.match((await readAll('f.esrijson', '{}')).fault!.message, /no list of features/);
});
