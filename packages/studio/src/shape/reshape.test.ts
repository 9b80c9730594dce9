import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Geometry, Position } from '@meridian/client';
import { nearestPart } from './nearest.ts';
import { partsOf, withoutPart, withPart } from './parts.ts';
import { carried, type Flat, flat, reshaped } from './reshape.ts';

const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const YARD: Geometry = { type: 'Polygon', coordinates: [square(0, 0, 10), square(2, 2, 2), square(6, 6, 2)] };
const ISLANDS: Geometry = {
  type: 'MultiPolygon',
  coordinates: [[square(0, 0, 10), square(2, 2, 2)], [square(20, 0, 5)]],
};
const STOPS: Geometry = {
  type: 'MultiPoint',
  coordinates: [
    [1, 2, 30],
    [3, 4, 40],
  ],
};
const TRACKS: Geometry = {
  type: 'MultiLineString',
  coordinates: [
    [
      [0, 0],
      [1, 1],
    ],
    [
      [5, 5, 1],
      [6, 6, 2],
    ],
  ],
};
const STATION: Geometry = { type: 'GeometryCollection', geometries: [STOPS, YARD, TRACKS] };

describe('the parts of a shape', () => {
  const all: [string, Geometry, string][] = [
    ['a point', { type: 'Point', coordinates: [1, 2] }, 'point@'],
    ['a line', { type: 'LineString', coordinates: [[0, 0], [1, 1]] }, 'line@'], // biome-ignore format: one line each
    ['an area with holes', YARD, 'ring@0 hole@1 hole@2'],
    ['areas', ISLANDS, 'ring@0,0 hole@0,1 ring@1,0'],
    ['points', STOPS, 'point@0 point@1'],
    ['lines', TRACKS, 'line@0 line@1'],
    ['a collection', STATION, 'point@0,0 point@0,1 ring@1,0 hole@1,1 hole@1,2 line@2,0 line@2,1'],
  ];
  for (const [name, geometry, parts] of all)
    test(`of ${name} are all found, and put back they are what they were`, () => {
      assert.equal(
        partsOf(geometry)
          .map(({ kind, path }) => `${kind}@${path.join()}`)
          .join(' '),
        parts,
      );
      for (const { path, positions } of partsOf(geometry)) {
        assert.deepEqual(withPart(geometry, path, positions), geometry);
        assert.deepEqual(reshaped(geometry, path, positions.map(flat), false), geometry);
      }
    });

  test('can be taken away, an area with its holes', () => {
    assert.deepEqual(withoutPart(ISLANDS, [0, 0]), {
      type: 'MultiPolygon',
      coordinates: [[square(20, 0, 5)]],
    });
    assert.deepEqual(partsOf(withoutPart(ISLANDS, [0, 1])!).length, 2);
    assert.deepEqual(withoutPart(STATION, [1, 0]), {
      type: 'GeometryCollection',
      geometries: [STOPS, TRACKS],
    });
    assert.equal(withoutPart(YARD, [0]), undefined);
    assert.equal(withoutPart({ type: 'MultiPoint', coordinates: [[1, 2]] }, [0]), undefined);
  });
});

test('the part that is meant is the area around a position, or what is nearest to it', () => {
  const meant = (at: [number, number]) => nearestPart(partsOf(STATION), at)?.path.join();
  assert.equal(meant([9, 1]), '1,0');
  assert.equal(meant([5.5, 5.6]), '1,0', 'within the area');
  assert.equal(nearestPart(partsOf(TRACKS), [5.5, 5.6])?.path.join(), '1');
  assert.equal(nearestPart([], [0, 0]), undefined);
});

describe('a line that is redrawn', () => {
  const WALK: Position[] = [
    [0.12345678901234, 0, 10],
    [1, 0, 20],
    [2, 0, 40],
  ];
  const drawn = WALK.map(flat);

  test('keeps heights where it is moved, and every digit where it is not', () => {
    const after = carried(WALK, drawn.with(1, [1, 5]));
    assert.deepEqual(after, [WALK[0], [1, 5, 20], WALK[2]]);
  });
  test('gets a height between its neighbours where it has a new corner', () => {
    assert.deepEqual(carried(WALK, drawn.toSpliced(2, 0, [1.5, 0])), [
      WALK[0],
      WALK[1],
      [1.5, 0, 30],
      WALK[2],
    ]);
  });
  test('loses only the corner that is taken away', () => {
    assert.deepEqual(carried(WALK, drawn.toSpliced(1, 1)), [WALK[0], WALK[2]]);
  });
  test('keeps the heights of positions that it passes twice', () => {
    const spiral: Position[] = [[0, 0, 1], [1, 1, 2], [0, 0, 3], [2, 2, 4]]; // biome-ignore format: one line
    const after = carried(spiral, spiral.map(flat).toSpliced(3, 0, [1, 1.5]));
    assert.deepEqual(after.map(([, , height]) => height), [1, 2, 3, 3.617, 4]); // biome-ignore format: one line
  });
  test('has no height where it had none', () => {
    const line: Position[] = [[0, 0], [2, 2]]; // biome-ignore format: one line
    assert.deepEqual(carried(line, [[0, 0], [1, 1], [2, 2]]), [[0, 0], [1, 1], [2, 2]]); // biome-ignore format: one line
  });
});

describe('an area', () => {
  test('whose first corner is taken away is still closed, with its heights', () => {
    const ring: Position[] = square(0, 0, 4).map(([x, y], i) => [x, y, i % 4]);
    const [, second] = ring;
    const drawn = [...ring.slice(1, -1), second!].map(flat) as Flat[];
    assert.deepEqual(carried(ring, drawn), [...ring.slice(1, -1), second]);
  });
  test('takes its holes along when it is moved, and only its own', () => {
    const drawn = square(0, 0, 10).map(([x, y]): Flat => [x + 1, y]);
    const after = reshaped(ISLANDS, [0, 0], drawn, true);
    assert.deepEqual(after, {
      type: 'MultiPolygon',
      coordinates: [[drawn, square(3, 2, 2)], [square(20, 0, 5)]],
    });
  });
  test('leaves its holes where they are when a corner is moved', () => {
    const drawn = square(0, 0, 10).map(flat).with(2, [12, 12]);
    assert.deepEqual(partsOf(reshaped(YARD, [0], drawn, false)).slice(1), partsOf(YARD).slice(1));
  });
});
