import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import type { Geometry, Position } from '../geojson.ts';
import { boxOf, partsOf } from '../planar/parts.ts';
import { loadGeos } from '../shape/geos.ts';
import { prepareShape } from '../shape/prepare-shape.ts';
import { toGeos } from '../shape/to-geos.ts';
import { geometryOnGlobe, positionOnGlobe } from '../testing/arbitrary-on-globe.ts';
import { circle } from './circle.ts';
import { distanceFromPoint } from './distance.ts';
import { destination, geodesicMetres } from './ellipsoid.ts';
import { widenGeometry } from './widen-geometry.ts';

const geos = await loadGeos();

function drawn(area: Geometry, ask: (covers: (position: Position) => boolean) => void): void {
  const pointer = toGeos(geos, partsOf(area));
  assert.ok(geos.isValid(pointer), 'the area is valid');
  geos.free(pointer);
  const { west, south, east, north } = boxOf(area);
  assert.ok(west >= -180 && south >= -90 && east <= 180 && north <= 90, 'the area is on the map');
  const shape = prepareShape(geos, area);
  ask((coordinates) => shape.intersects({ type: 'Point', coordinates }));
  shape.free();
}

const radius = fc.constantFrom(1, 1000, 1e5, 2e6, 8e6, 1.2e7, 1.8e7);

describe('a circle', () => {
  test('has in it what is nearer than its radius, and nothing else', () =>
    fc.assert(
      fc.property(
        positionOnGlobe,
        radius,
        positionOnGlobe,
        fc.double({ min: 0, max: 360, noNaN: true }),
        ([lon, lat], metres, any, azimuth) => {
          drawn(circle(geos, lon, lat, metres)!, (covers) => {
            assert.equal(covers(destination(lon, lat, azimuth, metres * 0.99)), true);
            assert.equal(covers(destination(lon, lat, azimuth, metres * 1.01)), false);
            const distance = geodesicMetres(lon, lat, any[0], any[1]);
            if (distance < metres * 0.99) assert.equal(covers(any), true);
            if (distance > metres * 1.01) assert.equal(covers(any), false);
          });
        },
      ),
      { numRuns: randomCases(160) },
    ));

  test('is one polygon where it can be, two at the antimeridian', () => {
    assert.equal(circle(geos, 0, 0, 1000)!.type, 'Polygon');
    assert.equal(circle(geos, 180, 0, 1000)!.type, 'MultiPolygon');
    assert.equal(circle(geos, 10, 90, 1000)!.type, 'Polygon');
  });

  test('of half the earth’s circumference is the map', () => {
    const { west, south, east, north } = boxOf(circle(geos, 10, 20, 3e7)!);
    assert.deepEqual([west, south, east, north], [-180, -90, 180, 90]);
  });
});

describe('a widened geometry', () => {
  test('has in it what is nearer than the radius, and nothing else', () =>
    fc.assert(
      fc.property(
        geometryOnGlobe,
        fc.constantFrom(10, 1000, 1e5, 2e6),
        fc.array(
          fc.tuple(fc.double({ min: 0, max: 360, noNaN: true }), fc.double({ min: 0, max: 2, noNaN: true })),
          {
            minLength: 5,
            maxLength: 5,
          },
        ),
        (geometry, metres, offsets) => {
          drawn(widenGeometry(geos, geometry, metres)!, (covers) => {
            const [lon, lat] = partsOf(geometry)[0]!.chains[0]![0]!;
            for (const [azimuth, part] of offsets) {
              const position = destination(lon, lat, azimuth, metres * part);
              const distance = distanceFromPoint(position[0], position[1], geometry);
              if (distance < metres * 0.97) assert.equal(covers(position), true);
              if (distance > metres * 1.03) assert.equal(covers(position), false);
            }
          });
        },
      ),
      { numRuns: randomCases(40) },
    ));

  test('by nothing is itself, and of nothing is nothing', () => {
    const line: Geometry = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
      ],
    };
    assert.equal(widenGeometry(geos, line, 0), line);
    assert.equal(widenGeometry(geos, { type: 'MultiPoint', coordinates: [] }, 100), null);
  });

  test('around the pole keeps the middle of a ring open', () => {
    const ring: Geometry = {
      type: 'LineString',
      coordinates: Array.from({ length: 37 }, (_, i): Position => [i * 10 - 180, 89]),
    };
    drawn(widenGeometry(geos, ring, 1e4)!, (covers) => {
      assert.equal(covers([0, 90]), false);
      assert.equal(covers([5, 89.05]), true);
      assert.equal(covers([5, 88.95]), true);
      assert.equal(covers([5, 88.8]), false);
    });
  });
});
