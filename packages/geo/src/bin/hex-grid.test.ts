import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cellToBoundary, cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import type { BBox } from '../bbox.ts';
import { HexGrid } from './hex-grid.ts';
import { facesOfH3 } from './icosahedron.ts';

/** The cells of positions, and of boxes, by their indexes. */
function cellsOf(resolution: number) {
  const grid = new HexGrid(resolution);
  return {
    at: (longitude: number, latitude: number) => grid.nameOf(grid.at(longitude, latitude)),
    around(box: BBox): string | undefined {
      const code = grid.around(box);
      return code < 0 ? undefined : grid.nameOf(code);
    },
  };
}

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
  for (const resolution of [0, 2, 3, 4, 7, 11, 15])
    test(`is the one that H3 says, at resolution ${resolution}`, () => {
      const cells = cellsOf(resolution);
      fc.assert(
        fc.property(crowd, (positions) => {
          for (const [longitude, latitude] of positions)
            assert.equal(cells.at(longitude, latitude), latLngToCell(latitude, longitude, resolution));
        }),
        { numRuns: 100 },
      );
    });

  test('is right all over the cells around pentagons, whose edges are bent', () => {
    for (const resolution of [2, 3])
      for (const pentagon of getPentagons(resolution)) {
        const cells = cellsOf(resolution);
        const [[south, west]] = cellToBoundary(pentagon) as [[number, number]];
        for (let x = -3; x < 3; x += 0.05)
          for (let y = -3; y < 3; y += 0.05) {
            const longitude = Math.min(180, Math.max(-180, west + x));
            const latitude = Math.min(90, Math.max(-90, south + y));
            assert.equal(cells.at(longitude, latitude), latLngToCell(latitude, longitude, resolution));
          }
      }
  });

  test('is right close to the edges of cells, and to the edges of the icosahedron that some of them lie across', () => {
    for (const resolution of [0, 1, 2, 3, 6])
      for (const pentagon of getPentagons(resolution).slice(0, 4)) {
        const cells = cellsOf(resolution);
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
                assert.equal(cells.at(longitude, latitude), latLngToCell(latitude, longitude, resolution));
              }
          });
        }
      }
  });

  test('is right close to the centres of the faces of the icosahedron, and at the poles', () => {
    const centres = facesOfH3().map(({ centre: [x, y, z] }) => [Math.atan2(y, x), Math.asin(z)] as const);
    assert.equal(centres.length, 20);
    for (const resolution of [0, 5, 10, 14, 15]) {
      const cells = cellsOf(resolution);
      for (const [east, north] of [...centres, [0, Math.PI / 2], [1, -Math.PI / 2]] as const)
        for (let size = 1e-9; size < 0.1; size *= 3)
          for (const [x, y] of [
            [0, 0],
            [1, 0],
            [-0.3, 0.7],
            [0.5, -1],
          ] as const) {
            const longitude = ((east + x * size) * 180) / Math.PI;
            const latitude = Math.max(-90, Math.min(90, ((north + y * size) * 180) / Math.PI));
            assert.equal(cells.at(longitude, latitude), latLngToCell(latitude, longitude, resolution));
          }
    }
  });

  test('is that of all corners and edges of a box that is said to be in it', () => {
    const cells = cellsOf(3);
    let known = 0;
    fc.assert(
      fc.property(crowd, fc.double({ min: 0, max: 0.3, noNaN: true }), (positions, size) => {
        for (const [west, south] of positions) {
          const east = Math.min(180, west + size);
          const north = Math.min(90, south + size);
          const cell = cells.around({ west, south, east, north });
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
