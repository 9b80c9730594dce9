import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Feature, type FeatureCollection, feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub();
const COUNT = 12_000;

/** More than the hub reads at a time. */
const space = await newSpace(hub);
for (let from = 0; from < COUNT; from += 4000)
  await space.load(
    ...Array.from({ length: 4000 }, (_, i) => {
      const n = from + i;
      return {
        type: 'Feature',
        id: `f${n}`,
        geometry: { type: 'Point', coordinates: [(n % 360) - 180, Math.floor(n / 360)] },
        properties: { n, text: `ä "${n}", x`, '@ns:com:here:xyz': { tags: n % 1000 === 0 ? ['round'] : [] } },
      };
    }),
  );
const path = `${space.path}/export`;

describe('export', () => {
  test('gives every feature as GeoJSON, in order, as a file with a name', async () => {
    const response = await hub.get<FeatureCollection>(path);
    assert.equal(response.status, 200);
    assert.equal(response.headers['content-type'], 'application/geo+json; charset=utf-8');
    assert.equal(response.headers['content-disposition'], `attachment; filename="${space.id}.geojson"`);
    assert.equal(response.headers['accept-ranges'], 'none');
    const ids = response.body.features.map(({ id }) => id);
    assert.deepEqual(
      ids,
      Array.from({ length: COUNT }, (_, n) => `f${n}`),
    );
  });

  test('gives the same features line by line', async () => {
    const { text } = await hub.get(`${path}?format=ndjson`);
    const { body } = await hub.get<FeatureCollection>(path);
    assert.deepEqual(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Feature),
      body.features,
    );
  });

  const MAGIC: [format: string, type: string, start: string][] = [
    ['csv', 'text/csv; charset=utf-8', ''],
    ['geopackage', 'application/geopackage+sqlite3', 'SQLite format 3\0'],
    ['flatgeobuf', 'application/vnd.flatgeobuf', 'fgb\x03fgb'],
    ['geoparquet', 'application/vnd.apache.parquet', 'PAR1'],
  ];
  for (const [format, type, start] of MAGIC)
    test(`gives ${format}`, async () => {
      const { status, headers, bytes } = await hub.get(`${path}?format=${format}`);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], type);
      assert.equal(bytes.subarray(0, start.length).toString('latin1'), start);
      if (format === 'csv') assert.equal(bytes.toString().trimEnd().split('\n').length, COUNT + 1);
    });

  test('takes tags, comparisons, a box and a selection', async () => {
    const idsOf = async (query: string) =>
      (await hub.get<FeatureCollection>(`${path}?${query}`)).body.features.map(({ id }) => id);
    assert.equal((await idsOf('tags=round')).length, 12);
    assert.deepEqual(await idsOf('p.n>=11998'), ['f11998', 'f11999']);
    assert.deepEqual(await idsOf('west=-180&south=0&east=-179&north=1'), ['f0', 'f1', 'f360', 'f361']);
    const half = await idsOf('west=-180&south=0&east=180&north=20');
    assert.equal(half.length, 21 * 360);
    assert.equal(new Set(half).size, half.length);
    const { body } = await hub.get<FeatureCollection>(`${path}?p.n=7&selection=p.n`);
    assert.deepEqual(body.features[0]!.properties, { n: 7 });
  });

  test('keeps every digit', async () => {
    const exact = await newSpace(hub);
    await hub.put(
      exact.features,
      '{"type":"FeatureCollection","features":[{"id":"x","properties":{"n":9007199254740993}}]}',
    );
    for (const format of ['geojson', 'ndjson', 'csv'])
      assert.match((await hub.get(`${exact.path}/export?format=${format}`)).text, /9007199254740993/, format);
  });

  test('of an empty space is a file without features', async () => {
    const empty = await newSpace(hub);
    assert.deepEqual((await hub.get(`${empty.path}/export`)).body, {
      type: 'FeatureCollection',
      features: [],
    });
    assert.equal((await hub.get(`${empty.path}/export?format=ndjson`)).text, '');
    for (const [format] of MAGIC)
      assert.equal((await hub.get(`${empty.path}/export?format=${format}`)).status, 200, format);
  });

  test('answers 304 to who has it, by format', async () => {
    const { headers } = await hub.get(`${path}?format=csv`);
    const again = await hub.get(`${path}?format=csv`, { headers: { 'if-none-match': headers.etag } });
    assert.equal(again.status, 304);
    const other = await hub.get(`${path}?format=ndjson`, { headers: { 'if-none-match': headers.etag } });
    assert.equal(other.status, 200);
  });

  test('as CSV has points as WKT, or as lon and lat, and tells empty texts from none', async () => {
    const points = await newSpace(hub);
    await points.load(
      feature('a', { text: '' }, { geometry: { type: 'Point', coordinates: [8.5, 50] } }),
      feature('b', {}, { geometry: { type: 'Point', coordinates: [9, 51, 7] } }),
      feature('c', { text: null }, { geometry: null }),
    );
    const csv = `${points.path}/export?format=csv&selection=p.text`;
    assert.equal(
      (await hub.get(csv)).text,
      '@id,@tags,text,@nulls,WKT\na,,"",,POINT (8.5 50)\nb,,,,POINT Z (9 51 7)\nc,,,"[""text""]",\n',
    );
    const lonlat = await hub.get(`${csv}&csvGeometry=lonlat`);
    assert.equal(
      lonlat.text,
      '@id,@tags,text,@nulls,lon,lat,height\na,,"",,8.5,50,\nb,,,,9,51,7\nc,,,"[""text""]",,,\n',
    );
    assert.equal((await hub.get(`${csv}&csvGeometry=auto`)).text, lonlat.text);
    assertRefused(await hub.get(`${csv}&csvGeometry=xy`), 400, 'csvGeometry', 'xy', 'wkt, lonlat, auto');
    assertRefused(await hub.get(`${points.path}/export?csvGeometry=lonlat`), 400, 'csvGeometry', 'geojson');
    const ends = [
      [0, 0],
      [1, 1],
    ];
    await points.load(feature('road', {}, { geometry: { type: 'LineString', coordinates: ends } }));
    assertRefused(await hub.get(`${csv}&csvGeometry=lonlat`), 400, 'road', 'LineString', 'only points');
    assert.equal((await hub.get(`${csv}&csvGeometry=auto`)).text, (await hub.get(csv)).text);
  });

  test('as CSV is safe from formulas unless they are asked for', async () => {
    const sheet = await newSpace(hub);
    await sheet.load(feature('a', { text: '=1+1' }));
    const csv = `${sheet.path}/export?format=csv&selection=p.text`;
    assert.match((await hub.get(csv)).text, /^@id,@tags,text,@escaped,WKT\na,,'=1\+1,,/);
    assert.match((await hub.get(`${csv}&formulas=keep`)).text, /^@id,@tags,text,WKT\na,,=1\+1,/);
    assertRefused(await hub.get(`${csv}&formulas=run`), 400, 'formulas', 'run', 'escape, keep');
    assertRefused(await hub.get(`${path}?format=ndjson&formulas=keep`), 400, 'formulas', 'ndjson');
    assertRefused(await hub.get(`${sheet.path}/search?formulas=keep`), 400, 'formulas');
  });

  test('refuses a format it does not write, and half a box', async () => {
    assertRefused(await hub.get(`${path}?format=docx`), 400, 'format', 'docx', 'geopackage');
    assertRefused(await hub.get(`${path}?west=1&east=2`), 400, 'south');
  });

  test('that nobody waits for any more makes room for the next', async () => {
    for (let i = 0; i < 6; i++) {
      const { request, response } = hub.begin('GET', `${path}?format=geopackage`);
      request.end();
      await new Promise((resolve) => setTimeout(resolve, 100));
      request.destroy();
      await response.catch(() => undefined);
    }
    const deadline = Date.now() + 60_000;
    let status = 503;
    while (status === 503 && Date.now() < deadline) {
      ({ status } = await hub.get(`${path}?format=csv`));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.equal(status, 200);
  });

  test('many at a time take turns; more than half of what may be open at all is refused', async () => {
    const some = await Promise.all(Array.from({ length: 5 }, () => hub.get(`${path}?format=csv`)));
    assert.deepEqual([...new Set(some.map(({ status }) => status))], [200]);
    await ended();
    const many = await Promise.all(Array.from({ length: 12 }, () => hub.get(`${path}?format=csv`)));
    const refused = many.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0 && refused.length <= 4, `${refused.length}`);
    assertRefused(refused[0]!, 503, 'exports');
    assert.equal(refused[0]!.headers['retry-after'], '1');
  });
});

/** Exports that are being made or sent. */
async function openExports(): Promise<number> {
  const { text } = await hub.get('/metrics', { token: null });
  return Number(/^meridian_open_exports (\d+)/m.exec(text)![1]);
}

/** Until none is. */
async function ended(): Promise<void> {
  while ((await openExports()) > 0) await pause(20);
}

test('receivers that take nothing hold up no other export', { timeout: 120_000 }, async () => {
  await ended();
  const large = await newSpace(hub);
  const text = 'x'.repeat(2000);
  for (let from = 0; from < 12_000; from += 4000)
    await large.load(...Array.from({ length: 4000 }, (_, n) => feature(`f${from + n}`, { text })));
  const idle = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { hostname, port } = new URL(hub.url);
      const socket = connect(Number(port), hostname);
      socket.write(
        `GET ${large.path}/export?format=csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${hub.token}\r\n\r\n`,
      );
      // Not a byte more than the first is read.
      await once(socket, 'readable');
      return socket;
    }),
  );
  for (let i = 0; i < 5; i++) assert.equal((await hub.get(`${path}?format=csv`)).status, 200);
  assert.ok((await openExports()) >= 4, 'the others are still there');
  for (const socket of idle) socket.destroy();
  await ended();
});
