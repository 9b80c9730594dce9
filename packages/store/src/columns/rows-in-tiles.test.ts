import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BBox, boxesMeet, boxOf, type Geometry, intersectsBox, tileAt, tileBounds } from '@meridian/geo';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { tilesAround } from '../read/tile-shares.ts';
import type { Sides } from './area-predicate.ts';
import { ColumnBuilder } from './column-builder.ts';
import { FALSE, TRUE, UNDECIDED } from './outcomes.ts';
import { RowsInTiles } from './rows-in-tiles.ts';

/** Tiles with all others around them, with some of them across the antimeridian, and at the edge of the map. */
const TILES = [
  [0, 0, 0],
  [1, 1, 0],
  [2, 3, 1],
  [3, 4, 4],
  [4, 0, 15],
] as const;

const corner = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

/** Points and boxes, of which many have sides where tiles of the zoom have theirs. */
function boxAround(tiles: readonly BBox[]): fc.Arbitrary<BBox | null> {
  const longitudes = tiles.flatMap(({ west, east }) => [west, east]);
  const latitudes = tiles.flatMap(({ south, north }) => [south, north]);
  const longitude = fc.oneof(fc.constantFrom(...longitudes), fc.double({ min: -180, max: 180, noNaN: true }));
  const latitude = fc.oneof(fc.constantFrom(...latitudes), fc.double({ min: -90, max: 90, noNaN: true }));
  const point = fc.tuple(longitude, latitude);
  return fc.oneof(
    fc.constant(null),
    point.map(([x, y]) => ({ west: x, south: y, east: x, north: y })),
    fc.tuple(point, point).map(([[ax, ay], [bx, by]]) => ({
      west: Math.min(ax, bx),
      south: Math.min(ay, by),
      east: Math.max(ax, bx),
      north: Math.max(ay, by),
    })),
    // Small ones in one of the tiles.
    fc.tuple(fc.constantFrom(...tiles), corner).map(([{ west, south, east, north }, [x, y]]) => {
      const at = { west: west + (x * (east - west)) / 2, south: south + (y * (north - south)) / 2 };
      return { ...at, east: at.west + (east - west) / 8, north: at.south + (north - south) / 8 };
    }),
  );
}

/** On how many sides a box reaches out of another. */
function sidesOutside(inner: BBox, { west, south, east, north }: BBox): number {
  return [inner.west < west, inner.east > east, inner.south < south, inner.north > north].filter(Boolean)
    .length;
}

/** Lines, triangles and several points. */
function geometryAround(tiles: readonly BBox[]): fc.Arbitrary<Geometry> {
  const longitudes = tiles.flatMap(({ west, east }) => [west, east, (west + east) / 2]);
  const latitudes = tiles.flatMap(({ south, north }) => [south, north, (south + north) / 2]);
  const size = tiles[0]!.east - tiles[0]!.west;
  const offset = fc.oneof(fc.constant(0), fc.double({ min: -size, max: size, noNaN: true }));
  const position = fc
    .tuple(fc.constantFrom(...longitudes), fc.constantFrom(...latitudes), offset, offset)
    .map(([x, y, dx, dy]) => [x + dx / 2, y + dy / 4] as [number, number]);
  return fc.tuple(position, position, position, fc.nat(2)).map(([a, b, c, kind]) => {
    if (kind === 0) return { type: 'MultiPoint', coordinates: [a, b, c] };
    if (kind === 1) return { type: 'LineString', coordinates: [a, b, c] };
    return { type: 'Polygon', coordinates: [[a, b, c, a]] };
  });
}

function sidesOf(boxes: readonly (BBox | null)[]): Sides {
  const column = (side: (box: BBox) => number | undefined) => {
    const builder = new ColumnBuilder(boxes.length);
    for (const [row, box] of boxes.entries()) builder.set(row, box ? side(box) : undefined);
    return builder.column();
  };
  return [
    column(({ west }) => west),
    column(({ south }) => south),
    column(({ west, east }) => (east === west ? undefined : east)),
    column(({ south, north }) => (north === south ? undefined : north)),
  ];
}

for (const [z, x, y] of TILES)
  test(`rows are in the tiles around ${z}/${x}/${y} that their boxes tell that they meet`, () => {
    const tile = tileAt('web', z, x, y);
    const tiles = [tile, ...tilesAround(tile)].map(tileBounds);
    const rows = fc.array(fc.tuple(boxAround(tiles), fc.constantFrom(0, FALSE, TRUE, UNDECIDED)), {
      maxLength: 30,
    });
    const inTiles = new RowsInTiles(tiles);
    fc.assert(
      fc.property(rows, fc.boolean(), (rows, isComplete) => {
        const boxes = rows.map(([box]) => box);
        const outcomes = Uint8Array.from(rows, ([, outcome]) => outcome);
        const near = Uint32Array.from([...boxes.keys()].filter((row) => boxes[row]));
        inTiles.find(outcomes, near, sidesOf(boxes), isComplete);
        for (const [row, [box, outcome]] of rows.entries()) {
          const met = tiles.filter((bounds) => box && boxesMeet(box, bounds));
          const isOpen =
            !isComplete || outcome === UNDECIDED || !met.every((bounds) => sidesOutside(box!, bounds) < 2);
          const isRead = met.length > 0 && (outcome & TRUE) !== 0 && isOpen;
          const hint = JSON.stringify([box, outcome]);
          assert.equal(inTiles.open.includes(row), isRead, hint);
          for (const [i, bounds] of tiles.entries()) {
            const isIn = outcome === TRUE && !isRead && box !== null && boxesMeet(box, bounds);
            assert.equal(inTiles.in(i).includes(row), isIn, hint);
          }
        }
      }),
      { numRuns: randomCases(200) },
    );
  });

for (const [z, x, y] of TILES)
  test(`what is told by boxes of the tiles around ${z}/${x}/${y} is true of every geometry`, () => {
    const tile = tileAt('web', z, x, y);
    const tiles = [tile, ...tilesAround(tile)].map(tileBounds);
    const inTiles = new RowsInTiles(tiles);
    let told = 0;
    fc.assert(
      fc.property(geometryAround(tiles), (geometry) => {
        inTiles.find(Uint8Array.of(TRUE), Uint32Array.of(0), sidesOf([boxOf(geometry)]), true);
        if (inTiles.open.length > 0) return;
        told++;
        for (const [i, bounds] of tiles.entries())
          assert.equal(inTiles.in(i).length === 1, intersectsBox(geometry, bounds), `tile ${i}`);
      }),
      { numRuns: randomCases(500) },
    );
    assert.ok(told > 0);
  });
