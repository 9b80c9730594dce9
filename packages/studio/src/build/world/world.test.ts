import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import { Gazetteer } from '../../world/find-places.ts';
import { openWorld } from './open-world.ts';

const { tiles, gazetteer } = await openWorld();
const archive = new PMTiles({
  getKey: () => 'world',
  getBytes: async (offset, length) => ({
    data: Uint8Array.from(tiles.subarray(offset, offset + length)).buffer,
  }),
});

async function tileAt(z: number, x: number, y: number) {
  const tile = await archive.getZxy(z, x, y);
  return tile ? new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers : {};
}

const namesOf = (layer: VectorTile['layers'][string] | undefined) =>
  Array.from({ length: layer?.length ?? 0 }, (_, index) => layer!.feature(index).properties.name);

test('the base map takes less than 10 MB of the package', () => {
  const bytes = tiles.length + gazetteer.length;
  assert.ok(bytes > 4e6 && bytes < 10e6, `${bytes} bytes`);
});

test('it says whose data it is', async () => {
  const { attribution } = (await archive.getMetadata()) as { attribution: string };
  assert.match(attribution, /Natural Earth.*GeoNames.*CC BY 4\.0/);
});

test('Antarctica goes around the world, and land goes on beyond the antimeridian', async () => {
  for (let x = 0; x < 8; x++) assert.ok((await tileAt(3, x, 7)).land, `3/${x}/7`);
  for (const [x, y] of [
    [0, 15],
    [63, 15],
  ] as const)
    assert.ok((await tileAt(6, x, y)).land, `Chukotka: 6/${x}/${y}`);
});

test('large places come first, small ones later', async () => {
  const far = namesOf((await tileAt(3, 4, 2)).places);
  assert.ok(far.includes('Berlin'), far.join());
  assert.ok(!far.includes('Oranienburg'));
  const near = namesOf((await tileAt(6, 34, 20)).places);
  assert.ok(near.includes('Berlin') && near.includes('Oranienburg'));
  assert.ok(namesOf((await tileAt(2, 2, 1)).countries).includes('Germany'));
});

test('the gazetteer has what the map has', () => {
  const names = new Gazetteer(gunzipSync(gazetteer).toString(), (code) => code);
  const [first] = names.find('potsdam', 1);
  assert.deepEqual([first?.name, first?.country], ['Potsdam', 'DE']);
  assert.equal(names.find('germany', 1)[0]?.country, undefined);
});
