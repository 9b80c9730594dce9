import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Geometry, Position } from '@meridian/client';
import { signedArea } from './faces.ts';
import { type Split, split } from './split.ts';

const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const FIELD: Geometry = { type: 'Polygon', coordinates: [square(0, 0, 10)] };
const YARD_RINGS = [square(0, 0, 10), square(4, 4, 2)];
const YARD: Geometry = { type: 'Polygon', coordinates: YARD_RINGS };

const areaOf = (geometry: Geometry): number => {
  if (geometry.type === 'Polygon') return areaOfRings(geometry.coordinates as Position[][]);
  if (geometry.type !== 'MultiPolygon') return 0;
  return geometry.coordinates.reduce((sum, rings) => sum + areaOfRings(rings as Position[][]), 0);
};
const areaOfRings = ([shell, ...holes]: Position[][]) =>
  Math.abs(signedArea(shell!)) / 2 - holes.reduce((sum, hole) => sum + Math.abs(signedArea(hole)) / 2, 0);
const areas = (found: Split | undefined) => found && [found.kept, ...found.cut].map(areaOf);

describe('an area that is cut', () => {
  const cases: [name: string, shape: Geometry, cut: Position[], wanted: number[] | undefined][] = [
    ['across', FIELD, [[-1, 4], [11, 4]], [60, 40]],
    ['from corner to corner', FIELD, [[0, 0], [10, 10]], [50, 50]],
    ['from border to border exactly', FIELD, [[3, 0], [3, 10]], [70, 30]],
    ['by a bent line', FIELD, [[-1, 5], [5, 5], [5, -1]], [75, 25]],
    ['twice', FIELD, [[-1, 2], [11, 2], [11, 7], [-1, 7]], [50, 30, 20]],
    ['by a line that crosses itself in it', FIELD, [[-1, 5], [8, 5], [8, 8], [5, 8], [5, -1]], [66, 25, 9]],
    ['not by a line that ends in it', FIELD, [[-1, 5], [5, 5]], undefined],
    ['not by a line beside it', FIELD, [[-1, 11], [11, 11]], undefined],
    ['not by a line along its border', FIELD, [[-1, 0], [11, 0]], undefined],
    ['through its hole', YARD, [[-1, 5], [11, 5]], [48, 48]],
    ['beside its hole, which stays in its piece', YARD, [[-1, 2], [11, 2]], [76, 20]],
    ['not by a line from the border to the hole', YARD, [[-1, 5], [5, 5]], undefined],
  ]; // biome-ignore format: one line each
  for (const [name, shape, cut, wanted] of cases)
    test(name, () => {
      assert.deepEqual(areas(split(shape, cut)), wanted);
      assert.deepEqual(areas(split(shape, cut.toReversed())), wanted);
    });

  test('is cut the same whichever way its rings go', () => {
    const turned: Geometry = { type: 'Polygon', coordinates: YARD_RINGS.map((ring) => ring.toReversed()) };
    assert.deepEqual(areas(split(turned, [[-1, 2], [11, 2]])), [76, 20]); // biome-ignore format: one line
  });

  test('keeps its other areas, and is one of several then', () => {
    const islands: Geometry = { type: 'MultiPolygon', coordinates: [[square(0, 0, 10)], [square(20, 0, 5)]] };
    const found = split(islands, [[-1, 4], [11, 4]])!; // biome-ignore format: one line
    assert.equal(found.kept.type, 'MultiPolygon');
    assert.deepEqual(areas(found), [85, 40]);
  });

  test('keeps its heights, with new ones along its border and within', () => {
    const hill: Geometry = {
      type: 'Polygon',
      coordinates: [square(0, 0, 10).map(([x, y]) => [x, y, x * 10])],
    };
    const found = split(hill, [[4, -1], [4, 5], [4, 11]])!; // biome-ignore format: one line
    const positions = [found.kept, ...found.cut].flatMap((shape) =>
      (shape as { coordinates: Position[][] }).coordinates.flat(),
    );
    assert.ok(positions.every(([, , height]) => height !== undefined));
    assert.ok(positions.some((at) => String(at) === '4,0,40'));
  });

  test('has as much area as before, however it is cut', () => {
    const random = numbers(7);
    for (let round = 0; round < 300; round++) {
      const cut = Array.from(
        { length: 2 + Math.floor(random() * 6) },
        (): Position => [random() * 14 - 2, random() * 14 - 2],
      );
      const found = split(YARD, cut);
      if (!found) continue;
      const sum = areas(found)!.reduce((total, area) => total + area, 0);
      assert.ok(Math.abs(sum - 96) < 1e-6, `${sum} by ${JSON.stringify(cut)}`);
    }
  });
});

describe('a line that is cut', () => {
  const ROAD: Geometry = { type: 'LineString', coordinates: [[0, 0], [10, 0], [10, 4]] }; // biome-ignore format: one line
  test('has a common vertex where it was', () => {
    assert.deepEqual(split(ROAD, [[4, -1], [4, 1]]), {
      kept: { type: 'LineString', coordinates: [[4, 0], [10, 0], [10, 4]] },
      cut: [{ type: 'LineString', coordinates: [[0, 0], [4, 0]] }],
    }); // biome-ignore format: one line each
  });
  test('is cut at a vertex', () => assert.equal(split(ROAD, [[9, 1], [11, -1]])!.cut.length, 1)); // biome-ignore format: one line
  test('is not cut beside it, or at its end', () => {
    assert.equal(split(ROAD, [[-1, -1], [-1, 1]]), undefined); // biome-ignore format: one line
    assert.equal(split(ROAD, [[0, -1], [0, 1]]), undefined); // biome-ignore format: one line
  });
  test('points are not', () => assert.equal(split({ type: 'Point', coordinates: [0, 0] }, [[-1, 0], [1, 0]]), undefined)); // biome-ignore format: one line
});

/** The same numbers between 0 and 1 for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
