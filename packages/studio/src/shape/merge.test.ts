import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Geometry, Position } from '@meridian/client';
import { signedArea } from './faces.ts';
import { merge } from './merge.ts';

const box = (west: number, south: number, east: number, north: number): Geometry => ({
  type: 'Polygon',
  coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]], // biome-ignore format: one line
});
const line = (...coordinates: Position[]): Geometry => ({ type: 'LineString', coordinates });
const membersOf = ({ type, coordinates }: Geometry & { coordinates?: unknown }) =>
  (type === 'MultiPolygon' ? coordinates : [coordinates]) as Position[][][];
const areaOf = (shape: Geometry) =>
  membersOf(shape)
    .flat()
    .reduce((sum, ring) => sum + signedArea(ring) / 2, 0);

describe('areas that are merged', () => {
  test('have no border between them', () => {
    const found = merge([box(0, 0, 2, 2), box(2, 0, 4, 2)])!;
    assert.equal(found.type, 'Polygon');
    assert.equal(areaOf(found), 8);
    assert.equal(membersOf(found)[0]!.length, 1);
  });
  test('have none where the border of one has other vertices, rounded as they are drawn', () => {
    const left: Geometry = {
      type: 'Polygon',
      coordinates: [[[0, 0], [1.234567891, 0.1], [3.7, 0.3], [0, 5], [0, 0]]], // biome-ignore format: one line
    };
    const third = 1 / 3;
    const on = (share: number): Position => [
      Number((1.234567891 + share * (3.7 - 1.234567891)).toFixed(9)),
      Number((0.1 + share * 0.2).toFixed(9)),
    ];
    const right: Geometry = {
      type: 'Polygon',
      coordinates: [[[1.234567891, 0.1], on(third), [2.5, -3], [1, -3], [1.234567891, 0.1]]], // biome-ignore format: one line
    };
    const found = merge([left, right])!;
    assert.equal(found.type, 'Polygon');
    assert.equal(membersOf(found)[0]!.length, 1);
  });
  test('keep the hole between them', () => {
    const found = merge([box(0, 0, 9, 3), box(0, 6, 9, 9), box(0, 0, 3, 9), box(6, 0, 9, 9)])!;
    assert.deepEqual([found.type, membersOf(found)[0]!.length, areaOf(found)], ['Polygon', 2, 72]);
  });
  test('are several where they are apart', () => {
    assert.equal(merge([box(0, 0, 1, 1), box(5, 5, 6, 6)])!.type, 'MultiPolygon');
  });
  test('are one where one is in the other, or they are the same', () => {
    assert.equal(areaOf(merge([box(0, 0, 9, 9), box(2, 2, 4, 4)])!), 81);
    assert.equal(areaOf(merge([box(0, 0, 9, 9), box(0, 0, 9, 9)])!), 81);
  });
  test('cover what any of them covers, whatever lies upon what', () => {
    const random = numbers(11);
    for (let round = 0; round < 200; round++) {
      const boxes = Array.from({ length: 2 + Math.floor(random() * 4) }, () => {
        const [x, y] = [Math.floor(random() * 8), Math.floor(random() * 8)];
        return [x, y, x + 1 + Math.floor(random() * 5), y + 1 + Math.floor(random() * 5)] as const;
      });
      let cells = 0;
      for (let x = 0; x < 14; x++)
        for (let y = 0; y < 14; y++)
          if (boxes.some(([west, south, east, north]) => x >= west && x < east && y >= south && y < north))
            cells++;
      const found = merge(boxes.map((edges) => box(...edges)))!;
      assert.equal(areaOf(found), cells, JSON.stringify(boxes));
    }
  });
});

describe('lines and points that are merged', () => {
  test('lines go on with each other, whichever way they go', () => {
    assert.deepEqual(merge([line([0, 0], [1, 0]), line([3, 0], [2, 0]), line([1, 0], [2, 0])]), {
      type: 'LineString',
      coordinates: [[0, 0], [1, 0], [2, 0], [3, 0]], // biome-ignore format: one line
    });
  });
  test('lines that meet at a crossing, or nowhere, stay several', () => {
    const star = [line([0, 0], [1, 0]), line([0, 0], [0, 1]), line([0, 0], [-1, 0])];
    assert.equal(merge(star)!.type, 'MultiLineString');
  });
  test('points are several, each once', () => {
    const point = (x: number): Geometry => ({ type: 'Point', coordinates: [x, 0] });
    assert.deepEqual(merge([point(1), point(2), point(1)]), { type: 'MultiPoint', coordinates: [[1, 0], [2, 0]] }); // biome-ignore format: one line
  });
  test('what is of several kinds is not merged', () => {
    assert.equal(merge([box(0, 0, 1, 1), line([0, 0], [1, 0])]), undefined);
  });
});

/** The same numbers between 0 and 1 for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
