import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cellToChildren, getPentagons, getRes0Cells, gridDisk, latLngToCell } from 'h3-js';
import { randomCases } from '../../../../testing/effort.ts';
import { cellNumber } from './cell-number.ts';
import { drawnCell } from './cell-outline.ts';
import { HexOutlines } from './hex-outlines.ts';

const RESOLUTIONS = Array.from({ length: 16 }, (_, resolution) => resolution);

/** One for each resolution, as reads of a thread share them. */
const outlines = RESOLUTIONS.map((resolution) => new HexOutlines(resolution));

/** To the last digit. */
function isDrawnAsH3Does(cell: string, resolution: number): void {
  assert.deepEqual(outlines[resolution]!.draw(cellNumber(cell, resolution)), drawnCell(cell), cell);
}

test('cells anywhere are drawn as H3 does', () =>
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.nat(15),
      (latitude, longitude, resolution) => {
        const cell = latLngToCell(latitude, longitude, resolution);
        // So many that they share corners.
        for (const near of gridDisk(cell, 3)) isDrawnAsH3Does(near, resolution);
      },
    ),
    { numRuns: randomCases(150) },
  ));

test('so are those around pentagons', () => {
  for (const resolution of RESOLUTIONS)
    for (const pentagon of getPentagons(resolution))
      for (const cell of gridDisk(pentagon, 4)) isDrawnAsH3Does(cell, resolution);
});

test('and those along all edges between faces', () => {
  for (const base of getRes0Cells())
    for (const resolution of [0, 1, 2])
      for (const cell of cellToChildren(base, resolution)) isDrawnAsH3Does(cell, resolution);
});

test('and those at the poles and at the antimeridian', () => {
  for (const resolution of RESOLUTIONS)
    for (const [latitude, longitude] of [
      [90, 0],
      [-90, 0],
      [0, 180],
      [52, -180],
      [-71, 180],
    ] as const)
      for (const cell of gridDisk(latLngToCell(latitude, longitude, resolution), 3))
        isDrawnAsH3Does(cell, resolution);
});
