import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { childTiles, parentTile, rowFromNorth, type TileAddress, tileAt } from './tile-address.ts';
import { tileBounds, widenTile } from './tile-bounds.ts';
import { TileFrame } from './tile-frame.ts';
import { TILE_MATRIX_SETS, tileMatrixSet } from './tile-matrix-sets.ts';
import { MERCATOR_LATITUDE } from './web-mercator.ts';

const TOP = MERCATOR_LATITUDE;

const anyTile: fc.Arbitrary<TileAddress> = fc
  .record({
    set: fc.constantFrom(...TILE_MATRIX_SETS),
    z: fc.integer({ min: 1, max: 30 }),
    u: fc.double({ min: 0, max: 0.9999999999, noNaN: true }),
    v: fc.double({ min: 0, max: 0.9999999999, noNaN: true }),
  })
  .map(({ set, z, u, v }) =>
    tileAt(set.id, z, Math.floor(u * set.columnsAt(z)), Math.floor(v * set.rowsAt(z))),
  );

describe('the box of a tile', () => {
  const boxes: [TileAddress, [number, number, number, number]][] = [
    [tileAt('web', 0, 0, 0), [-180, -TOP, 180, TOP]],
    [tileAt('web', 1, 0, 0), [-180, 0, 0, TOP]],
    [tileAt('quadkey', 1, 1, 1), [0, -TOP, 180, 0]],
    [tileAt('tms', 1, 0, 0), [-180, -TOP, 0, 0]],
    [tileAt('tms', 1, 1, 1), [0, 0, 180, TOP]],
    [tileAt('here', 1, 0, 0), [-180, -90, 0, 90]],
    [tileAt('here', 2, 3, 1), [90, 0, 180, 90]],
    [tileAt('here', 3, 0, 0), [-180, -90, -135, -45]],
  ];
  for (const [tile, [west, south, east, north]] of boxes)
    test(`${tile.scheme} ${tile.z}/${tile.x}/${tile.y}`, () => {
      const box = tileBounds(tile);
      assert.deepEqual([box.west, box.east], [west, east]);
      assert.ok(Math.abs(box.south - south) < 1e-12 && Math.abs(box.north - north) < 1e-12);
    });

  test('is exactly covered by its four children, each of which has it for a parent', () =>
    fc.assert(
      fc.property(anyTile, (tile) => {
        const box = tileBounds(tile);
        const children = childTiles(tile);
        if (tile.z === 30) return assert.equal(children.length, 0);
        const boxes = children.map(tileBounds);
        assert.deepEqual(
          {
            west: Math.min(...boxes.map((b) => b.west)),
            south: Math.min(...boxes.map((b) => b.south)),
            east: Math.max(...boxes.map((b) => b.east)),
            north: Math.max(...boxes.map((b) => b.north)),
          },
          box,
        );
        assert.equal(new Set(boxes.map((b) => `${b.west} ${b.north}`)).size, 4);
        for (const child of children) assert.deepEqual(parentTile(child), tile);
      }),
    ));

  test('shares its edges exactly with its neighbours', () =>
    fc.assert(
      fc.property(anyTile, (tile) => {
        if (tile.x > 0) assert.equal(tileBounds({ ...tile, x: tile.x - 1 }).east, tileBounds(tile).west);
        const north = tileMatrixSet(tile.scheme).rowsGrow === 'north' ? tile.y + 1 : tile.y - 1;
        if (rowFromNorth(tile) > 0)
          assert.equal(tileBounds({ ...tile, y: north }).south, tileBounds(tile).north);
      }),
    ));

  test('is the same in web, tms and quadkey numbers', () => {
    const web = tileBounds(tileAt('web', 5, 17, 10));
    assert.deepEqual(tileBounds(tileAt('quadkey', 5, 17, 10)), web);
    assert.deepEqual(tileBounds(tileAt('tms', 5, 17, 21)), web);
  });
});

test('the topmost tiles have no parent', () => {
  assert.equal(parentTile(tileAt('web', 0, 0, 0)), undefined);
  assert.equal(parentTile(tileAt('here', 1, 1, 0)), undefined);
});

describe('a tile with a margin', () => {
  test('of nothing is the tile', () =>
    assert.deepEqual(widenTile(tileAt('web', 3, 2, 2), 0), [tileBounds(tileAt('web', 3, 2, 2))]));

  test('of 256 pixels reaches over all neighbours', () => {
    const [box, ...others] = widenTile(tileAt('web', 4, 5, 6), 256);
    const northWest = tileBounds(tileAt('web', 4, 4, 5));
    const southEast = tileBounds(tileAt('web', 4, 6, 7));
    assert.deepEqual(box, { ...southEast, west: northWest.west, north: northWest.north });
    assert.equal(others.length, 0);
  });

  test('continues beyond the antimeridian in a second box', () => {
    const [west, east] = widenTile(tileAt('web', 1, 0, 0), 64);
    assert.deepEqual([west!.west, west!.east, east!.west, east!.east], [-180, 45, 135, 180]);
    const [right, left] = widenTile(tileAt('here', 2, 3, 0), 64);
    assert.deepEqual([right!.west, right!.east, left!.west, left!.east], [67.5, 180, -180, -157.5]);
    assert.deepEqual([right!.south, right!.north], [-90, 22.5]);
  });

  test('is at most the world', () => {
    assert.deepEqual(widenTile(tileAt('web', 0, 0, 0), 4), [tileBounds(tileAt('web', 0, 0, 0))]);
    assert.deepEqual(widenTile(tileAt('here', 1, 0, 0), 1e6), [
      { west: -180, south: -90, east: 180, north: 90 },
    ]);
  });
});

describe('the coordinates inside a tile', () => {
  test('lead back to the same position', () =>
    fc.assert(
      fc.property(anyTile, fc.double({ min: 0, max: 1, noNaN: true }), (tile, part) => {
        const frame = new TileFrame(tile, 4096);
        const { west, south, east, north } = tileBounds(tile);
        assert.ok(Math.abs(frame.x(west)) < 1e-2 && Math.abs(frame.x(east) - 4096) < 1e-2);
        assert.ok(Math.abs(frame.y(north)) < 1e-2 && Math.abs(frame.y(south) - 4096) < 1e-2);
        const unit = part * 4096;
        assert.ok(Math.abs(frame.x(frame.longitude(unit)) - unit) < 1e-2);
        assert.ok(Math.abs(frame.y(frame.latitude(unit)) - unit) < 1e-2);
      }),
    ));

  test('are finite at the poles', () => {
    const frame = new TileFrame(tileAt('web', 30, 0, 0), 4096);
    assert.ok(Number.isFinite(frame.y(90)) && Number.isFinite(frame.y(-90)));
  });
});
