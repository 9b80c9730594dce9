import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Geometry, Position } from '@meridian/client';
import { moved, turned } from './turn.ts';

const near = (actual: unknown, wanted: Position[]) =>
  (actual as Position[]).forEach((at, i) => {
    assert.ok(
      at.every((value, k) => Math.abs(value! - wanted[i]![k]!) < 1e-6),
      `${at} instead of ${wanted[i]}`,
    );
  });
const LINE: Geometry = { type: 'LineString', coordinates: [[-1, 0, 7], [1, 0, 8]] }; // biome-ignore format: one line

test('a shape that is moved keeps its heights', () => {
  near((moved(LINE, { east: 2, north: 0 }) as { coordinates: unknown }).coordinates, [[1, 0, 7], [3, 0, 8]]); // biome-ignore format: one line
});

test('it is as large on the map wherever it is moved to', () => {
  const far = moved({ type: 'LineString', coordinates: [[0, 0], [0, 1]] }, { east: 0, north: 60 }); // biome-ignore format: one line
  const [[, south], [, north]] = (far as { coordinates: Position[] }).coordinates as [Position, Position];
  assert.ok(south > 46 && north - south > 0.6 && north - south < 0.75, `${south} to ${north}`);
});

test('a shape is turned clockwise about its middle, all of its parts together', () => {
  near((turned(LINE, 90) as { coordinates: unknown }).coordinates, [[0, 1, 7], [0, -1, 8]].map(([x, y, z]) => [x!, (Math.atan(Math.sinh((y! * Math.PI) / 180)) * 180) / Math.PI, z!])); // biome-ignore format: one line
  const points: Geometry = { type: 'MultiPoint', coordinates: [[0, 0], [2, 0]] }; // biome-ignore format: one line
  near((turned(points, 180) as { coordinates: unknown }).coordinates, [[2, 0], [0, 0]]); // biome-ignore format: one line
});
