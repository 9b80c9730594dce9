import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Geometry } from './geojson.ts';
import { toWkbHex } from './wkb.ts';

const SRID = '0000e6100000'.slice(4);
const ONE = '000000000000f03f';
const TWO = '0000000000000040';

const CASES: [geometry: Geometry, hex: string][] = [
  [{ type: 'Point', coordinates: [1, 2] }, `0101000020${SRID}${ONE}${TWO}`],
  [{ type: 'Point', coordinates: [1, 2, 3] }, `0101000020${SRID}${ONE}${TWO}`],
  [
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [2, 1],
      ],
    },
    `0102000020${SRID}02000000${ONE}${TWO}${TWO}${ONE}`,
  ],
  [{ type: 'MultiPoint', coordinates: [] }, `0104000020${SRID}00000000`],
  [{ type: 'MultiPoint', coordinates: [[1, 2]] }, `0104000020${SRID}010000000101000000${ONE}${TWO}`],
  [
    { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [2, 1] }] },
    `0107000020${SRID}010000000101000000${TWO}${ONE}`,
  ],
];

for (const [geometry, hex] of CASES)
  test(`${JSON.stringify(geometry)} as well-known binary`, () => assert.equal(toWkbHex(geometry), hex));

test('polygons have their rings, and collections their members', () => {
  const ring: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const polygon: Geometry = { type: 'Polygon', coordinates: [ring, ring] };
  const many: Geometry = { type: 'MultiPolygon', coordinates: [[ring], [ring, ring]] };
  const lines: Geometry = { type: 'MultiLineString', coordinates: [ring, ring] };
  assert.equal(toWkbHex(polygon).length / 2, 9 + 4 + 2 * (4 + 4 * 16));
  assert.equal(toWkbHex(many).length / 2, 9 + 4 + 2 * (5 + 4) + 3 * (4 + 4 * 16));
  assert.equal(toWkbHex(lines).length / 2, 9 + 4 + 2 * (5 + 4 + 4 * 16));
});
