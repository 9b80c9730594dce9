import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cellToBoundary, cellToLatLng, getPentagons, gridDisk, latLngToCell, polygonToCells } from 'h3-js';
import type { BBox } from '../bbox.ts';
import type { Position } from '../geojson.ts';
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

  test('is the one that H3 says all over the globe and around pentagons, at every resolution', () => {
    const random = seeded(20261118);
    const centres = getPentagons(0).map((cell) => cellToLatLng(cell) as [number, number]);
    for (let resolution = 0; resolution <= 15; resolution++) {
      const cells = cellsOf(resolution);
      for (let i = 0; i < 1000; i++) {
        const [south, west] = centres[i % centres.length]!;
        const reach = 12 * random() ** 3;
        const isNearPentagon = i % 2 === 0;
        const longitude = isNearPentagon ? west + reach * (2 * random() - 1) : 360 * random() - 180;
        const latitude = isNearPentagon
          ? Math.max(-90, Math.min(90, south + reach * (2 * random() - 1)))
          : 180 * random() - 90;
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

/** Numbers from 0 to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('what is between two positions', () => {
  test('is in their cells where the line is said to cross the edge between them', () => {
    const random = seeded(7);
    for (const resolution of [2, 5, 8, 12]) {
      const grid = new HexGrid(resolution);
      const edge = 10 / 7 ** (resolution / 2);
      let known = 0;
      for (let i = 0; i < 1000; i++) {
        const a: Position = [340 * random() - 170, 150 * random() - 75];
        const b: Position = [a[0] + edge * (2 * random() - 1), a[1] + edge * (2 * random() - 1)];
        const ends = [grid.at(a[0], a[1]), grid.at(b[0], b[1])];
        if (ends[0] === ends[1] || !grid.isAcrossEdge(a[0], a[1], b[0], b[1])) continue;
        known++;
        for (let part = 0; part <= 1; part += 1 / 64) {
          const cell = grid.at(a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]));
          assert.ok(ends.includes(cell), `${a} to ${b} at resolution ${resolution}`);
        }
      }
      assert.ok(known > 100, `${known} lines at resolution ${resolution}`);
    }
  });

  test('is in one of two cells no longer where it comes close to a corner', () => {
    const grid = new HexGrid(6);
    const cell = latLngToCell(48, 11, 6);
    const [latitude, longitude] = cellToLatLng(cell) as [number, number];
    for (const [north, east] of cellToBoundary(cell) as [number, number][]) {
      const [toNorth, toEast] = [north - latitude, east - longitude];
      assert.equal(grid.isAcrossEdge(longitude, latitude, east + toEast / 4, north + toNorth / 4), false);
    }
  });
});

describe('the cells with their centre in a box', () => {
  test('are those that H3 says', () => {
    const random = seeded(11);
    let known = 0;
    for (const resolution of [2, 3, 6, 9])
      for (let i = 0; i < 40; i++) {
        // Every fourth box of the smaller cells is large, and said to have room for many.
        const isLarge = resolution > 5 && i % 4 === 0;
        const size = ((isLarge ? 300 : 30) * random()) / 7 ** (resolution / 2);
        const room = isLarge ? 100_000 : 1;
        const west = 350 * random() - 175;
        const south = 150 * random() - 75;
        const [east, north] = [west + size, south + size];
        const grid = new HexGrid(resolution);
        const found = grid.centredIn({ west, south, east, north }, room, () => true);
        if (!found) continue;
        known++;
        const ring = [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ] as Position[];
        const expected = polygonToCells([ring], resolution, true);
        assert.deepEqual(found.map((code) => grid.nameOf(code)).sort(), expected.sort());
      }
    assert.ok(known > 40, `${known} boxes are on one face`);
  });
});
