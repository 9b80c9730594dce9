import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VectorTile } from '@mapbox/vector-tile';
import fc from 'fast-check';
import { PbfReader } from 'pbf';
import { randomCases } from '../../../../testing/effort.ts';
import type { Geometry } from '../geojson.ts';
import { anyGeometry } from '../testing/arbitrary-geometry.ts';
import { type TileAddress, tileAt } from '../tile/tile-address.ts';
import { BlockTile } from './block-tile.ts';
import { readTileBlock, type TileBlock } from './tile-block.ts';
import { TileBlockWriter } from './tile-block-writer.ts';
import { TileWriter } from './tile-writer.ts';

type Feature = { id: string; geometry: Geometry; properties: Record<string, unknown> };

const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 2 ** 40, 0.5, 1e300, 'a', 'ä🜨', '', [1, { b: 'ü' }], {
    a: {},
  }),
  fc.integer(),
  fc.string(),
);
const properties = fc.dictionary(fc.constantFrom('id', 'name', 'größe', 'a', 'b'), value);
const feature: fc.Arbitrary<Omit<Feature, 'id'>> = fc.record({ geometry: anyGeometry, properties });

/** Away from the edges of the map: what is across the antimeridian is not in blocks. */
const tile = fc
  .integer({ min: 2, max: 7 })
  .chain((z) => fc.tuple(fc.constant(z), column(z), column(z)))
  .map(([z, x, y]) => tileAt('web', z, x, y));
const column = (z: number) => fc.integer({ min: 1, max: 2 ** z - 2 });

function drawnRowByRow(address: TileAddress, features: Feature[], buffer: number): Uint8Array {
  const writer = new TileWriter('a-space', address, 4096, buffer);
  for (const { id, geometry, properties } of features)
    writer.addText(id, geometry, JSON.stringify(properties));
  return writer.finish();
}

function blockOf(features: [number: number, feature: Feature][]): TileBlock {
  const writer = new TileBlockWriter();
  for (const [number, { id, geometry, properties }] of features)
    writer.add(number, id, geometry, JSON.stringify(properties));
  return readTileBlock(writer.finish()!)!;
}

function drawnFrom(blocks: TileBlock[], address: TileAddress, buffer: number): Uint8Array {
  const drawing = new BlockTile('a-space', address, buffer, blocks);
  while (drawing.draw(3));
  return drawing.finish();
}

describe('a tile drawn from blocks', () => {
  test('has the bytes of one drawn feature by feature, in however many blocks the features are, some in several', () => {
    const blocks = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(feature, { maxLength: 12 }),
        blocks,
        tile,
        fc.constantFrom(0, 4, 200),
        (drawn, inBlocks, address, buffer) => {
          const features = drawn.map((one, i) => ({ id: `f${i}`, ...one }));
          const expected = drawnRowByRow(address, features, buffer);
          const numbered = features.map((one, i): [number, Feature] => [i * 3 + 1, one]);
          assert.deepEqual(drawnFrom([blockOf(numbered)], address, buffer), expected);
          const several = [1, 2, 4].map((block) => blockOf(numbered.filter((_, i) => inBlocks[i]! & block)));
          assert.deepEqual(drawnFrom(several, address, buffer), expected);
        },
      ),
      { numRuns: randomCases(500) },
    );
  });

  test('has names that JSON writes with escapes, each value once', () => {
    const geometry: Geometry = { type: 'Point', coordinates: [1, 1] };
    const properties = { plain: 'x', 'a"b': 'x', other: 1 };
    const one = blockOf([[1, { id: 'p', geometry, properties }]]);
    const two = blockOf([[2, { id: 'q', geometry, properties }]]);
    const { layers } = new VectorTile(new PbfReader(drawnFrom([two, one], tileAt('web', 5, 16, 15), 4)));
    const layer = layers['a-space']!;
    const shown = [0, 1].map((i) => ({ ...layer.feature(i).properties }));
    assert.deepEqual(shown, [
      { id: 'p', ...properties },
      { id: 'q', ...properties },
    ]);
  });

  test('is nothing where there is nothing', () => {
    const geometry: Geometry = { type: 'Point', coordinates: [100, 1] };
    const blocks = [blockOf([]), blockOf([[1, { id: 'p', geometry, properties: {} }]])];
    assert.equal(drawnFrom(blocks, tileAt('web', 5, 16, 15), 4).length, 0);
  });

  test('can not be of features with more values than a block can tell apart', () => {
    const writer = new TileBlockWriter();
    const properties = JSON.stringify(
      Object.fromEntries(Array.from({ length: 70_000 }, (_, i) => [`k${i}`, i])),
    );
    writer.add(1, 'p', { type: 'Point', coordinates: [1, 1] }, properties);
    assert.equal(writer.finish(), undefined);
  });
});
