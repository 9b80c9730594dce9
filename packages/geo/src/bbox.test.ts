import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type BBox, emptyBBox, extend, isEmptyBBox } from './bbox.ts';

function around(...positions: [number, number][]): BBox {
  const box = emptyBBox();
  for (const [x, y] of positions) extend(box, x, y);
  return box;
}

describe('a box', () => {
  test('holds nothing at first', () => assert.equal(isEmptyBBox(emptyBBox()), true));

  test('is a point once it holds one', () => {
    assert.deepEqual(around([1, 2]), { west: 1, south: 2, east: 1, north: 2 });
    assert.equal(isEmptyBBox(around([1, 2])), false);
  });

  test('grows to hold what is outside of it', () =>
    assert.deepEqual(around([1, 2], [-3, 0], [0, 9]), { west: -3, south: 0, east: 1, north: 9 }));

  test('stays as it is for what is inside', () =>
    assert.deepEqual(around([0, 0], [10, 10], [5, 5]), around([0, 0], [10, 10])));

  test('is a new value each time: growing one leaves the next empty', () => {
    extend(emptyBBox(), 1, 1);
    assert.equal(isEmptyBBox(emptyBBox()), true);
  });

  test('never crosses the antimeridian', () =>
    assert.deepEqual(around([179, 0], [-179, 0]), { west: -179, south: 0, east: 179, north: 0 }));
});
