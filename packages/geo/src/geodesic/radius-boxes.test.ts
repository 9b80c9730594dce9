import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import type { BBox } from '../bbox.ts';
import { positionOnGlobe } from '../testing/arbitrary-on-globe.ts';
import { destination } from './ellipsoid.ts';
import { radiusBoxes, widenBoxes } from './radius-boxes.ts';

const covers = ({ west, south, east, north }: BBox, lon: number, lat: number) =>
  lon >= west && lon <= east && lat >= south && lat <= north;

describe('the boxes of a radius', () => {
  test('hold every position within it', () =>
    fc.assert(
      fc.property(
        positionOnGlobe,
        fc.constantFrom(0, 1, 1000, 1e5, 3e6, 9e6, 2e7),
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ([lon, lat], radius, azimuth, part) => {
          const [x, y] = destination(lon, lat, azimuth, radius * part);
          const boxes = radiusBoxes(lon, lat, radius);
          // Longitude 180 is also -180, and a pole has every longitude.
          const names = Math.abs(y) === 90 ? [-180, 0, 180] : Math.abs(x) === 180 ? [-180, 180] : [x];
          assert.ok(names.some((name) => boxes.some((box) => covers(box, name, y))));
          for (const box of boxes) {
            assert.ok(box.west >= -180 && box.east <= 180 && box.west <= box.east);
            assert.ok(box.south >= -90 && box.north <= 90 && box.south <= box.north);
          }
        },
      ),
      { numRuns: randomCases(2000) },
    ));

  test('are hardly larger than it', () => {
    const [box, ...others] = radiusBoxes(10, 50, 1000);
    assert.equal(others.length, 0);
    assert.ok((box!.north - box!.south) * 111229 < 2 * 1000 * 1.01);
    assert.ok((box!.east - box!.west) * 71695 < 2 * 1000 * 1.01);
  });

  test('are two across the antimeridian', () => {
    const boxes = radiusBoxes(180, 0, 1000);
    assert.equal(boxes.length, 2);
    assert.equal(Math.max(...boxes.map((box) => box.east)), 180);
    assert.equal(Math.min(...boxes.map((box) => box.west)), -180);
  });

  test('have all longitudes at a pole', () =>
    assert.deepEqual(
      radiusBoxes(10, 89.999, 1000).map(({ west, east, north }) => [west, east, north]),
      [[-180, 180, 90]],
    ));

  test('of a box hold the box', () => {
    const box = { west: -170, south: -20, east: 175, north: 60 };
    const widened = widenBoxes(box, 1e6);
    assert.deepEqual([widened[0]!.west, widened[0]!.east], [-180, 180]);
    assert.ok(widened[0]!.south < -28.9 && widened[0]!.north > 68.9);
  });
});
