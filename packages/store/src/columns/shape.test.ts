import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Geometry } from '@meridian/geo';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { encodeShape, isShaped, type Shaped, ShapeReader } from './shape.ts';
import { storedShape } from './stored-shape.ts';

const coordinate = (scale: number, max: number) =>
  fc.integer({ min: -max * scale, max: max * scale }).map((whole) => whole / scale);
const positions = (scale: number, min: number) =>
  fc.array(fc.tuple(coordinate(scale, 180), coordinate(scale, 90)), { minLength: min, maxLength: 20 });
const lists = (scale: number) => fc.array(positions(scale, 2), { minLength: 1, maxLength: 4 });
const geometry: fc.Arbitrary<Geometry> = fc.constantFrom(1, 1e6, 1e7).chain((scale) =>
  fc.oneof(
    positions(scale, 1).map((coordinates): Geometry => ({ type: 'MultiPoint', coordinates })),
    positions(scale, 2).map((coordinates): Geometry => ({ type: 'LineString', coordinates })),
    lists(scale).map((coordinates): Geometry => ({ type: 'MultiLineString', coordinates })),
    lists(scale).map((coordinates): Geometry => ({ type: 'Polygon', coordinates })),
    fc
      .array(lists(scale), { minLength: 1, maxLength: 3 })
      .map((coordinates): Geometry => ({ type: 'MultiPolygon', coordinates })),
  ),
);

test('a geometry is read as it was written, wherever its text is', () =>
  fc.assert(
    fc.property(fc.array(geometry, { minLength: 1, maxLength: 5 }), (geometries) => {
      const texts = geometries.map((one) => encodeShape(one)!);
      const reader = new ShapeReader(Buffer.from(texts.join('')));
      let start = 0;
      for (const [i, text] of texts.entries()) {
        assert.match(text, /^[\x21-\x7e]+$/);
        // Both zeros are the same place.
        assert.deepEqual(reader.read(start), JSON.parse(JSON.stringify(geometries[i])));
        start += text.length;
      }
    }),
    { numRuns: randomCases(500) },
  ));

test('heights are left out; more than seven decimals, points and collections are not written', () => {
  const read = (text: string) => new ShapeReader(Buffer.from(text)).read(0);
  const high: Geometry = {
    type: 'LineString',
    coordinates: [
      [1, 2, 3],
      [4, 5.5, 6],
    ],
  };
  assert.deepEqual(read(encodeShape(high)!), {
    type: 'LineString',
    coordinates: [
      [1, 2],
      [4, 5.5],
    ],
  });
  const fine: Geometry = {
    type: 'LineString',
    coordinates: [
      [1, 2],
      [1.00000001, 2],
    ],
  };
  assert.equal(encodeShape(fine), undefined);
  assert.equal(encodeShape({ type: 'Point', coordinates: [1, 2] }), undefined);
  assert.equal(encodeShape({ type: 'GeometryCollection', geometries: [high] }), undefined);
});

/** A geometry below a feature, as it is stored. */
function stored(text: string) {
  const head = '{"type":"Feature","id":"a","geometry":';
  const geometryEnd = head.length + text.length;
  return {
    text: `${head}${text},"properties":{}}`,
    geometryStart: head.length,
    propertiesStart: geometryEnd + ',"properties":'.length,
    propertiesEnd: geometryEnd + ',"properties":{}'.length,
  };
}

test('a stored geometry is written the same without parsing it', () => {
  const fine = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), coordinate(1e7, 90));
  const lines = fc
    .array(fc.oneof(fine, fc.tuple(coordinate(1e7, 180), coordinate(1e6, 90))), {
      minLength: 2,
      maxLength: 6,
    })
    .map((coordinates): Geometry => ({ type: 'LineString', coordinates }));
  const property = fc.property(fc.oneof(geometry, lines), (one) => {
    const text = JSON.stringify(one);
    assert.equal(storedShape(stored(text), one.type as Shaped), encodeShape(JSON.parse(text)));
  });
  fc.assert(property, { numRuns: randomCases(1000) });
});

test('a stored geometry that is written in another way is parsed', () => {
  const texts = [
    '{"coordinates":[[1,2],[3,4]],"type":"LineString"}',
    '{"type":"LineString","coordinates":[[1,2,3],[4,5.5,6]],"bbox":[1,2,4,5.5]}',
    '{"type":"LineString","coordinates":[[1e-7,2],[3,4]]}',
    '{"type":"LineString","coordinates":[[100000000000000000,2],[3,4]]}',
    '{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[]]}',
    '{"type":"Polygon","coordinates":[]}',
  ];
  for (const text of texts) {
    const parsed = JSON.parse(text) as Geometry;
    assert.ok(isShaped(parsed.type));
    assert.equal(storedShape(stored(text), parsed.type), encodeShape(parsed), text);
  }
});
