import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from './unwrap.ts';

test('an outline across the antimeridian goes on beyond it', () => {
  const ring = [
    [170, 60],
    [180, 60],
    [-170, 62],
    [-170, 66],
    [170, 66],
    [170, 60],
  ];
  assert.deepEqual(unwrap({ type: 'Polygon', coordinates: [ring] }).coordinates, [
    [
      [170, 60],
      [180, 60],
      [190, 62],
      [190, 66],
      [170, 66],
      [170, 60],
    ],
  ]);
});

test('an outline around a pole is closed along it', () => {
  const ring = [
    [-180, -70],
    [-90, -72],
    [0, -70],
    [90, -72],
    [179, -70],
    [-180, -70],
  ];
  const [[...unwrapped]] = unwrap({ type: 'MultiPolygon', coordinates: [[ring]] }).coordinates[0]! as [
    number[][],
  ];
  assert.deepEqual(unwrapped.slice(-4), [
    [180, -70],
    [180, -90],
    [-180, -90],
    [-180, -70],
  ]);
});

test('an outline that begins beyond the antimeridian lies where most of it is', () => {
  const ring = [
    [-175, 60],
    [170, 60],
    [100, 50],
    [100, 70],
    [-175, 60],
  ];
  const [[first, second]] = unwrap({ type: 'Polygon', coordinates: [ring] }).coordinates as [number[][]];
  assert.deepEqual(first, [185, 60]);
  assert.deepEqual(second, [170, 60]);
});

test('what crosses nothing stays as it is', () => {
  const point = { type: 'Point', coordinates: [1, 2] };
  assert.equal(unwrap(point), point);
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  assert.deepEqual(unwrap({ type: 'Polygon', coordinates: [ring] }).coordinates, [ring]);
});

test('two outlines around a pole enclose what is between them', () => {
  const pole = [
    [-180, -89],
    [90, -89],
    [0, -89],
    [-90, -89],
    [-180, -89],
  ];
  const coast = [
    [-180, -80],
    [-90, -75],
    [0, -80],
    [90, -75],
    [-180, -80],
  ];
  const rings = unwrap({ type: 'Polygon', coordinates: [pole, coast] }).coordinates;
  assert.deepEqual(rings, [
    [
      [180, -89],
      [90, -89],
      [0, -89],
      [-90, -89],
      [-180, -89],
      [-180, -80],
      [-90, -75],
      [0, -80],
      [90, -75],
      [180, -80],
      [180, -89],
    ],
  ]);
});
