import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import type { Geometry, Position } from '../geojson.ts';
import { partsOf } from '../planar/parts.ts';
import { ringsCover } from '../planar/rings.ts';
import { geometryOnGlobe, outlineDistance, positionOnGlobe } from '../testing/arbitrary-on-globe.ts';
import { distanceBetween, distanceFromPoint } from './distance.ts';
import { geodesicMetres } from './ellipsoid.ts';
import { areWithin, isWithin, Reach } from './reach.ts';

const point = (lon: number, lat: number): Geometry => ({ type: 'Point', coordinates: [lon, lat] });
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const band: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [-180, 60],
      [180, 60],
      [180, 90],
      [-180, 90],
      [-180, 60],
    ],
  ],
};

function close(actual: number, expected: number, part = 0.005): void {
  assert.ok(Math.abs(actual - expected) <= part * expected + 2e-3, `${actual} should be ${expected}`);
}

const known: [what: string, lon: number, lat: number, geometry: Geometry, metres: number][] = [
  ['a degree along the equator', 0, 0, point(1, 0), 111319.49],
  ['a degree along a meridian at the equator', 0, 0, point(0, 1), 110574.39],
  ['a degree along a meridian at the pole', 0, 90, point(0, 89), 111693.86],
  ['over the antimeridian', 179.9, 0, point(-179.9, 0), 22263.9],
  ['over the pole', 0, 89.9, point(180, 89.9), 22338.8],
  ['the pole and itself by another longitude', 0, 90, point(77, 90), 0],
  ['a point on a line', 0.5, 0, line([0, 0], [1, 0]), 0],
  ['a point beside a line along the equator', 0.5, 0.001, line([0, 0], [1, 0]), 110.574],
  [
    'a point beside the middle of a parallel, not of a great circle',
    0,
    60.001,
    line([-40, 60], [40, 60]),
    111.41,
  ],
  ['a point beyond the end of a line', 2, 0, line([0, 0], [1, 0]), 111319.49],
  ['a point in a polygon', 10, 70, band, 0],
  ['a point below a polygon around the pole', 10, 59, band, 111404],
  ['the antipode on the equator', 0, 0, point(180, 0), 20003931.46],
];

describe('the distance to', () => {
  for (const [what, lon, lat, geometry, metres] of known)
    test(`${what} is ${metres} m`, () => close(distanceFromPoint(lon, lat, geometry), metres, 1e-4));

  test('nothing is infinite', () =>
    assert.equal(distanceFromPoint(0, 0, { type: 'MultiPoint', coordinates: [] }), Infinity));

  test('another position is the geodesic one, anywhere', () =>
    fc.assert(
      fc.property(positionOnGlobe, positionOnGlobe, ([aLon, aLat], [bLon, bLat]) =>
        close(
          distanceFromPoint(aLon, aLat, point(bLon, bLat)),
          geodesicMetres(aLon, aLat, bLon, bLat),
          0.002,
        ),
      ),
      { numRuns: randomCases(1000) },
    ));

  test('a geometry is that to the nearest of its positions, anywhere', () =>
    fc.assert(
      fc.property(positionOnGlobe, geometryOnGlobe, ([lon, lat], geometry) => {
        const inside = partsOf(geometry).some(
          ({ dimension, chains }) => dimension === 2 && ringsCover(chains, lon, lat),
        );
        close(distanceFromPoint(lon, lat, geometry), inside ? 0 : outlineDistance(lon, lat, geometry));
      }),
      { numRuns: randomCases(400) },
    ));
});

describe('the distance between two geometries', () => {
  test('is the same both ways', () =>
    fc.assert(
      fc.property(geometryOnGlobe, geometryOnGlobe, (a, b) =>
        close(distanceBetween(a, b), distanceBetween(b, a), 0.005),
      ),
      { numRuns: randomCases(300) },
    ));

  test('is no more than from any position of one, and less by no more than that position is off', () =>
    fc.assert(
      fc.property(geometryOnGlobe, geometryOnGlobe, (a, b) => {
        const between = distanceBetween(a, b);
        for (const [lon, lat] of partsOf(a)[0]!.chains[0]!)
          assert.ok(between <= distanceFromPoint(lon, lat, b) * 1.005 + 2e-3);
      }),
      { numRuns: randomCases(300) },
    ));

  test('is zero where they cross or one is in the other', () => {
    assert.equal(distanceBetween(line([0, 0], [2, 2]), line([0, 2], [2, 0])), 0);
    assert.equal(distanceBetween(line([0, 70], [2, 72]), band), 0);
    assert.equal(distanceBetween(band, line([0, 70], [2, 72])), 0);
  });

  test('is found among many thousand edges', () => {
    const circle = (lon: number, lat: number): Geometry =>
      line(
        ...Array.from(
          { length: 20000 },
          (_, i): Position => [lon + Math.cos(i / 3183), lat + Math.sin(i / 3183)],
        ),
      );
    close(distanceBetween(circle(0, 0), circle(3, 0)), 111319.49, 1e-4);
  });
});

describe('within a radius', () => {
  test('is what is no further away', () =>
    fc.assert(
      fc.property(
        geometryOnGlobe,
        geometryOnGlobe,
        fc.constantFrom(10, 1e4, 1e6, 6e6, 1.5e7),
        (a, b, radius) => {
          const metres = distanceBetween(a, b);
          const within = areWithin(a, b, radius);
          if (metres < radius * 0.995) assert.equal(within, true);
          if (metres > radius * 1.005 + 2e-3) assert.equal(within, false);
        },
      ),
      { numRuns: randomCases(1000) },
    ));

  test('of nothing is what touches', () => {
    assert.equal(isWithin(0.5, 0.5, line([0, 0], [1, 1]), 0), true);
    assert.equal(isWithin(0.5, 0.6, line([0, 0], [1, 1]), 0), false);
  });

  test('of an empty reference is nothing', () => {
    const reach = new Reach({ type: 'GeometryCollection', geometries: [] }, 1000);
    assert.deepEqual(reach.boxes, []);
    assert.equal(reach.reaches(point(0, 0)), false);
  });
});
