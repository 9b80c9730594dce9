import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import type { BBox } from '../bbox.ts';
import type { Geometry, Position } from '../geojson.ts';
import { boxOf, partsOf } from '../planar/parts.ts';
import { geosAtHand, loadGeos } from '../shape/geos.ts';
import { prepareShape } from '../shape/prepare-shape.ts';
import { toGeos } from '../shape/to-geos.ts';
import {
  anyBox,
  anyGeometry,
  anyLine,
  boxPolygon,
  heightAt,
  lifted,
  validPolygon,
} from '../testing/arbitrary-geometry.ts';
import { areaOf } from '../testing/area.ts';
import { clipToBox } from './clip-box.ts';
import { intersectsBox } from './intersects-box.ts';

const geos = await loadGeos();
const box: BBox = { west: 0, south: 0, east: 10, north: 10 };
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const polygon = (...coordinates: Position[][]): Geometry => ({ type: 'Polygon', coordinates });
const square = (x: number, y: number, size: number): Position[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

const cases: [what: string, geometry: Geometry, clipped: Geometry | null][] = [
  [
    'a point inside stays',
    { type: 'Point', coordinates: [5, 5, 7] },
    { type: 'Point', coordinates: [5, 5, 7] },
  ],
  ['a point outside is gone', { type: 'Point', coordinates: [15, 5] }, null],
  [
    'the points outside are gone',
    {
      type: 'MultiPoint',
      coordinates: [
        [5, 5],
        [15, 5],
        [0, 0],
      ],
    },
    {
      type: 'MultiPoint',
      coordinates: [
        [5, 5],
        [0, 0],
      ],
    },
  ],
  [
    'one point that is left is a point',
    {
      type: 'MultiPoint',
      coordinates: [
        [5, 5],
        [15, 5],
      ],
    },
    { type: 'Point', coordinates: [5, 5] },
  ],
  ['a line is cut', line([-5, 5], [5, 5]), line([0, 5], [5, 5])],
  ['a line is cut at both ends', line([-5, 5], [15, 5]), line([0, 5], [10, 5])],
  [
    'a line that leaves and returns is two',
    line([5, 5], [15, 5], [15, 6], [5, 6]),
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [5, 5],
          [10, 5],
        ],
        [
          [10, 6],
          [5, 6],
        ],
      ],
    },
  ],
  ['a line that touches is a point', line([-5, 5], [0, 5]), { type: 'Point', coordinates: [0, 5] }],
  ['a line that touches a corner is a point', line([-5, 5], [5, -5]), { type: 'Point', coordinates: [0, 0] }],
  [
    'a line that touches twice is two points',
    line([-5, 5], [0, 5], [-5, 6], [0, 7]),
    {
      type: 'MultiPoint',
      coordinates: [
        [0, 5],
        [0, 7],
      ],
    },
  ],
  ['a line along the edge stays', line([-5, 10], [15, 10]), line([0, 10], [10, 10])],
  ['a line past a corner is gone', line([-5, 4], [4, 16]), null],
  ['heights are interpolated', line([-5, 5, 100], [5, 5, 200]), line([0, 5, 150], [5, 5, 200])],
  ['a height on one end only is not made up', line([-5, 5, 100], [5, 5]), line([0, 5], [5, 5])],
  [
    'a polygon around the box is the box',
    polygon(square(-5, -5, 30)),
    polygon([
      [10, 10],
      [0, 10],
      [0, 0],
      [10, 0],
      [10, 10],
    ]),
  ],
  ['a polygon that touches an edge is a line', polygon(square(10, 2, 4)), line([10, 2], [10, 6])],
  [
    'a polygon that touches a corner is a point',
    polygon(square(10, 10, 4)),
    { type: 'Point', coordinates: [10, 10] },
  ],
  ['a polygon with the box in its hole is gone', polygon(square(-5, -5, 30), square(-2, -2, 20)), null],
  [
    'an empty geometry is gone',
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'MultiPoint', coordinates: [] },
        { type: 'Point', coordinates: [11, 0] },
      ],
    },
    null,
  ],
];

