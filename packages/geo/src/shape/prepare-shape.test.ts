import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import type { Geometry, Position } from '../geojson.ts';
import { intersects } from '../planar/intersects.ts';
import { partsOf } from '../planar/parts.ts';
import { anyGeometry, heightAt, lifted, oddPolygon, validPolygon } from '../testing/arbitrary-geometry.ts';
import { areaOf } from '../testing/area.ts';
import { loadGeos } from './geos.ts';
import { prepareShape } from './prepare-shape.ts';

const geos = await loadGeos();

/** Polygons of no area are lines to the exact test and nothing to GEOS. */
const anyProperGeometry = fc.oneof(
  anyGeometry.filter((geometry) => partsOf(geometry).every((part) => part.dimension < 2)),
  validPolygon(30),
);

function inShape<T>(shape: Geometry, ask: (shape: ReturnType<typeof prepareShape>) => T): T {
  const prepared = prepareShape(geos, shape);
  try {
    return ask(prepared);
  } finally {
    prepared.free();
  }
}

describe('a shape', () => {
  test('is loaded once', async () => assert.equal(await loadGeos(), geos));

  test('meets what the exact test says it meets', () =>
    fc.assert(
      fc.property(validPolygon(30), anyProperGeometry, (shape, geometry) =>
        assert.equal(
          inShape(shape, (s) => s.intersects(geometry)),
          intersects(shape, geometry),
        ),
      ),
      { numRuns: randomCases(400) },
    ));

  test('of lines and points meets what the exact test says it meets', () =>
    fc.assert(
      fc.property(
        anyGeometry.filter((shape) => partsOf(shape).every((part) => part.dimension < 2)),
        anyProperGeometry,
        (shape, geometry) =>
          assert.equal(
            inShape(shape, (s) => s.intersects(geometry)),
            intersects(shape, geometry),
          ),
      ),
      { numRuns: randomCases(400) },
    ));

  test('and any feature, however odd, are compared and clipped without an error', () =>
    fc.assert(
      fc.property(fc.oneof(anyGeometry, oddPolygon), fc.oneof(anyGeometry, oddPolygon), (shape, geometry) =>
        inShape(shape, (s) => {
          const clipped = s.clip(geometry);
          s.intersects(geometry);
          if (clipped !== null) assert.ok(partsOf(clipped).length > 0);
        }),
      ),
      { numRuns: randomCases(120) },
    ));

  test('cuts a polygon into two whose areas add up', () =>
    fc.assert(
      fc.property(validPolygon(30), fc.double({ min: -8, max: 8, noNaN: true }), (polygon, middle) => {
        const half = (west: number, east: number): Geometry => ({
          type: 'Polygon',
          coordinates: [
            [
              [west, -90],
              [east, -90],
              [east, 90],
              [west, 90],
              [west, -90],
            ],
          ],
        });
        const [left, right] = [half(-180, middle), half(middle, 180)].map((shape) =>
          areaOf(inShape(shape, (s) => s.clip(polygon))),
        );
        const whole = areaOf(polygon);
        assert.ok(Math.abs(left! + right! - whole) <= 1e-9 * whole);
      }),
      { numRuns: randomCases(200) },
    ));

  test('keeps heights, and interpolates them along what it cuts', () =>
    fc.assert(
      fc.property(validPolygon(), fc.oneof(anyGeometry, validPolygon()), (shape, flat) => {
        const geometry = lifted(flat);
        const clipped = inShape(shape, (s) => s.clip(geometry));
        const drawn = partsOf(flat).every((part) => part.dimension < 2);
        for (const { chains } of clipped ? partsOf(clipped) : [])
          for (const position of chains.flat()) {
            assert.equal(position.length, 3);
            if (drawn) assert.ok(Math.abs(position[2]! - heightAt(position[0], position[1])) < 1e-6);
          }
      }),
      { numRuns: randomCases(200) },
    ));

  const square: Geometry = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
        [0, 0],
      ],
    ],
  };

  test('leaves what lies in it as it is', () => {
    const inside: Geometry = {
      type: 'LineString',
      coordinates: [
        [1, 1, 5],
        [2, 2],
        [1, 1],
      ],
    };
    assert.deepEqual(
      inShape(square, (s) => s.clip(inside)),
      inside,
    );
  });

  test('of several kinds clips with each', () => {
    const shape: Geometry = {
      type: 'GeometryCollection',
      geometries: [
        square,
        {
          type: 'LineString',
          coordinates: [
            [10, 5],
            [20, 5],
          ],
        },
      ],
    };
    const line: Geometry = {
      type: 'LineString',
      coordinates: [
        [5, 5],
        [30, 5],
      ],
    };
    assert.deepEqual(
      inShape(shape, (s) => s.clip(line)),
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [5, 5],
            [10, 5],
          ],
          [
            [10, 5],
            [20, 5],
          ],
        ],
      },
    );
    assert.equal(
      inShape(shape, (s) => s.intersects({ type: 'Point', coordinates: [15, 5] })),
      true,
    );
  });

  test('clips collections member by member', () => {
    const collection: Geometry = {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [50, 50] },
        {
          type: 'LineString',
          coordinates: [
            [5, 5, 10],
            [15, 5, 20],
          ],
        },
      ],
    };
    assert.deepEqual(
      inShape(square, (s) => s.clip(collection)),
      {
        type: 'GeometryCollection',
        geometries: [
          {
            type: 'LineString',
            coordinates: [
              [5, 5, 10],
              [10, 5, 15],
            ],
          },
        ],
      },
    );
  });

  test('that is a figure of eight has both its halves', () => {
    const eight: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [10, 10],
          [10, 0],
          [0, 10],
          [0, 0],
        ],
      ],
    };
    const wide: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [-10, -10],
          [20, 20],
          [20, -10],
          [-10, 20],
          [-10, -10],
        ],
      ],
    };
    assert.ok(Math.abs(areaOf(inShape(square, (s) => s.clip(wide))) - 50) < 1e-9);
    assert.ok(Math.abs(areaOf(inShape(eight, (s) => s.clip(square))) - 50) < 1e-9);
  });
});

test('many thousand shapes leave no memory behind', () => {
  const ring = Array.from(
    { length: 200 },
    (_, i): Position => [
      Math.cos((i / 200) * 2 * Math.PI) * (5 + (i % 2)),
      Math.sin((i / 200) * 2 * Math.PI) * (5 + (i % 2)),
    ],
  );
  const shape: Geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
  const eight: Geometry = {
    type: 'Polygon',
    coordinates: [
      [
        [-9, -9],
        [9, 9],
        [9, -9],
        [-9, 9],
        [-9, -9],
      ],
    ],
  };
  const round = () =>
    inShape(shape, (s) => {
      s.intersects(eight);
      s.clip(eight);
      s.clip({
        type: 'LineString',
        coordinates: [
          [-9, 0, 1],
          [9, 0, 2],
        ],
      });
    });
  for (let i = 0; i < 200; i++) round();
  const before = geos.module.HEAPF64.byteLength;
  for (let i = 0; i < 3000; i++) round();
  // One unfreed ring a round would be 16 MB.
  assert.ok(geos.module.HEAPF64.byteLength - before < 4e6);
});
