import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { NAMESPACE } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { assertRefused } from '../harness/refusal.ts';
import { newSpace } from '../harness/space.ts';
import { readVectorTile } from '../harness/vector-tile.ts';

const MVT = 'application/vnd.mapbox-vector-tile';

const hub = await startHub();
const space = await newSpace(hub);

const ring = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

const NESTED = { a: { b: 1, list: [1, 'x'] }, flag: true, big: 9007199254740991, none: null, n: -1.5 };

await space.load(
  { id: 'origin', geometry: { type: 'Point', coordinates: [0, 0, 17] }, properties: NESTED },
  {
    id: 'line',
    geometry: {
      type: 'LineString',
      coordinates: [
        [-170, 10],
        [170, 10],
      ],
    },
  },
  {
    id: 'frame',
    geometry: { type: 'Polygon', coordinates: [ring(10, 10, 80, 80), ring(20, 20, 40, 40)] },
    properties: { id: 'own', n: 7, long: 'x'.repeat(2000), [NAMESPACE]: { tags: ['framed'] } },
  },
  { id: 'tiny', geometry: { type: 'Polygon', coordinates: [ring(60, -60, 60.0001, -59.9999)] } },
  {
    id: 'mixed',
    geometry: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [-90, -45] },
        {
          type: 'LineString',
          coordinates: [
            [-100, -45],
            [-80, -45],
          ],
        },
        { type: 'Polygon', coordinates: [ring(-100, -60, -80, -50)] },
      ],
    },
  },
  { id: 'nowhere', geometry: null },
);

const get = (path: string, headers = {}) => hub.get<undefined>(`${space.path}/tile/${path}`, { headers });
async function layerOf(path: string, headers = {}) {
  const response = await get(path, headers);
  assert.equal(response.status, 200, response.text);
  assert.equal(response.headers['content-type'], MVT);
  const layers = readVectorTile(response.bytes);
  assert.ok(layers.length <= 1);
  return layers[0] ?? { name: '', extent: 0, features: [] };
}
const idsIn = async (path: string, headers = {}) =>
  (await layerOf(path, headers)).features.map(({ properties }) => properties.id);

