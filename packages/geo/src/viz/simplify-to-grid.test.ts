import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Geometry, Position } from '../geojson.ts';
import { boxOf, partsOf } from '../planar/parts.ts';
import { anyGeometry } from '../testing/arbitrary-geometry.ts';
import { tileAt } from '../tile/tile-address.ts';
import { TileFrame } from '../tile/tile-frame.ts';
import { simplifyToGrid } from './simplify-to-grid.ts';
import { VIZ_GRID, VisibilityFilter } from './visibility.ts';

const tile = tileAt('web', 5, 16, 15);
const frame = new TileFrame(tile, VIZ_GRID);
const at = (x: number, y: number, z?: number): Position =>
  z === undefined ? [frame.longitude(x), frame.latitude(y)] : [frame.longitude(x), frame.latitude(y), z];
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const square = (x: number, y: number, size: number): Position[] => [
  at(x, y),
  at(x + size, y),
  at(x + size, y + size),
  at(x, y + size),
  at(x, y),
];

describe('on the grid of a tile', () => {
  test('a point stays as it is', () => {
    const point: Geometry = { type: 'Point', coordinates: at(5, 5, 100) };
    assert.equal(simplifyToGrid(point, tile), point);
  });

  test('points in the same position are one', () =>
    assert.deepEqual(
      simplifyToGrid({ type: 'MultiPoint', coordinates: [at(5, 5), at(5.2, 5.1), at(9, 9)] }, tile),
      {
        type: 'MultiPoint',
        coordinates: [at(5, 5), at(9, 9)],
      },
    ));

  test('a line keeps its ends, its corners and their heights, and nothing of what is straight', () =>
    assert.deepEqual(
      simplifyToGrid(
        line(at(0, 0, 1), at(50, 0.4, 2), at(100, 0, 3), at(100, 80, 4), at(100.5, 100, 5)),
        tile,
      ),
      {
        type: 'LineString',
        coordinates: [at(0, 0, 1), at(100, 0, 3), at(100.5, 100, 5)],
      },
    ));

  test('a line within one unit vanishes', () => {
    assert.equal(simplifyToGrid(line(at(10, 10), at(10.3, 10.2), at(10.1, 10.4)), tile), null);
    assert.equal(simplifyToGrid(line(at(10.4, 10.4), at(10.6, 10.6)), tile), null);
    assert.notEqual(simplifyToGrid(line(at(10, 10), at(11.001, 10)), tile), null);
  });

  test('a line that returns to its start is seen by where it has been', () =>
    assert.deepEqual(
      simplifyToGrid(line(at(10, 10), at(60, 10), at(10, 10)), tile),
      line(at(10, 10), at(60, 10), at(10, 10)),
    ));

  test('a polygon keeps its corners', () => {
    const ring = square(10, 10, 100);
    const detailed = [
      ring[0]!,
      at(40, 10.3),
      ring[1]!,
      at(110.4, 70),
      ring[2]!,
      ring[3]!,
      at(9.6, 50),
      ring[0]!,
    ];
    assert.deepEqual(simplifyToGrid({ type: 'Polygon', coordinates: [detailed] }, tile), {
      type: 'Polygon',
      coordinates: [ring],
    });
  });

  for (const [name, width, height] of [
    ['a little larger than a unit', 1.17, 1.5],
    ['narrow', 0.8, 1.5],
    ['a sliver', 0.2, 6],
  ] as const)
    test(`a polygon that covers a unit is seen wherever it lies: ${name}`, () => {
      for (let offset = 0; offset < 1; offset += 0.1) {
        const [west, south] = [10 + offset, 20 + offset / 3];
        const corners: [number, number][] = [
          [west, south],
          [west + width, south],
          [west + width, south + height],
          [west, south + height],
        ];
        const ring = [...corners, corners[0]!].map(([x, y]) => at(x, y));
        assert.deepEqual(simplifyToGrid({ type: 'Polygon', coordinates: [ring] }, tile), {
          type: 'Polygon',
          coordinates: [ring],
        });
      }
    });

  test('small polygons and holes vanish', () => {
    assert.equal(simplifyToGrid({ type: 'Polygon', coordinates: [square(10, 10, 0.7)] }, tile), null);
    assert.deepEqual(
      simplifyToGrid(
        {
          type: 'MultiPolygon',
          coordinates: [[square(1, 1, 0.5)], [square(10, 10, 50), square(20, 20, 0.5)]],
        },
        tile,
      ),
      { type: 'MultiPolygon', coordinates: [[square(10, 10, 50)]] },
    );
  });

  test('a collection keeps the members that are seen', () => {
    const small = line(at(1, 1), at(1.1, 1.1));
    const large = line(at(1, 1), at(90, 1.1));
    assert.deepEqual(simplifyToGrid({ type: 'GeometryCollection', geometries: [small, large] }, tile), {
      type: 'GeometryCollection',
      geometries: [large],
    });
    assert.equal(simplifyToGrid({ type: 'GeometryCollection', geometries: [small] }, tile), null);
  });

  test('what is hidden by its box alone vanishes', () => {
    let hidden = 0;
    const size = fc.double({ min: 0.001, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(anyGeometry, fc.integer({ min: 0, max: 4 }), size, (geometry, z, part) => {
        const small = shrink(geometry, part);
        const whole = tileAt('web', z, (2 ** z) >> 1, (2 ** z) >> 1);
        if (!new VisibilityFilter(whole).isHidden(small.type, boxOf(small))) return;
        hidden++;
        assert.equal(simplifyToGrid(small, whole), null);
      }),
      { numRuns: 2000 },
    );
    assert.ok(hidden > 100, `${hidden} are hidden`);
  });

  test('what stays are positions of the geometry, and no other position is far from it', () =>
    fc.assert(
      fc.property(anyGeometry, (geometry) => {
        const coarse = tileAt('web', 3, 4, 3);
        const units = new TileFrame(coarse, 64);
        const simple = simplifyToGrid(geometry, coarse, 64);
        const lines = partsOf(geometry).filter((part) => part.dimension === 1);
        const given = new Set(partsOf(geometry).flatMap((part) => part.chains.flat()));
        const parts = simple ? partsOf(simple) : [];
        for (const { chains } of parts) for (const position of chains.flat()) assert.ok(given.has(position));
        if (geometry.type !== 'LineString' || simple?.type !== 'LineString') return;
        for (const position of lines.flatMap((part) => part.chains.flat()))
          assert.ok(distance(position, simple.coordinates, units) < 1 + Math.SQRT2);
      }),
      { numRuns: 500 },
    ));
});

/** The same geometry, smaller. */
function shrink(geometry: Geometry, part: number): Geometry {
  const change = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(change) : typeof value === 'number' ? value * part : value;
  if (geometry.type === 'GeometryCollection')
    return { ...geometry, geometries: geometry.geometries.map((member) => shrink(member, part)) };
  return { ...geometry, coordinates: change(geometry.coordinates) } as Geometry;
}

function distance([lon, lat]: Position, chain: Position[], units: TileFrame): number {
  const [x, y] = [units.x(lon), units.y(lat)];
  let least = Infinity;
  for (let i = 1; i < chain.length; i++) {
    const [ax, ay] = [units.x(chain[i - 1]![0]), units.y(chain[i - 1]![1])];
    const [dx, dy] = [units.x(chain[i]![0]) - ax, units.y(chain[i]![1]) - ay];
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return least;
}
