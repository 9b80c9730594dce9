import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Geometry } from '@meridian/geo/geojson';
import fc from 'fast-check';
import { randomFeatures, seed } from '../testing/random-features.ts';
import { GeometryFormatError } from './geometry-format-error.ts';
import { parseHexWkb, parseWkb } from './wkb.read.ts';
import { formatWkb } from './wkb.write.ts';
import { formatWkt, parseEwkt } from './wkt.ts';

const geometries = randomFeatures.map((features) => features.flatMap(({ geometry }) => geometry ?? []));

test('geometries come back from WKT as they were', () =>
  fc.assert(
    fc.property(geometries, (all) => {
      for (const geometry of all) assert.deepEqual(parseEwkt(formatWkt(geometry)).geometry, geometry);
    }),
    { seed },
  ));

test('geometries come back from WKB as they were', () =>
  fc.assert(
    fc.property(geometries, (all) => {
      for (const geometry of all) assert.deepEqual(parseWkb(formatWkb(geometry)), geometry);
    }),
    { seed },
  ));

describe('WKT', () => {
  const measured = (...coordinates: number[]) => ({ type: 'Point', coordinates }) as unknown as Geometry;
  const cases: [text: string, geometry: Geometry][] = [
    ['POINT(1 2)', { type: 'Point', coordinates: [1, 2] }],
    ['point z (1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }],
    ['POINTZ(1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }],
    ['POINT M (1 2 3)', measured(1, 2, Number.NaN, 3)],
    ['POINT ZM (1 2 3 4)', measured(1, 2, 3, 4)],
    ['POINT ZM (1 2 3 nan)', { type: 'Point', coordinates: [1, 2, 3] }],
    ['POINT(1 2 3)', { type: 'Point', coordinates: [1, 2, 3] }],
    ['SRID=4326;POINT(-1.5e1 .5)', { type: 'Point', coordinates: [-15, 0.5] }],
    [
      'MULTIPOINT(1 2, 3 4)',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'MULTIPOINT((1 2), (3 4))',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    ['MULTIPOLYGON EMPTY', { type: 'MultiPolygon', coordinates: [] }],
    [
      'GEOMETRYCOLLECTION(POINT(1 2),GEOMETRYCOLLECTION EMPTY)',
      {
        type: 'GeometryCollection',
        geometries: [
          { type: 'Point', coordinates: [1, 2] },
          { type: 'GeometryCollection', geometries: [] },
        ],
      },
    ],
  ];
  for (const [text, geometry] of cases)
    test(text, () => assert.deepEqual(parseEwkt(text).geometry, geometry));

  for (const text of [
    '',
    'POINT',
    'POINT(1)',
    'POINT(1 2',
    'POINT(1 2) x',
    'POINT(1 2)(',
    'POINT(1,2)',
    'LINESTRING(1 2 x)',
    'TIN(1 2)',
    'POINT(1 2 3 4 5)',
    `${'GEOMETRYCOLLECTION('.repeat(5000)}`,
    'SRID=x;POINT(1 2)',
  ])
    test(`refused: ${text.slice(0, 40)}`, () => assert.throws(() => parseEwkt(text), GeometryFormatError));
});

describe('WKB', () => {
  test('of PostGIS, with SRID and height', () =>
    assert.deepEqual(parseHexWkb('01010000A0E6100000000000000000F03F00000000000000400000000000000840'), {
      type: 'Point',
      coordinates: [1, 2, 3],
    }));
  test('big-endian', () =>
    assert.deepEqual(parseHexWkb('00000000013FF00000000000004000000000000000'), {
      type: 'Point',
      coordinates: [1, 2],
    }));
  test('with measures, which are the fourth number', () =>
    assert.deepEqual(parseHexWkb('01D1070000000000000000F03F00000000000000400000000000000840'), {
      type: 'Point',
      coordinates: [1, 2, Number.NaN, 3],
    }));
  test('an empty point is no geometry', () =>
    assert.equal(parseHexWkb('0101000000000000000000F87F000000000000F87F'), null));

  for (const [what, hex] of [
    ['nothing', ''],
    ['cut off', '0101000000000000000000F03F'],
    ['a count that can not be', '0102000000FFFFFFFF'],
    ['a curve', '010800000000000000'],
    ['another byte order', '0201000000'],
  ] as const)
    test(`refused: ${what}`, () => assert.throws(() => parseHexWkb(hex), GeometryFormatError));

  test('any cut is refused, never read beyond', () => {
    const whole = formatWkb({
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
        [
          [
            [5, 5, 1],
            [6, 5, 1],
            [6, 6, 1],
            [5, 5, 1],
          ],
        ],
      ],
    });
    for (let end = 0; end < whole.length; end++)
      assert.throws(() => parseWkb(whole.slice(0, end)), GeometryFormatError);
  });
});
