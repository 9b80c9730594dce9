import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature } from '../harness/geojson.ts';
import { sharedHub } from '../harness/hub.ts';
import { newSpace } from '../harness/space.ts';
import { assertException, type Link, linkTo, pathOf } from './support.ts';

const hub = await sharedHub();
const space = await newSpace(hub, { title: 'Cities' });
const at = (id: string, x: number, y: number) =>
  feature(id, { name: id, n: 1 }, { geometry: { type: 'Point', coordinates: [x, y] } });
await space.load(at('berlin', 13.4, 52.5), at('suva', 178.4, -18.1));
const tiles = `/ogc/collections/${space.id}/tiles`;

type Limits = { tileMatrix: string; maxTileRow: number; maxTileCol: number };
type Tileset = { layers: { id: string }[]; tileMatrixSetLimits: Limits[]; links: Link[] };

describe('tile sets', () => {
  test('are found from the collection, with the definition of their levels', async () => {
    const { links } = (await hub.get<{ links: Link[] }>(`/ogc/collections/${space.id}`)).body;
    const rel = 'http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector';
    const list = await hub.get<{ tilesets: { crs: string; dataType: string; links: Link[] }[] }>(
      pathOf(linkTo(links, rel)!),
    );
    assert.equal(list.body.tilesets.length, 2);
    for (const { dataType, links: own } of list.body.tilesets) {
      assert.equal(dataType, 'vector');
      // Conformance suites follow every link of the list.
      for (const link of own) assert.equal((await hub.get(pathOf(link))).status, 200, link.href);
      const set = await hub.get<Tileset>(pathOf(linkTo(own, 'self')!));
      assert.equal(set.body.layers[0]!.id, space.id);
      for (const { tileMatrix, maxTileRow, maxTileCol } of set.body.tileMatrixSetLimits) {
        const tile = (row: number, column: number) => {
          const parts = { '{tileMatrix}': tileMatrix, '{tileRow}': `${row}`, '{tileCol}': `${column}` };
          const { href } = linkTo(set.body.links, 'item')!;
          return Object.entries(parts).reduce((at, [name, value]) => at.replace(name, value), href);
        };
        const status = async (href: string) => (await hub.get(pathOf({ href, rel: 'item' }))).status;
        if (Number(tileMatrix) < 3) assert.equal(await status(tile(maxTileRow, maxTileCol)), 200);
        assert.equal(await status(tile(maxTileRow + 1, 0)), 404);
        assert.equal(await status(tile(0, maxTileCol + 1)), 404);
      }
      const scheme = linkTo(own, 'http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme')!;
      const { tileMatrices } = (await hub.get<{ tileMatrices: { matrixWidth: number }[] }>(pathOf(scheme)))
        .body;
      assert.ok(tileMatrices[1]!.matrixWidth === 2 * tileMatrices[0]!.matrixWidth);
    }
  });

  test('are given as TileJSON, whose tiles are there', async () => {
    const { body } = await hub.get<{ tiles: string[]; bounds: number[] }>(
      `${tiles}/WebMercatorQuad?f=tilejson`,
    );
    const tile = body.tiles[0]!.replace('{z}', '0').replace('{y}', '0').replace('{x}', '0');
    assert.equal((await hub.get(pathOf({ href: tile, rel: 'item' }))).status, 200);
    assert.deepEqual(body.bounds, [13.4, -18.1, 178.4, 52.5]);
  });
});

describe('tiles', () => {
  test('of Web Mercator are those of the hub, row before column', async () => {
    const [ours, hubs] = await Promise.all([
      hub.get(`${tiles}/WebMercatorQuad/3/2/4`),
      hub.get(`${space.path}/tile/web/3/4/2.mvt`),
    ]);
    assert.equal(ours.headers['content-type'], 'application/vnd.mapbox-vector-tile');
    assert.deepEqual(ours.bytes, hubs.bytes);
    assert.ok(ours.bytes.length > 0);
  });

  test('of WorldCRS84Quad divide the world in degrees, from the north', async () => {
    const found = async (tile: string) =>
      (await hub.get(`${tiles}/WorldCRS84Quad/${tile}`)).bytes.includes('berlin');
    assert.equal(await found('0/0/1'), true);
    assert.equal(await found('0/0/0'), false);
    // At level 2 a tile is 45° wide: Berlin is in row 0 (90° to 45°) and column 4 (0° to 45°).
    assert.equal(await found('2/0/4'), true);
    assert.equal(await found('2/1/4'), false);
    assert.equal(await found('2/3/4'), false);
  });

  test('take filters', async () => {
    const all = await hub.get(`${tiles}/WebMercatorQuad/0/0/0`);
    const some = await hub.get(`${tiles}/WebMercatorQuad/0/0/0?filter=${encodeURIComponent("name='suva'")}`);
    assert.ok(all.bytes.includes('berlin') && !some.bytes.includes('berlin') && some.bytes.includes('suva'));
  });

  test('that do not exist are not found, and unknown parameters refused', async () => {
    for (const tile of [
      'WebMercatorQuad/1/2/0',
      'WebMercatorQuad/99/0/0',
      'WorldCRS84Quad/0/0/2',
      'Unknown/0/0/0',
    ])
      assertException(await hub.get(`${tiles}/${tile}`), 404);
    assertException(await hub.get(`${tiles}/WebMercatorQuad/0/0/0?clip=true`), 400, 'clip');
    assertException(await hub.get(`${tiles}/WebMercatorQuad/0/0/0`, { token: null }), 401);
  });
});
