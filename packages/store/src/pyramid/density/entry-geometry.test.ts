import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxOf, type Geometry, type Position } from '@meridian/geo';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { seed } from '../../contract/seed.ts';
import { geometryTypeCode } from '../../model/feature/geometry-type.ts';
import { Chains, LONGEST_GEOMETRY, readChains, writeGeometry } from './entry-geometry.ts';

const bytes = Buffer.alloc(LONGEST_GEOMETRY + 10);

/** What is read of what was written; undefined where it cannot be stored. */
function stored(geometry: Geometry): Geometry | undefined {
  const { west, south } = boxOf(geometry);
  const length = writeGeometry(geometry, west, south, bytes, 5);
  assert.ok(length <= LONGEST_GEOMETRY);
  const kind = geometryTypeCode(geometry.type);
  if (length === 0) return undefined;
  const chains = new Chains();
  readChains(kind, west, south, bytes, 5, 5 + length, chains);
  return chains.geometry(kind);
}

const decimals = fc.integer({ min: 0, max: 7 });
const line: fc.Arbitrary<Position[]> = fc
  .tuple(decimals, fc.array(fc.tuple(degrees(180), degrees(90)), { minLength: 2, maxLength: 40 }))
  .map(([digits, positions]) =>
    positions.map(([x, y]): Position => [Number(x.toFixed(digits)), Number(y.toFixed(digits))]),
  );

function degrees(most: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.double({ min: -most, max: most, noNaN: true }),
    fc.double({ min: 10, max: 10.01, noNaN: true }),
  );
}

test(`lines and polygons are read as they were written, to the last bit (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), ([first, ...others]) => {
      const geometries: Geometry[] = [
        { type: 'LineString', coordinates: first! },
        { type: 'Polygon', coordinates: [first!, ...others] },
      ];
      for (const geometry of geometries) {
        const read = stored(geometry);
        if (read) assert.equal(JSON.stringify(read), JSON.stringify(geometry));
      }
    }),
    { seed, numRuns: randomCases(500) },
  );
});

test('short ones of seven decimals or fewer are stored, and nothing else', () => {
  const near: Position[] = [
    [10.1234567, 50],
    [10.2, 50.0000001],
    [9.9, 49.5],
  ];
  const ring = [...near, near[0]!];
  const all: Geometry[] = [
    { type: 'LineString', coordinates: near },
    { type: 'Polygon', coordinates: [ring] },
    { type: 'Polygon', coordinates: [ring, ring] },
  ];
  for (const geometry of all) assert.deepEqual(stored(geometry), geometry);
  const others: Geometry[] = [
    { type: 'LineString', coordinates: [...near, [10.12345678, 50]] },
    { type: 'LineString', coordinates: [...near, [10, 50, 3]] },
    { type: 'LineString', coordinates: [...near, [100, 50]] },
    { type: 'LineString', coordinates: Array.from({ length: 200 }, (_, i): Position => [i / 1e4, 0]) },
    { type: 'MultiLineString', coordinates: [near] },
    { type: 'Point', coordinates: [1, 2] },
    { coordinates: near, type: 'LineString' },
    { type: 'LineString', coordinates: near, bbox: [0, 0, 1, 1] } as Geometry,
  ];
  for (const geometry of others) assert.equal(stored(geometry), undefined);
});
