import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GeometryType, toWkb } from '@meridian/geo';
import { indexedGeometry } from './indexed-geometry.ts';
import { PlainWkb } from './plain-wkb.ts';

const wkb = new PlainWkb();

const RING = '[[0,0],[10,0],[10,10.5],[0,0]]';
const HOLE = '[[2,1],[3,1],[3,2],[2,1]]';
const OUTSIDE = '[[9,1],[11,1],[11,2],[9,1]]';

const SAME: [type: GeometryType, coordinates: string][] = [
  ['Point', '[13.4049999,-52.52]'],
  ['Point', '[0,-0.000001,34.5]'],
  ['LineString', '[[-180,-90],[180,90,12],[0.1,0.2]]'],
  ['Polygon', `[${RING}]`],
  ['Polygon', `[${RING},${HOLE},${HOLE}]`],
  ['MultiPoint', '[]'],
  ['MultiPoint', '[[1,2],[3,4,5]]'],
  ['MultiLineString', '[]'],
  ['MultiLineString', '[[[1,2],[3,4]],[[5,6],[7,8],[9,10]]]'],
  ['MultiPolygon', '[]'],
  // The second polygon lies outside of the first, which is no hole.
  ['MultiPolygon', `[[${HOLE}],[${RING},${HOLE}]]`],
];

for (const [type, coordinates] of SAME)
  test(`the text of a ${type} ${coordinates} becomes what parsing it makes`, () => {
    const text = `{"type":"${type}","coordinates":${coordinates}}`;
    assert.deepEqual(Buffer.from(wkb.of(text, type)!), toWkb(indexedGeometry(JSON.parse(text))));
  });

test('a line of many positions finds room', () => {
  const coordinates = Array.from({ length: 5000 }, (_, i) => [i / 100, i / 200]);
  const text = JSON.stringify({ type: 'LineString', coordinates });
  assert.deepEqual(Buffer.from(wkb.of(text, 'LineString')!), toWkb(JSON.parse(text)));
});

test('a polygon with a hole that reaches out of it has to be parsed, and so has a collection', () => {
  assert.equal(wkb.of(`{"type":"Polygon","coordinates":[${RING},${HOLE},${OUTSIDE}]}`, 'Polygon'), undefined);
  assert.equal(wkb.of('{"type":"GeometryCollection","geometries":[]}', 'GeometryCollection'), undefined);
});