describe('a vector tile', () => {
  test('has one layer, named after the space, with extent 4096 and what intersects the tile', async () => {
    const { name, extent, features } = await layerOf('web/0/0/0.mvt');
    assert.deepEqual([name, extent], [space.id, 4096]);
    assert.deepEqual(
      features.map(({ type, properties: { id } }) => [id, type]),
      [
        ['origin', 1],
        ['line', 2],
        ['frame', 3],
        ['mixed', 1],
        ['mixed', 2],
        ['mixed', 3],
      ],
    );
    const [origin] = features;
    assert.deepEqual(origin!.drawn, [[[2048, 2048]]]);
  });

  const SPELLINGS: [string, object?][] = [
    ['web/1_1_0.mvt'],
    ['web/1/1/0.mvt'],
    ['web/1/1/0.mvtf'],
    ['tms/1_1_1.mvt'],
    ['tms/1/1/1.mvt'],
    ['quadkeys/1.mvt'],
    ['quadkey/1.mvtf'],
    ['quadkeys/1.mvt&p.x=1'],
    ['web/1_1_0', { accept: MVT }],
    ['web/1/1/0', { accept: `text/html, ${MVT};q=0.9, */*;q=0.1` }],
  ];
  for (const [path, headers] of SPELLINGS)
    test(`is asked for as ${path} ${headers ? JSON.stringify(headers) : ''}`, async () => {
      assert.deepEqual(await idsIn(path, headers), ['origin', 'line', 'frame']);
    });

  test('of a here tile is drawn on its own grid', async () => {
    const { features } = await layerOf('here/1_1_0.mvt');
    assert.deepEqual(features[0]!.drawn, [[[0, 2048]]]);
  });

  test('is GeoJSON where the path says so, whatever Accept says', async () => {
    const response = await get('web/1/1/0.geojson', { accept: MVT });
    assert.equal(response.headers['content-type'], 'application/geo+json; charset=utf-8');
    assert.match((await get('web/1/1/0', { accept: '*/*' })).headers.vary ?? '', /^Accept\b/);
  });

  test('has nested values as JSON text, or flattened to dotted keys', async () => {
    const nested = (await layerOf('web/0/0/0.mvt')).features[0]!.properties;
    const flat = (await layerOf('web/0/0/0.mvtf')).features[0]!.properties;
    const { [NAMESPACE]: hubs, ...own } = nested;
    assert.deepEqual(own, {
      id: 'origin',
      a: '{"b":1,"list":[1,"x"]}',
      flag: true,
      big: 9007199254740991,
      n: -1.5,
    });
    assert.equal(JSON.parse(String(hubs)).space, space.id);
    assert.equal(flat['a.b'], 1);
    assert.equal(flat['a.list.0'], 1);
    assert.equal(flat['a.list.1'], 'x');
    assert.equal(flat[`${NAMESPACE}.space`], space.id);
  });

  test('takes tags, properties, selection and limit', async () => {
    assert.deepEqual(await idsIn('web/0/0/0.mvt?tags=framed'), ['frame']);
    assert.deepEqual(await idsIn('web/0/0/0.mvt?p.n<0'), ['origin']);
    assert.deepEqual(await idsIn('web/0/0/0.mvt?limit=2'), ['origin', 'line']);
    const { features } = await layerOf('web/0/0/0.mvt?selection=p.n,a');
    assert.deepEqual(features[0]!.properties, { id: 'origin', a: '{"b":1,"list":[1,"x"]}', n: -1.5 });
    assert.deepEqual(features[2]!.properties, { id: 'frame', n: 7 });
  });

  test('is cut 4 pixels around the tile, or where margin says, or not at all', async () => {
    const extremes = async (path: string) => {
      const { features } = await layerOf(path);
      const xs = features.find(({ properties: { id } }) => id === 'line')!.drawn[0]!.map(([x]) => x);
      return [Math.min(...xs), Math.max(...xs)];
    };
    assert.deepEqual(await extremes('web/2/1/1.mvt'), [-64, 4160]);
    assert.deepEqual(await extremes('web/2/1/1.mvt?margin=0'), [0, 4096]);
    assert.deepEqual(await extremes('web/2/1/1.mvt?margin=10'), [-160, 4256]);
    const whole = Math.round((170 / 360) * 4 * 4096);
    assert.deepEqual(await extremes('web/2/1/1.mvt?clip=false'), [4096 - whole, 4096 + whole]);
  });

  test('has holes and winding as the standard says', async () => {
    const { features } = await layerOf('web/0/0/0.mvt');
    const { drawn } = features.find(({ properties: { id } }) => id === 'frame')!;
    const area = (path: [number, number][]) =>
      path.slice(1).reduce((sum, [x, y], i) => sum + path[i]![0] * y - x * path[i]![1], 0);
    assert.deepEqual(
      drawn.map((path) => Math.sign(area(path))),
      [1, -1],
    );
  });

  test('without anything in it is 200 and has no body', async () => {
    const response = await get('web/6/0/63.mvt');
    assert.equal(response.status, 200);
    assert.equal(response.headers['content-type'], MVT);
    assert.equal(response.bytes.length, 0);
    assert.equal(response.headers['content-length'], '0');
  });

  test('is known by its ETag, which is not that of the GeoJSON, and changes with every write', async () => {
    const tag = async (headers: object) => (await get('web/0/0/0', headers)).headers.etag;
    const drawn = await tag({ accept: MVT });
    assert.notEqual(drawn, await tag({}));
    assert.equal((await get('web/0/0/0', { accept: MVT, 'if-none-match': drawn })).status, 304);
    await space.load({ id: 'late', geometry: { type: 'Point', coordinates: [1, 1] } });
    const again = await get('web/0/0/0', { accept: MVT, 'if-none-match': drawn });
    assert.equal(again.status, 200);
    assert.ok(readVectorTile(again.bytes)[0]!.features.some(({ properties: { id } }) => id === 'late'));
    await hub.delete(`${space.features}/late`);
    assert.ok(!(await idsIn('web/0/0/0.mvt')).includes('late'));
  });

  test('is compressed if the client likes', async () => {
    const plain = await get('web/0/0/0.mvtf');
    const packed = await get('web/0/0/0.mvtf', { 'accept-encoding': 'gzip' });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.deepEqual(gunzipSync(packed.bytes), plain.bytes);
  });

  test('answers HEAD', async () => {
    const response = await hub.head(`${space.path}/tile/web/0/0/0.mvt`);
    assert.deepEqual([response.status, response.headers['content-type']], [200, MVT]);
  });

  const REFUSED: [string, string][] = [
    ['web/1_2_0.mvt', 'column'],
    ['web/31/0/0.mvt', 'level'],
    ['quadkeys/014.mvt', 'id'],
    ['quadkeys/1/1/0.mvt', 'digits'],
    ['web/0/0/0.pbf', 'y must be'],
    ['web/0/0/0.mvt?margin=x', 'margin'],
    ['web/0/0/0.mvt?limit=0', 'limit'],
  ];
  for (const [path, culprit] of REFUSED)
    test(`${path} is refused`, async () => assertRefused(await get(path), 400, culprit));
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

describe('TileJSON', () => {
  type TileJson = {
    tiles: string[];
    bounds: number[];
    vector_layers: { id: string; fields: Record<string, string> }[];
    [member: string]: unknown;
  };
  const withoutVersion = (url: string) => url.replace(/&v=\d+$/, '');
  const tileJson = async (query = '', ask = {}) => {
    const response = await hub.get<TileJson>(`${space.path}/tile/web.json${query}`, ask);
    assert.equal(response.status, 200, response.text);
    assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
    return response.body;
  };

  test('says where tiles are and what is in them', async () => {
    await hub.patch(space.path, {
      title: 'A map',
      description: 'of things',
      copyright: [{ label: '© <them>', alt: 'x' }],
      license: 'CC-BY-4.0',
    });
    const { vector_layers, tiles, ...rest } = await tileJson('?mode=raw');
    assert.deepEqual(tiles.map(withoutVersion), [
      `${hub.url}${space.path}/tile/web/{z}/{x}/{y}.mvt?mode=raw`,
    ]);
    assert.deepEqual(rest, {
      tilejson: '3.0.0',
      name: 'A map',
      description: 'of things',
      attribution: '© &lt;them&gt;',
      license: 'CC-BY-4.0',
      scheme: 'xyz',
      minzoom: 0,
      maxzoom: 20,
      bounds: [-170, -60, 170, 80],
    });
    const [{ id, fields }] = vector_layers as [TileJson['vector_layers'][0]];
    assert.equal(id, space.id);
    assert.deepEqual(
      [fields.id, fields.a, fields.flag, fields.n, fields.big],
      ['String', 'String', 'Boolean', 'Number', 'Number'],
    );
    assert.ok(!('none' in fields));
  });

  test('names the zooms that the page on QGIS tells to enter, and tiles go on to zoom 30', async () => {
    const page = readFileSync(new URL('../../docs/using/clients/qgis.md', import.meta.url), 'utf8');
    const { minzoom, maxzoom } = await tileJson();
    assert.ok(page.includes(`| Min. Zoom Level, Max. Zoom Level | ${minzoom}, ${maxzoom} |`));
    assert.equal((await get(`web/30/${2 ** 29}/${2 ** 29}.mvt`)).status, 200);
  });

  test('leads to tiles that are there', async () => {
    const [tiles] = (await tileJson(`?access_token=${hub.token}&tags=framed`, { token: null })).tiles;
    const url = new URL(tiles!.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0'));
    const response = await hub.get<undefined>(url.pathname + url.search, { token: null });
    assert.equal(response.status, 200);
    assert.deepEqual(
      readVectorTile(response.bytes)[0]!.features.map(({ properties: { id } }) => id),
      ['frame'],
    );
  });

  test('tells nobody a token that was not in the URL', async () => {
    assert.ok(!JSON.stringify(await tileJson()).includes(hub.token));
  });

  test('of a space with nothing in it covers the world', async () => {
    const empty = await newSpace(hub);
    const { body } = await hub.get<TileJson>(`${empty.path}/tile/web.json`);
    assert.deepEqual(body.bounds, [-180, -85.05112877980659, 180, 85.05112877980659]);
    const fields = { id: 'String', point_count: 'Number' };
    assert.deepEqual(body.vector_layers, [{ id: empty.id, fields }]);
  });

  test('of a space with a single point has bounds that are more than a point', async () => {
    const lonely = await newSpace(hub);
    await lonely.load({ id: 'it', geometry: { type: 'Point', coordinates: [0, 10] } });
    const { body } = await hub.get<TileJson>(`${lonely.path}/tile/web.json`);
    const [west, south, east, north] = body.bounds as [number, number, number, number];
    assert.ok(west <= 0 && east > west && south <= 10 && north > south, `${body.bounds}`);
  });

  test('has an ETag that changes with content and definition', async () => {
    const etag = async () => (await hub.get(`${space.path}/tile/web.json`)).headers.etag;
    const before = await etag();
    const known = await hub.get(`${space.path}/tile/web.json`, { headers: { 'if-none-match': before } });
    assert.equal(known.status, 304);
    await hub.patch(space.path, { title: 'Another map' });
    assert.notEqual(await etag(), before);
  });

  test('has the address of the hub as its operator says', async () => {
    const port = await freePort();
    const address = `http://localhost:${port}/geo`;
    const settings = { MERIDIAN_PORT: `${port}`, MERIDIAN_PUBLIC_URL: `${address}/` };
    const proxied = await startHub({ settings });
    const own = await newSpace(proxied);
    const { body } = await proxied.get<TileJson>(`${own.path}/tile/web.json`);
    assert.deepEqual(body.tiles.map(withoutVersion), [
      `${address}${own.path}/tile/web/{z}/{x}/{y}.mvt?mode=auto`,
    ]);
  });

  test('believes a trusted proxy that its client is encrypted', async () => {
    const proxied = await startHub({ settings: { MERIDIAN_TRUST_PROXY: '1' } });
    const own = await newSpace(proxied);
    const headers = {
      host: 'maps.example.org',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '192.0.2.1',
    };
    const { body } = await proxied.get<TileJson>(`${own.path}/tile/web.json`, { headers });
    assert.deepEqual(body.tiles.map(withoutVersion), [
      `https://maps.example.org${own.path}/tile/web/{z}/{x}/{y}.mvt?mode=auto`,
    ]);
  });
});
