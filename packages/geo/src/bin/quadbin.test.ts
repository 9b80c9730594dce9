import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { intersectsBox } from '../box/intersects-box.ts';
import type { Geometry } from '../geojson.ts';
import { anyGeometry, validPolygon } from '../testing/arbitrary-geometry.ts';
import { geometryOnGlobe } from '../testing/arbitrary-on-globe.ts';
import { tileAt } from '../tile/tile-address.ts';
import { tileBounds } from '../tile/tile-bounds.ts';
import { BinError } from './bin-error.ts';
import { QuadCells } from './quad-cells.ts';
import { Quadbin } from './quadbin.ts';

const point = (x: number, y: number): Geometry => ({ type: 'Point', coordinates: [x, y] });

function binned(zoom: number, ...geometries: Geometry[]) {
  const quadbin = new Quadbin(zoom);
  for (const geometry of geometries) quadbin.add(geometry);
  return quadbin.finish(Infinity).features;
}

describe('a quadbin', () => {
  test('is a feature of its tile', () => {
    const [feature, ...others] = binned(4, point(10, 50), point(10, 51), point(-100, 0.5));
    const { west, south, east, north } = tileBounds(tileAt('web', 4, 8, 5));
    assert.deepEqual(feature, {
      type: 'Feature',
      id: '1202',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      },
      properties: { count: 2, qk: '1202', xyz: '(5,8,4)', zxy: [4, 8, 5], estimated: false, total_count: 3 },
    });
    assert.equal(others.length, 1);
  });

  test('counts a point once, also on the edge between two', () => {
    const features = binned(3, point(0, 0), point(180, 0), point(-180, 85));
    assert.equal(
      features.reduce((sum, feature) => sum + feature.properties.count, 0),
      3,
    );
  });

  test('leaves out what is beyond the edge of the map', () => assert.deepEqual(binned(3, point(0, 89)), []));

  test('counts a line or polygon in every cell it meets, and in no other', () =>
    fc.assert(
      fc.property(
        fc.oneof(validPolygon(30), anyGeometry, geometryOnGlobe),
        fc.constantFrom(3, 5, 7),
        (geometry, zoom) => {
          if (
            geometry.type === 'Point' ||
            geometry.type === 'MultiPoint' ||
            geometry.type === 'GeometryCollection'
          )
            return;
          const cells = new QuadCells(zoom).intersecting(geometry);
          for (let x = 0; x < 2 ** zoom; x++)
            for (let y = 0; y < 2 ** zoom; y++)
              assert.equal(
                cells.has(y * 2 ** zoom + x),
                intersectsBox(geometry, tileBounds(tileAt('web', zoom, x, y))),
                `${zoom}/${x}/${y}`,
              );
        },
      ),
      { numRuns: randomCases(60) },
    ));

  test('tells when there are more than asked for, and sums what it shows', () => {
    const quadbin = new Quadbin(30);
    for (let i = 0; i < 10; i++) quadbin.add(point(i, i));
    const { features, partial } = quadbin.finish(4);
    assert.equal(partial, true);
    assert.deepEqual(
      features.map((feature) => feature.properties.total_count),
      [4, 4, 4, 4],
    );
    assert.equal(features[0]!.properties.zxy[0], 26);
  });

  test('of far too many cells is refused', () =>
    assert.throws(
      () =>
        binned(22, {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [9, 0],
              [9, 9],
              [0, 0],
            ],
          ],
        }),
      BinError,
    ));
});