describe('clipping to a box', () => {
  for (const [what, geometry, clipped] of cases)
    test(what, () => assert.deepEqual(clipToBox(geosAtHand, geometry, box), clipped));

  test('leaves what lies inside as it is', () => {
    const inside = polygon(square(1, 1, 2));
    assert.equal(clipToBox(geosAtHand, inside, box), inside);
  });

  test('makes two polygons of one whose middle is outside', () => {
    const cup = polygon([
      [1, 5],
      [2, 5],
      [2, -2],
      [6, -2],
      [6, 5],
      [7, 5],
      [7, -3],
      [1, -3],
      [1, 5],
    ]);
    const clipped = clipToBox(geosAtHand, cup, box)!;
    assert.equal(clipped.type, 'MultiPolygon');
    assert.equal(areaOf(clipped), 10);
  });

  test('keeps a bay that is closed outside of the box open', () => {
    const ring: Position[] = [
      [0, -3],
      [2, -3],
      [2, -2],
      [1, -2],
      [1, 4],
      [3, 4],
      [3, -2],
      [2.1, -2],
      [2.1, -3],
      [4, -3],
      [4, 5],
      [0, 5],
      [0, -3],
    ];
    assert.equal(areaOf(clipToBox(geosAtHand, polygon(ring), box)), 12);
  });

  test('cuts a hole that reaches over the edge', () =>
    assert.equal(areaOf(clipToBox(geosAtHand, polygon(square(-5, -5, 30), square(-2, 4, 4)), box)), 92));

  test('of a figure of eight keeps both halves', () => {
    const eight = polygon([
      [-2, 2],
      [12, 8],
      [12, 2],
      [-2, 8],
      [-2, 2],
    ]);
    const clipped = clipToBox(geosAtHand, eight, box)!;
    assert.equal(clipped.type, 'MultiPolygon');
    assert.ok(Math.abs(areaOf(clipped) - (2 * ((30 / 7 + 0) * 5)) / 2) < 1e-9);
  });

  test('gives the corners inside a level polygon its height', () => {
    const level = polygon(square(-5, -5, 30).map(([x, y]): Position => [x, y, 42]));
    const clipped = clipToBox(geosAtHand, level, box)!;
    for (const position of partsOf(clipped)[0]!.chains[0]!) assert.ok(Math.abs(position[2]! - 42) < 1e-9);
  });
});

describe('any geometry, clipped to any box,', () => {
  test('stays in the box, and is there exactly when it meets the box', () =>
    fc.assert(
      fc.property(anyGeometry, anyBox, (geometry, any) => {
        const clipped = clipToBox(geosAtHand, geometry, any);
        const meets = intersectsBox(geometry, any);
        if (!meets) return assert.equal(clipped, null);
        if (clipped === null) return;
        const { west, south, east, north } = boxOf(clipped);
        assert.ok(west >= any.west && south >= any.south && east <= any.east && north <= any.north);
      }),
      { numRuns: randomCases(480) },
    ));

  test('of lines: is there when it meets the box', () =>
    fc.assert(
      fc.property(anyLine, anyBox, (geometry, any) =>
        assert.equal(clipToBox(geosAtHand, geometry, any) !== null, intersectsBox(geometry, any)),
      ),
      { numRuns: randomCases(800) },
    ));

  test('of valid polygons: is valid and has the area that the overlay of GEOS has', () =>
    fc.assert(
      fc.property(validPolygon(60), anyBox, (geometry, any) => {
        const clipped = clipToBox(geosAtHand, geometry, any);
        const shape = prepareShape(geos, boxPolygon(any));
        const expected = areaOf(shape.clip(geometry));
        shape.free();
        assert.ok(Math.abs(areaOf(clipped) - expected) <= 1e-9 * expected + 1e-13);
        if (clipped) {
          const pointer = toGeos(geos, partsOf(clipped));
          assert.ok(geos.isValid(pointer));
          geos.free(pointer);
        }
      }),
      { numRuns: randomCases(800) },
    ));

  test('is valid for others too where a position is next to the edge', () => {
    const cut = clipToBox(
      geosAtHand,
      polygon([
        [1.5, 0],
        [0, 1.5],
        [-1.5, 0],
        [-0.5740251485476355, -1.3858192987669298],
        [-2.755455298081545e-16, -1.5],
        [0.7457880183436112, -1.8004915485404993],
        [1.5, 0],
      ]),
      { west: -1, south: -2, east: 0, north: 0 },
    );
    const pointer = toGeos(geos, partsOf(cut!));
    assert.ok(geos.isValid(pointer));
    geos.free(pointer);
  });

  test('keeps its heights', () =>
    fc.assert(
      fc.property(fc.oneof(anyGeometry, validPolygon()), anyBox, (flat, any) => {
        const clipped = clipToBox(geosAtHand, lifted(flat), any);
        const drawn = partsOf(flat).every((part) => part.dimension < 2);
        for (const { chains } of clipped ? partsOf(clipped) : [])
          for (const position of chains.flat()) {
            assert.equal(position.length, 3);
            if (drawn) assert.ok(Math.abs(position[2]! - heightAt(position[0], position[1])) < 1e-6);
          }
      }),
      { numRuns: randomCases(400) },
    ));
});
