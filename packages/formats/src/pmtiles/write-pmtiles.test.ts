import assert from 'node:assert/strict';
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { FileSource, PMTiles, zxyToTileId } from 'pmtiles';
import type { TileSetDescription } from '../tiles/tile-archive.ts';
import { firstTileId, tileAtPosition, tileIdOf } from './tile-id.ts';
import { createPmtiles } from './write-pmtiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-pmtiles-'));
after(() => rmSync(folder, { recursive: true }));

const DESCRIPTION: TileSetDescription = {
  name: 'Peaks',
  attribution: '© A &amp; B',
  license: 'CC-BY-4.0',
  generator: 'test',
  minZoom: 0,
  maxZoom: 7,
  bounds: [5.5, -10.25, 11, 47.8],
  layers: [{ id: 'peaks', minzoom: 0, maxzoom: 7, fields: { id: 'String' } }],
};

async function archiveAt(path: string): Promise<PMTiles> {
  return new PMTiles(new FileSource(new File([await openAsBlob(path)], 'tiles.pmtiles')));
}

test('tiles have the numbers that the reader of PMTiles gives them, and are found by them', () => {
  const addresses = fc
    .integer({ min: 0, max: 24 })
    .chain((z) => fc.tuple(fc.constant(z), fc.nat(2 ** z - 1), fc.nat(2 ** z - 1)));
  fc.assert(
    fc.property(addresses, ([z, x, y]) => {
      const id = tileIdOf({ z, x, y });
      assert.equal(id, zxyToTileId(z, x, y));
      assert.deepEqual(tileAtPosition(z, id - firstTileId(z)), { z, x, y });
    }),
  );
});

test('an archive of many tiles is read back: directories, repeated tiles, metadata', async () => {
  const path = join(folder, 'many.pmtiles');
  const archive = await createPmtiles(path);
  // Runs of ten tiles are the same; of the others every third one is absent, and they are of many lengths.
  const contentOf = (position: number) =>
    position % 20 < 10 ? 'sea' : `tile ${2 ** ((position * position) % 701)}`;
  const written: { z: number; position: number }[] = [];
  for (let z = 0; z <= 7; z++)
    for (let position = 0; position < 4 ** z; position++) {
      if (position % 3 === 2 && position % 20 >= 10) continue;
      written.push({ z, position });
      await archive.add(tileAtPosition(z, position), gzipSync(contentOf(position), { level: 1 }));
    }
  const different = new Set(written.map(({ position }) => contentOf(position))).size;
  const summary = await archive.finish(DESCRIPTION);
  assert.deepEqual([summary.tiles, summary.contents], [written.length, different]);

  const read = await archiveAt(path);
  const header = await read.getHeader();
  assert.equal(header.numAddressedTiles, written.length);
  assert.equal(header.numTileContents, different);
  assert.ok(header.numTileEntries < written.length / 1.5, 'runs are one entry');
  assert.ok(header.leafDirectoryLength! > 0);
  assert.ok(header.clustered);
  assert.deepEqual([header.minZoom, header.maxZoom], [0, 7]);
  assert.deepEqual([header.minLon, header.minLat, header.maxLon, header.maxLat], DESCRIPTION.bounds);
  const metadata = (await read.getMetadata()) as Record<string, unknown>;
  assert.deepEqual(metadata.vector_layers, DESCRIPTION.layers);
  assert.equal(metadata.license, 'CC-BY-4.0');
  for (const { z, position } of written.filter((_, i) => i % 97 === 0 || i > written.length - 5)) {
    const { x, y } = tileAtPosition(z, position);
    const found = await read.getZxy(z, x, y);
    assert.equal(new TextDecoder().decode(found!.data), contentOf(position), `${z}/${x}/${y}`);
  }
  const { x, y } = tileAtPosition(7, 11);
  assert.equal(await read.getZxy(7, x, y), undefined);
});

test('an archive without tiles can be read', async () => {
  const path = join(folder, 'none.pmtiles');
  await (await createPmtiles(path)).finish(DESCRIPTION);
  const read = await archiveAt(path);
  assert.equal((await read.getHeader()).numAddressedTiles, 0);
  assert.equal(await read.getZxy(0, 0, 0), undefined);
});

test('tiles in another order are refused', async () => {
  const archive = await createPmtiles(join(folder, 'disorder.pmtiles'));
  await archive.add({ z: 1, x: 1, y: 1 }, gzipSync('a'));
  await assert.rejects(archive.add({ z: 0, x: 0, y: 0 }, gzipSync('b')), /tile 0\/0\/0 comes behind tiles/);
  await archive.abandon();
});
