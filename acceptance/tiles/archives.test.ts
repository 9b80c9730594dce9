// Embedded engine only: the command asks for tiles over HTTP; auto.test.ts runs on both.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { openAsBlob, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { FileSource, PMTiles } from 'pmtiles';
import { findProgram } from '../../testing/programs.ts';
import { newUser } from '../harness/command.ts';
import { startHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { readVectorTile } from '../harness/vector-tile.ts';

const hub = await startHub();
const user = newUser(hub);
const ogrinfo = findProgram(['ogrinfo'], 'gdal-bin');

const space = await newSpace(hub, {
  title: 'Peaks & more',
  license: 'CC-BY-4.0',
  copyright: [{ label: 'A & B' }],
});
await space.load(
  ...Array.from({ length: 300 }, (_, i) => ({
    type: 'Feature',
    id: `p${i}`,
    geometry: { type: 'Point', coordinates: [7 + (i % 20) / 100, 46 + Math.floor(i / 20) / 100] },
    properties: { n: i, name: `peak ${i}`, long: 'x'.repeat(200) },
  })),
  {
    type: 'Feature',
    id: 'land',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [40, 0],
          [40, 40],
          [0, 40],
          [0, 0],
        ],
      ],
    },
    properties: { kind: 'land' },
  },
);

type Report = { tiles: number; contents: number; minZoom: number; maxZoom: number; isWhole: boolean };

async function exported(file: string, ...words: string[]): Promise<Report> {
  const { code, out, err } = await user.run('export', space.id, '-o', file, '--json', ...words);
  assert.equal(code, 0, err);
  return JSON.parse(out) as Report;
}

async function pmtiles(file: string): Promise<PMTiles> {
  return new PMTiles(new FileSource(new File([await openAsBlob(join(user.folder, file))], file)));
}

/** All tiles of a zoom range, as the hub sends them. */
async function* tilesOfHub(maxZoom: number) {
  for (let z = 0; z <= maxZoom; z++)
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) {
        const { bytes } = await hub.get<undefined>(`${space.path}/tile/web/${z}/${x}/${y}.mvt?mode=auto`);
        yield { z, x, y, bytes };
      }
}

