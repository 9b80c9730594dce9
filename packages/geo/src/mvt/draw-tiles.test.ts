import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { Geometry } from '../geojson.ts';
import { type DrawnFeature, drawTiles } from './draw-tiles.ts';

const shown = (layer: string, geometry: Geometry, more: Partial<DrawnFeature> = {}): DrawnFeature => ({
  layer,
  geometry,
  properties: {},
  minZoom: 0,
  maxZoom: 9,
  ...more,
});

const box = (west: number, south: number, east: number, north: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

/** `z/x/y` of each tile, with how many features each of its layers has. */
function draw(features: DrawnFeature[], maxZoom: number): Map<string, Record<string, number>> {
  const tiles = [...drawTiles(features, maxZoom)].flat().filter(({ bytes }) => bytes.length > 0);
  return new Map(
    tiles.map(({ tile: { z, x, y }, bytes }) => {
      const { layers } = new VectorTile(new PbfReader(bytes));
      return [
        `${z}/${x}/${y}`,
        Object.fromEntries(Object.entries(layers).map(([name, layer]) => [name, layer.length])),
      ];
    }),
  );
}

test('an area is in the tiles that it meets, at every zoom', () => {
  const tiles = draw([shown('land', box(10, 10, 80, 60))], 2);
  assert.deepEqual([...tiles.keys()], ['0/0/0', '1/1/0', '2/2/1']);
});

test('what goes beyond the antimeridian is on both sides of the map', () => {
  const tiles = draw([shown('land', box(170, 60, 200, 64))], 4);
  assert.deepEqual([...tiles.keys()].filter((tile) => tile.startsWith('4/')).sort(), ['4/0/4', '4/15/4']);
});

test('features are in the zooms that show them, in the layer that they name', () => {
  const point: Geometry = { type: 'Point', coordinates: [10, 10] };
  const tiles = draw(
    [
      shown('places', point, { minZoom: 2, properties: { name: 'Here' } }),
      shown('land', box(5, 5, 15, 15), { maxZoom: 2 }),
    ],
    3,
  );
  assert.deepEqual(tiles.get('1/1/0'), { land: 1 });
  assert.deepEqual(tiles.get('2/2/1'), { places: 1, land: 1 });
  assert.deepEqual(tiles.get('3/4/3'), { places: 1 });
});

test('holes stay holes, lines are cut, and parts of a geometry are features of their own', () => {
  const [outer] = (box(1, 1, 44, 40) as { coordinates: [number, number][][] }).coordinates;
  const [hole] = (box(24, 24, 42, 38) as { coordinates: [number, number][][] }).coordinates;
  const tiles = draw(
    [
      shown('land', { type: 'Polygon', coordinates: [outer!, hole!] }),
      shown('borders', {
        type: 'MultiLineString',
        coordinates: [
          [
            [-10, 5],
            [10, 5],
          ],
          [
            [30, 5],
            [35, 5],
          ],
        ],
      }),
    ],
    6,
  );
  assert.equal(tiles.get('0/0/0')!.borders, 2);
  assert.ok(tiles.has('4/7/7'), 'west of Greenwich is the beginning of the line');
  assert.equal(tiles.get('6/33/26')?.land, 1);
  // Wholly within the hole.
  assert.equal(tiles.get('6/37/26')?.land, undefined);
});
