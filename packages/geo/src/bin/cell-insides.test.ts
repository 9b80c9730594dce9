import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  cellToBoundary,
  cellToLatLng,
  getHexagonEdgeLengthAvg,
  getPentagons,
  gridDisk,
  latLngToCell,
  UNITS,
} from 'h3-js';
import { CellInsides } from './cell-insides.ts';

const insidesOf = (resolution: number) =>
  new CellInsides(resolution, getHexagonEdgeLengthAvg(resolution, UNITS.km) / 111.2);

/** Positions clustered around a centre, so that most have a known cell nearby. */
const crowd = fc
  .tuple(
    fc.double({ min: -178, max: 178, noNaN: true }),
    fc.double({ min: -88, max: 88, noNaN: true }),
    fc.double({ min: 0.001, max: 2, noNaN: true }),
  )
  .chain(([longitude, latitude, spread]) =>
    fc.array(
      fc.tuple(
        fc.double({ min: longitude - spread, max: longitude + spread, noNaN: true }),
        fc.double({ min: latitude - spread, max: latitude + spread, noNaN: true }),
      ),
      { minLength: 50, maxLength: 200 },
    ),
  );

describe('the cell of a position, found without H3 where that can be,', () => {
  for (const resolution of [0, 2, 3, 4, 7])
    test(`is the one that H3 says, at resolution ${resolution}`, () => {
      const insides = insidesOf(resolution);
      fc.assert(
        fc.property(crowd, (positions) => {
          for (const [longitude, latitude] of positions)
            assert.equal(insides.at(longitude, latitude), latLngToCell(latitude, longitude, resolution));
        }),
        { numRuns: 100 },
      );
    });

  test('is right all over the cells around pentagons, whose edges are bent', () => {
    for (const resolution of [2, 3])
      for (const pentagon of getPentagons(resolution)) {
        const insides = insidesOf(resolution);
        const [[south, west]] = cellToBoundary(pentagon) as [[number, number]];
        for (let x = -3; x < 3; x += 0.05)
          for (let y = -3; y < 3; y += 0.05) {
            const longitude = Math.min(180, Math.max(-180, west + x));
            const latitude = Math.min(90, Math.max(-90, south + y));
            assert.equal(insides.at(longitude, latitude), latLngToCell(latitude, longitude, resolution));
          }
      }
  });

  test('is right close to the edges of cells, and to the edges of the icosahedron that some of them lie across', () => {
    for (const resolution of [0, 1, 2, 3, 6])
      for (const pentagon of getPentagons(resolution).slice(0, 4)) {
        const insides = insidesOf(resolution);
        for (const cell of gridDisk(pentagon, 3)) {
          const [south, west] = cellToLatLng(cell) as [number, number];
          const corners = cellToBoundary(cell) as [number, number][];
          if (corners.some(([, longitude]) => Math.abs(longitude - west) > 90)) continue;
          corners.forEach((corner, i) => {
            const next = corners[(i + 1) % corners.length]!;
            for (const part of [0, 0.1, 0.5, 0.8])
              for (const reach of [0.95, 0.997, 0.9985, 1.0005, 1.01]) {
                const latitude = south + reach * (corner[0] + part * (next[0] - corner[0]) - south);
                const longitude = west + reach * (corner[1] + part * (next[1] - corner[1]) - west);
                if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) continue;
                assert.equal(insides.at(longitude, latitude), latLngToCell(latitude, longitude, resolution));
              }
          });
        }
      }
  });

  test('is that of all corners and edges of a box that is said to be in it', () => {
    const insides = insidesOf(3);
    let known = 0;
    fc.assert(
      fc.property(crowd, fc.double({ min: 0, max: 0.3, noNaN: true }), (positions, size) => {
        for (const [west, south] of positions) {
          const east = Math.min(180, west + size);
          const north = Math.min(90, south + size);
          const cell = insides.around({ west, south, east, north });
          if (cell === undefined) continue;
          known++;
          for (const part of [0, 0.25, 0.5, 0.75, 1])
            for (const latitude of [south, north]) {
              const longitude = west + part * (east - west);
              assert.equal(latLngToCell(latitude, longitude, 3), cell);
            }
        }
      }),
      { numRuns: 100 },
    );
    assert.ok(known > 100, `${known} boxes are in one cell`);
  });
});