describe('meridian export as PMTiles', () => {
  test('writes the very tiles that the hub sends, and none where nothing is', async () => {
    const { tiles } = await exported('peaks.pmtiles', '--max-zoom', '3');
    const archive = await pmtiles('peaks.pmtiles');
    let found = 0;
    for await (const { z, x, y, bytes } of tilesOfHub(3)) {
      const tile = await archive.getZxy(z, x, y);
      assert.deepEqual(Buffer.from(tile?.data ?? new ArrayBuffer(0)), Buffer.from(bytes), `${z}/${x}/${y}`);
      if (tile) found++;
    }
    assert.equal(tiles, found);
    assert.ok(found > 6);
  });

  test('describes itself: layers, fields, zooms, bounds, attribution, licence', async () => {
    const archive = await pmtiles('peaks.pmtiles');
    const header = await archive.getHeader();
    assert.deepEqual([header.minZoom, header.maxZoom, header.tileType, header.tileCompression], [0, 3, 1, 2]);
    assert.deepEqual([header.minLon, header.minLat, header.maxLon, header.maxLat], [0, 0, 40, 46.14]);
    const { name, attribution, license, vector_layers } = (await archive.getMetadata()) as Record<
      string,
      unknown
    >;
    assert.deepEqual([name, attribution, license], ['Peaks & more', 'A &amp; B', 'CC-BY-4.0']);
    assert.deepEqual(vector_layers, [
      {
        id: space.id,
        minzoom: 0,
        maxzoom: 3,
        fields: {
          id: 'String',
          point_count: 'Number',
          n: 'Number',
          name: 'String',
          long: 'String',
          kind: 'String',
        },
      },
    ]);
  });

  test('takes a filter, a box and a selection', async () => {
    await exported(
      'few.pmtiles',
      ...['--max-zoom', '2', '--where', 'n<100', '--bbox', '6,45,7.045,47', '--select', 'n'],
    );
    const archive = await pmtiles('few.pmtiles');
    const [layer] = readVectorTile(new Uint8Array((await archive.getZxy(0, 0, 0))!.data));
    const shown = layer!.features.map(({ properties }) => properties);
    assert.equal(shown.length, 25);
    assert.ok(shown.every(({ n }) => Number(n) < 100 && Number(n) % 20 < 5));
    assert.ok(shown.every((properties) => Object.keys(properties).length === 3));
    const { vector_layers } = (await archive.getMetadata()) as { vector_layers: [{ fields: object }] };
    assert.deepEqual(Object.keys(vector_layers[0].fields), ['id', 'point_count', 'n']);
  });

  test('ends by itself where tiles show everything in detail', async () => {
    const { maxZoom, minZoom, isWhole, tiles, contents } = await exported(
      'auto.pmtiles',
      ...['--where', 'n<3', '--min-zoom', '3'],
    );
    assert.deepEqual([minZoom, maxZoom, isWhole], [3, 14, true]);
    assert.ok(tiles >= 12 && tiles < 60 && contents <= tiles, `${tiles}`);
    assert.equal(await (await pmtiles('auto.pmtiles')).getZxy(2, 2, 1), undefined);
  });

  test('refuses what it can’t do in a sentence, and leaves nothing behind', async () => {
    const refused = async (words: string[], code: number, message: RegExp) => {
      const run = await user.run('export', ...words);
      assert.equal(run.code, code, run.err);
      assert.match(run.err, message);
    };
    await refused([space.id, '--format', 'pmtiles'], 2, /can't be written to standard output: add -o/);
    await refused(
      [space.id, '-o', 'x.pmtiles', '--min-zoom', '5', '--max-zoom', '4'],
      2,
      /--min-zoom 5 is more/,
    );
    await refused([space.id, '-o', 'x.csv', '--max-zoom', '4'], 2, /are for tiles, not for CSV/);
    await refused(['no-such-space', '-o', 'x.pmtiles'], 8, /there is no space no-such-space/i);
    await refused([space.id, '-o', 'no/x.mbtiles'], 1, /there is no such folder/);
    assert.deepEqual(
      readdirSync(user.folder).filter((name) => /^x|part$/.test(name)),
      [],
    );
  });
});

describe('meridian export as MBTiles', () => {
  test('writes the very tiles that the hub sends', async () => {
    const { tiles, contents } = await exported('peaks.mbtiles', '--max-zoom', '3');
    const database = new DatabaseSync(join(user.folder, 'peaks.mbtiles'), { readOnly: true });
    const read = database.prepare(
      'SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?',
    );
    for await (const { z, x, y, bytes } of tilesOfHub(3)) {
      const row = read.get(z, x, 2 ** z - 1 - y) as { tile_data: Uint8Array } | undefined;
      const data = row ? gunzipSync(row.tile_data) : Buffer.alloc(0);
      assert.deepEqual(data, Buffer.from(bytes), `${z}/${x}/${y}`);
    }
    assert.equal(database.prepare('SELECT count(*) n FROM images').get()!.n, contents);
    assert.ok(contents <= tiles);
    database.close();
  });

  test('is read by GDAL, features and fields', {
    skip: 'skip' in ogrinfo ? ogrinfo.skip : false,
  }, async () => {
    assert.ok('path' in ogrinfo);
    const file = join(user.folder, 'peaks.mbtiles');
    const said = execFileSync(ogrinfo.path, ['-ro', '-al', '-q', file], { encoding: 'utf8' });
    assert.match(said, new RegExp(`Layer name: ${space.id}`));
    assert.match(said, /name \(String\) = peak 7\b/);
  });
});
