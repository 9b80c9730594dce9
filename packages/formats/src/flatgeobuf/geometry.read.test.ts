import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Geometry, Position } from '@meridian/geo/geojson';
import { Builder } from 'flatbuffers';
import { Table } from './flatbuffer-table.ts';
import { geometryOf } from './geometry.read.ts';
import { addGeometry } from './geometry.write.ts';
import { GEOMETRY, GEOMETRY_TYPES } from './layout.ts';
import { doubles, offsets } from './vectors.ts';

const line = (count: number): Position[] => Array.from({ length: count }, (_, i) => [i % 90, i % 45]);

function read(write: (builder: Builder) => number): Geometry | null {
  const builder = new Builder();
  builder.finish(write(builder));
  return geometryOf(Table.root(builder.asUint8Array()), 0);
}

function collection(builder: Builder, type: 'MultiPolygon' | 'GeometryCollection', parts: number[]): number {
  const list = offsets(builder, parts);
  builder.startObject(8);
  builder.addFieldInt8(GEOMETRY.type, GEOMETRY_TYPES.indexOf(type), 0);
  builder.addFieldOffset(GEOMETRY.parts, list, 0);
  return builder.endObject();
}

test('geometries of many parts are read as they were written', () => {
  const lines: Geometry = { type: 'MultiLineString', coordinates: [line(500), line(3), line(2)] };
  const areas: Geometry = {
    type: 'MultiPolygon',
    coordinates: Array.from({ length: 300 }, (_, i) => [
      [
        [i % 90, 0],
        [i % 90, 1],
        [1, 1],
        [i % 90, 0],
      ],
    ]),
  };
  const all: Geometry = { type: 'GeometryCollection', geometries: [lines, areas] };
  assert.deepEqual(
    read((builder) => addGeometry(builder, all, false)),
    all,
  );
});

test('parts that a buffer has once and names again and again are refused', () => {
  const shared = (builder: Builder) => {
    const part = addGeometry(builder, { type: 'Polygon', coordinates: [line(5000)] }, false);
    return collection(builder, 'MultiPolygon', new Array(5000).fill(part));
  };
  assert.throws(() => read(shared), /again and again/);
  const nested = (builder: Builder) => {
    let inner = addGeometry(builder, { type: 'Point', coordinates: [1, 2] }, false);
    for (let depth = 0; depth < 12; depth++)
      inner = collection(builder, 'GeometryCollection', new Array(10).fill(inner));
    return inner;
  };
  assert.throws(() => read(nested), /again and again/);
});

test('parts that go back are refused', () => {
  const backwards = (...ends: number[]) =>
    read((builder) => {
      const xy = doubles(builder, line(10).flat());
      builder.startVector(4, ends.length, 4);
      for (const end of ends.toReversed()) builder.addInt32(end);
      const list = builder.endVector();
      builder.startObject(8);
      builder.addFieldOffset(GEOMETRY.ends, list, 0);
      builder.addFieldOffset(GEOMETRY.xy, xy, 0);
      builder.addFieldInt8(GEOMETRY.type, GEOMETRY_TYPES.indexOf('MultiLineString'), 0);
      return builder.endObject();
    });
  assert.equal(backwards(4, 10)?.type, 'MultiLineString');
  for (const ends of [
    [10, 4],
    [4, 11],
  ])
    assert.throws(() => backwards(...ends), /parts that do not follow one another/);
});
