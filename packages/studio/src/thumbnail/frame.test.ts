import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Geometry, Position } from '@meridian/client';
import { boxAround } from '../app/map/middle.ts';
import { acrossAntimeridian, type Box, frameOf, positionIn, RATIO, tilesOf } from './frame.ts';

const BERLIN: Box = { west: 13.1, south: 52.3, east: 13.8, north: 52.7 };
const WORLD: Box = { west: -180, south: -80, east: 180, north: 80 };

describe('the picture of a space', () => {
  for (const [what, box] of [
    ['a town', BERLIN],
    ['a point', { west: 13, south: 52, east: 13, north: 52 }],
    ['a tall country', { west: -76, south: -56, east: -66, north: -17 }],
    ['what is at the edge of the map', { west: 179, south: 60, east: 180, north: 89.9 }],
  ] as const)
    test(`of ${what} shows all of it`, () => {
      const { x, y, width, height, stretch } = frameOf(box);
      const [top, bottom] = [-y / stretch, -(y + height) / stretch];
      assert.ok(Math.abs(width / height - RATIO) < 1e-9);
      assert.ok(x <= box.west && x + width >= box.east && top >= box.north && bottom <= box.south);
      assert.ok(x >= -180 && x + width <= 180 && top <= 90 && bottom >= -90);
    });

  test('has the shapes of its middle: what is as tall as wide there is so in the picture', () => {
    assert.ok(Math.abs(frameOf({ west: 0, south: 59, east: 2, north: 61 }).stretch - 2) < 1e-9);
  });

  test('of the world, or of nothing, shows the world', () => {
    assert.equal(frameOf(WORLD).width, 360);
    assert.equal(frameOf(undefined).width, 360);
  });

  test('is made of four tiles at most, which cover it', () => {
    for (const box of [BERLIN, WORLD, { west: -1, south: -1, east: 1, north: 1 }]) {
      const tiles = tilesOf(box);
      assert.ok(tiles.length <= 4);
      const covers = ([longitude, latitude]: readonly [number, number]) =>
        tiles.some((tile) => {
          const [west, north] = positionIn(tile, 0, 0);
          const [east, south] = positionIn(tile, 1, 1);
          return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
        });
      assert.ok(covers([box.west, box.south]) && covers([box.east, box.north]));
    }
    assert.deepEqual(tilesOf(WORLD), [{ z: 0, x: 0, y: 0 }]);
    assert.equal(tilesOf(BERLIN)[0]!.z, 9);
  });

  test('crosses the antimeridian where the rest of the world is empty', () => {
    const fiji = [
      [177, 179.9],
      [-180, -178.5],
    ] as const;
    const { west, east } = acrossAntimeridian(WORLD, fiji);
    assert.deepEqual([west, east], [175, 185]);
    const { x, width } = frameOf({ west, east, south: -20, north: -16 });
    assert.ok(x <= 175 && x + width >= 185 && width < 20);
  });

  test('stays as it is where features are all around the world, on one side, or nowhere', () => {
    const everywhere = Array.from({ length: 12 }, (_, i) => [i * 30 - 180, i * 30 - 179] as const);
    for (const spans of [everywhere, [[-180, -100]], [[60, 180]], []] as const)
      assert.deepEqual(acrossAntimeridian(WORLD, spans), WORLD);
  });

  test('of geometries crosses it too, by each of their parts', () => {
    const ring = (west: number, east: number): Position[][] => [
      [
        [west, 52],
        [east, 52],
        [east, 70],
        [west, 52],
      ],
    ];
    const alaska: Geometry = { type: 'MultiPolygon', coordinates: [ring(-180, -130), ring(172, 180)] };
    const town: Geometry = { type: 'Point', coordinates: [-71, 42] };
    assert.deepEqual(boxAround([alaska, town]), [170, 42, 290, 70]);
    const both: Geometry = { type: 'GeometryCollection', geometries: [alaska, town] };
    assert.deepEqual(boxAround([both]), [170, 42, 290, 70]);
    const spread: Geometry = {
      type: 'MultiPoint',
      coordinates: [-170, -120, -70, -20, 20, 70, 120, 170].map((x): Position => [x, 0]),
    };
    assert.deepEqual(boxAround([spread]), [-170, 0, 170, 0]);
    assert.equal(boxAround([]), undefined);
  });
});
