import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Box, type Piece, widestPlace } from './widest-place.ts';

const EVERYWHERE: Box = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 };
const rectangle = (left: number, top: number, right: number, bottom: number): [number, number][] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
  [left, top],
];
const whole = (...rings: [number, number][][]): Piece[] => [{ rings, tile: EVERYWHERE }];

function assertNear(found: readonly number[] | undefined, [x, y]: [number, number], by = 12): void {
  assert.ok(found, 'there is a place');
  assert.ok(Math.hypot(found[0]! - x, found[1]! - y) <= by, `${found} is not near ${x}, ${y}`);
}

test('an area has most room in the widest of its parts, away from its holes', () => {
  assertNear(widestPlace(whole(rectangle(0, 0, 100, 100)), EVERYWHERE, 1), [50, 50]);
  const two = whole(rectangle(0, 0, 40, 40), rectangle(100, 0, 200, 100));
  assertNear(widestPlace(two, EVERYWHERE, 1), [150, 50]);
  const holed = whole(rectangle(0, 0, 300, 100), rectangle(0, 10, 180, 90));
  assertNear(widestPlace(holed, EVERYWHERE, 1), [245, 50]);
});

test('where tiles cut it is no border, also where they reach over each other', () => {
  const tiles: Box[] = [
    { left: 0, top: 0, right: 100, bottom: 100 },
    { left: 100, top: 0, right: 200, bottom: 100 },
  ];
  for (const buffer of [0, 5]) {
    const pieces: Piece[] = [
      { rings: [rectangle(40, 20, 100 + buffer, 80)], tile: tiles[0]! },
      { rings: [rectangle(100 - buffer, 20, 160, 80)], tile: tiles[1]! },
    ];
    assertNear(widestPlace(pieces, EVERYWHERE, 1), [100, 50], 22);
    const [x] = widestPlace(pieces, EVERYWHERE, 1)!;
    assert.ok(x > 65 && x < 135, `as far from the ends as from the sides: ${x}`);
  }
});

test('only what is in view counts', () => {
  const area = whole(rectangle(0, 0, 1000, 100));
  assertNear(widestPlace(area, { left: 900, top: -50, right: 1200, bottom: 150 }, 1), [950, 50]);
  assertNear(widestPlace(area, { left: -500, top: 60, right: 60, bottom: 500 }, 1), [30, 80], 25);
  assert.equal(widestPlace(area, { left: 2000, top: 0, right: 3000, bottom: 100 }, 1), undefined);
});

test('what is as small as a point has a place, too', () => {
  assertNear(widestPlace(whole(rectangle(7, 7, 7, 7)), EVERYWHERE, 1), [7, 7], 1);
  assertNear(widestPlace(whole(rectangle(7, 7, 8, 7.5)), EVERYWHERE, 1), [7.5, 7.25], 1);
});

test('a thin diagonal has its place within it', () => {
  const line: [number, number][] = [
    [0, 0],
    [4, 0],
    [500, 496],
    [500, 500],
    [496, 500],
    [0, 4],
    [0, 0],
  ];
  const [x, y] = widestPlace(whole(line), EVERYWHERE, 2)!;
  assert.ok(Math.abs(x - y) < 4, `${x} ${y}`);
});
