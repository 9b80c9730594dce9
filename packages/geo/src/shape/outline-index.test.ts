import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Position } from '../geojson.ts';
import type { Part } from '../planar/parts.ts';
import { coast, diagonalComb, scribble } from '../testing/scribble.ts';
import { isTangled, OutlineIndex } from './outline-index.ts';

const polygon = (ring: Position[]): Part => ({ dimension: 2, chains: [ring] });
const circles = Array.from({ length: 60 }, (_, i) =>
  polygon(coast(200).map(([x, y]): Position => [x * (1 - i / 100), y * (1 - i / 100)])),
);

test('outlines of real things can be computed with, however large they are', () => {
  for (const edges of [4, 100, 10_000, 300_000]) assert.ok(!isTangled([polygon(coast(edges))]), `${edges}`);
  assert.ok(!isTangled(circles));
});

test('small outlines can be computed with, whatever they are', () => {
  assert.ok(!isTangled([polygon(scribble(200))]));
  assert.ok(!isTangled([polygon(diagonalComb(100))]));
});

test('outlines that cross or run beside themselves all the time can not', () => {
  for (const edges of [1000, 10_000, 300_000]) {
    assert.ok(isTangled([polygon(scribble(edges))]), `scribble of ${edges}`);
    assert.ok(isTangled([polygon(diagonalComb(edges / 2))]), `comb of ${edges}`);
  }
});

test('two outlines can each be fine, and not together', () => {
  const teeth = (from: number, across: boolean): Part[] => {
    const ring = Array.from({ length: 2000 }, (_, i): Position => [from + i / 100, (i % 2) * 20]);
    const closed = [...ring, [from + 20, -1], [from, -1], ring[0]!] as Position[];
    return [polygon(across ? closed.map(([x, y]): Position => [y, x]) : closed)];
  };
  const [one, other, away] = [teeth(0, false), teeth(0, true), teeth(100, false)].map(
    (parts) => new OutlineIndex(parts),
  );
  for (const alone of [one!, other!, away!]) assert.ok(!alone.isTangled);
  assert.ok(one!.isTangledWith(other!));
  assert.ok(other!.isTangledWith(one!));
  assert.ok(!one!.isTangledWith(away!));
});

test('points have no outlines', () => {
  const points = scribble(5000).map((position): Part => ({ dimension: 0, chains: [[position]] }));
  assert.ok(!isTangled(points));
});
