import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaOf, lengthOf } from './measure.ts';
import { writeArea, writeLength } from './units.ts';

test('a degree along the equator and along a meridian have their lengths on the ellipsoid', () => {
  assert.equal(Math.round(lengthOf([[0, 0], [1, 0]])), 111_319); // biome-ignore format: one line
  assert.equal(Math.round(lengthOf([[0, 0], [0, 1]])), 110_574); // biome-ignore format: one line
  assert.equal(lengthOf([[5, 5]]), 0);
});

test('a line across the antimeridian takes the short way', () => {
  assert.equal(Math.round(lengthOf([[179.5, 0], [-179.5, 0]])), 111_319); // biome-ignore format: one line
});

test('the area of a square degree is the same whichever way it goes around', () => {
  const square = [[0, 0], [1, 0], [1, 1], [0, 1]] as [number, number][]; // biome-ignore format: one line
  assert.equal(Math.round(areaOf(square) / 1e6), 12_309);
  assert.equal(areaOf(square.toReversed()), areaOf(square));
});

for (const [metres, text] of [
  [0, '0 m'],
  [9.876, '9.88 m'],
  [999, '999 m'],
  [1234.5, '1.23 km'],
  [111_319, '111 km'],
] as const)
  test(`${metres} metres are written as ${text}`, () => assert.equal(writeLength(metres), text));

for (const [squareMetres, text] of [
  [12.34, '12.3 m²'],
  [9_999, '9,999 m²'],
  [12_345, '1.23 ha'],
  [1_234_567, '1.23 km²'],
] as const)
  test(`${squareMetres} square metres are written as ${text}`, () =>
    assert.equal(writeArea(squareMetres), text));
