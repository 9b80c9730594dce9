import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Geometry } from '@meridian/client';
import { followed } from './follow.ts';
import type { Flat } from './reshape.ts';
import { snapTo } from './snap.ts';

const FIELD: Geometry = {
  type: 'Polygon',
  coordinates: [[[0, 0], [10, 0], [11, 5], [10, 10], [0, 10], [0, 0]]], // biome-ignore format: one line
};
const PATH: Geometry = { type: 'LineString', coordinates: [[0, 20], [5, 25], [10, 20]] }; // biome-ignore format: one line

describe('what a pointer means', () => {
  /** A pixel is a tenth of a degree. */
  const at = (x: number, y: number) =>
    snapTo({ x: x * 10, y: y * 10 }, [FIELD, PATH], ([lng, lat]) => ({ x: lng * 10, y: lat * 10 }), 12);
  const cases: [name: string, x: number, y: number, wanted: Flat | undefined][] = [
    ['a vertex that is near', 0.5, 0.4, [0, 0]],
    ['a vertex rather than an edge that is nearer', 0.9, 0.1, [0, 0]],
    ['a position on an edge', 5, 0.8, [5, 0]],
    ['the end of a line', 10.2, 20.3, [10, 20]],
    ['nothing where nothing is near', 5, 5, undefined],
  ];
  for (const [name, x, y, wanted] of cases) test(`is ${name}`, () => assert.deepEqual(at(x, y), wanted));
});

describe('a line that follows others', () => {
  const cases: [name: string, line: Flat[], wanted: Flat[]][] = [
    ['goes along the border between two vertices', [[10, 0], [10, 10]], [[10, 0], [11, 5], [10, 10]]],
    ['and backwards', [[10, 10], [10, 0]], [[10, 10], [11, 5], [10, 0]]],
    ['the shorter way around, over the first vertex', [[2, 0], [0, 3]], [[2, 0], [0, 0], [0, 3]]],
    ['and back', [[0, 3], [2, 0]], [[0, 3], [0, 0], [2, 0]]],
    ['over the last vertex of the ring to its first', [[0, 10], [2, 0]], [[0, 10], [0, 0], [2, 0]]],
    ['between positions on edges', [[5, 0], [10.5, 2.5]], [[5, 0], [10, 0], [10.5, 2.5]]],
    ['along a line', [[10, 20], [0, 20]], [[10, 20], [5, 25], [0, 20]]],
    ['stays straight beside them', [[-5, 5], [0, 5]], [[-5, 5], [0, 5]]],
    ['stays straight from one to another', [[0, 10], [0, 20]], [[0, 10], [0, 20]]],
  ]; // biome-ignore format: one line each
  for (const [name, line, wanted] of cases)
    test(name, () => assert.deepEqual(followed(line, [FIELD, PATH]), wanted));
});
