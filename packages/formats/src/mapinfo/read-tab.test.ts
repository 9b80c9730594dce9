import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { unzipSync, zipSync } from 'fflate';
import { fileSource, readFeatures, writeFeatures } from '../node.ts';
import type { ReadOptions } from '../options.ts';
import { drawTable } from '../testing/mapinfo-tables.ts';
import { collect, each, readAll } from '../testing/read-all.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-tab-'));
after(() => rmSync(folder, { recursive: true }));
let made = 0;

/** A table of the corpus, of which `damage` may change a file. */
function table(name: string, ending = '', damage: (bytes: Buffer) => Buffer | undefined = (bytes) => bytes) {
  const stem = `${made++}`;
  const path = join(folder, `${stem}.tab`);
  drawTable(name, path);
  if (ending === '') return path;
  const changed = damage(readFileSync(join(folder, `${stem}.${ending}`)));
  if (changed === undefined) rmSync(join(folder, `${stem}.${ending}`));
  else writeFileSync(join(folder, `${stem}.${ending}`), changed);
  return path;
}

const read = (path: string, options?: ReadOptions) => readAll(path, fileSource(path), options);
const types = async (path: string) =>
  (await read(path)).features.map(({ geometry }) => geometry?.type ?? null);

/** Sets numbers of four bytes. */
const setInts =
  (...changes: [at: number, value: number][]) =>
  (bytes: Buffer) => {
    for (const [at, value] of changes) bytes.writeInt32LE(value, at);
    return bytes;
  };

test('rows have the objects that the .id names, from a folder and from an archive', async () => {
  const path = table('points');
  const { features } = await read(path);
  assert.deepEqual(
    features.map(({ properties, geometry }) => [
      properties.row,
      geometry && 'coordinates' in geometry ? geometry.coordinates : null,
    ]),
    [
      [1, [9.125, 50.125]],
      [2, [8.75, 49.875]],
      [3, [9.25, 50]],
      [4, [9.125, 50.125]],
      [5, [8.75, 49.875]],
      [6, [9.25, 50]],
      [7, null],
    ],
  );
  const stem = path.slice(0, -4);
  const members = readdirSync(folder).filter((name) => join(folder, name).startsWith(`${stem}.`));
  const zip = zipSync(
    Object.fromEntries(members.map((name) => [`data/${name}`, readFileSync(join(folder, name))])),
  );
  const packed = await readAll('a.zip', zip);
  assert.deepEqual(packed, { features, refused: [] });
});

test('records are counted and skipped as in other formats', async () => {
  const { features } = await read(table('deleted-rows'), { skip: 3 });
  assert.deepEqual(
    features.map(({ properties }) => properties.row),
    [6, 7],
  );
});

test('what is not beside it is said', async () => {
  const gone = () => undefined;
  assert.match(
    (await read(table('points', 'dat', gone))).fault!.message,
    /rows in a \.dat, which is not beside it: import a \.zip/,
  );
  assert.match(
    (await read(table('points', 'id', gone))).fault!.message,
    /has a \.map, but no \.id beside it/,
  );
  const reader = readFeatures(fileSource(table('points', 'map', gone)));
  const records = await Array.fromAsync(reader);
  assert.deepEqual(new Set(records.map(({ feature }) => feature?.geometry)), new Set([null]));
  assert.deepEqual(reader.guesses, ['no geometries, for there is no .map beside it']);
});

test('truth values are numbers, as GDAL writes them', async () => {
  const path = join(folder, 'logical.tab');
  writeFileSync(
    path,
    '!table\n!version 300\n!charset Neutral\n\nDefinition Table\n  Type NATIVE Charset "Neutral"\n  Fields 1\n    flag Logical ;\n',
  );
  // Of GDAL 3.12: true, then false.
  const rows =
    'A2MJCQIAAABBAAIAAAAAAAAAAAAAAAAAAAAAAAAAAABmbGFnAAAAANCd4EwAAAAAAQAAAAAAAAAAAAAAAAAAAA0gASAAGg==';
  writeFileSync(path.replace(/tab$/, 'dat'), Buffer.from(rows, 'base64'));
  const { features, refused } = await read(path);
  assert.deepEqual(refused, []);
  assert.deepEqual(
    features.map(({ properties }) => properties.flag),
    [true, false],
  );
});

test('rows in a .dbf are read, tables elsewhere and views are not', async () => {
  const path = table('lines-450', 'tab', (bytes) => Buffer.from(String(bytes).replace('NATIVE', 'DBF')));
  const shapefile = await collect(
    writeFeatures(
      'shapefile',
      each(
        ['a', 'b'].map((name) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [1, 2] },
          properties: { name },
        })),
      ),
    ),
  );
  const [, dbf] = Object.entries(unzipSync(shapefile)).find(([name]) => name.endsWith('.dbf'))!;
  writeFileSync(path.replace(/tab$/, 'dbf'), dbf);
  const { features } = await read(path);
  assert.deepEqual(
    features.map(({ geometry, properties }) => [geometry?.type, properties.name]),
    [
      ['MultiLineString', 'a'],
      ['MultiLineString', 'b'],
    ],
  );
  const definition = (text: string) =>
    readAll('a.tab', `!table\n!version 300\nDefinition Table\n  ${text}\n`);
  for (const [text, reason] of [
    ['Type LINKED', /a table of the type linked, which is not MapInfo's own: import what it refers to/],
    ['Type "XLS"', /a table of the type xls, which is not MapInfo's own: import what it refers to/],
    ['Type "RASTER"', /a table of the type raster: a picture, which has no features/],
    ['Type "WMS"', /a table of the type wms: a picture, which has no features/],
    [
      'Type NATIVE\nbegin_metadata\n"\\IsSeamless" = "TRUE"\nend_metadata',
      /is a seamless table, a list of others: import those instead/,
    ],
  ] as const)
    assert.match((await definition(text)).fault!.message, reason);
  const view = await readAll(
    'a.tab',
    '!table\n!version 100\nOpen table "b"\nCreate View a As\nSelect * From b\n',
  );
  assert.match(view.fault!.message, /it is a view of others, import those instead/);
});

test('texts are points where they begin, with what they say', async () => {
  const reader = readFeatures(fileSource(table('texts')));
  const records = await Array.fromAsync(reader);
  assert.deepEqual(reader.guesses, [
    'texts as points where they begin, with what they say in the property text',
  ]);
  assert.deepEqual(
    records.slice(0, 2).map(({ feature }) => feature?.properties),
    [
      { row: 1, text: 'Größe 0' },
      { row: 2, text: 'Größe 300', rotation: 30 },
    ],
  );
  const texts = table('texts', 'map', setInts([1056 - 27, 1024]));
  assert.equal((await read(texts)).features.length + (await read(texts)).refused.length, 10);
});

test('damaged offsets refuse a row with its byte, and the others are read', async () => {
  const outside = await read(table('points', 'id', setInts([0, 99_999_999])));
  assert.deepEqual(
    outside.refused.map(({ reason, location }) => [location.record, reason.replace(/\d+\.map/, 'a.map')]),
    [[1, 'points to byte 99999744, behind the end of a.map']],
  );
  assert.equal(outside.features.length, 6);
  const elsewhere = await read(table('lines', 'id', setInts([0, 1544], [4, 1044])));
  assert.deepEqual(
    elsewhere.refused.map(({ reason }) => reason.replace(/\d+\.map/, 'a.map')),
    ['points to byte 1544 of a.map, where no object is', 'has an object that belongs to row 1 (in a.map)'],
  );
});

test('coordinates that are cut off, in a circle, or shared by rows are no end of work', async () => {
  // The first object is a line of 150 positions: its blocks begin at byte 1536.
  const ends = await read(table('long-lines', 'map', setInts([1540, 0])));
  assert.match(ends.refused[0]!.reason, /has coordinates that end early \(byte 1536 of/);
  const emptyCircle = (bytes: Buffer) => {
    bytes.writeInt32LE(1536, 1540);
    bytes.writeInt16LE(0, 1538);
    return bytes;
  };
  assert.match(
    (await read(table('long-lines', 'map', emptyCircle))).fault!.message,
    /objects that share their coordinates/,
  );
  const noCoordinates = await read(table('long-lines', 'map', setInts([1540, 1024])));
  assert.match(noCoordinates.refused[0]!.reason, /points to byte 1032 of .*, where no coordinates are/);
});

test('an object longer than a feature may be is refused', async () => {
  const { refused } = await read(table('long-lines'), { limits: { featureBytes: 500 } });
  assert.equal(refused[0]!.reason, 'is longer than 500 bytes');
});

test('a .map that is none, or ends early, is a fault', async () => {
  const map = (damage: (bytes: Buffer) => Buffer) => read(table('points', 'map', damage));
  assert.match((await map((bytes) => bytes.subarray(0, 300))).fault!.message, /ends within its header/);
  assert.match((await map(setInts([0x100, 7]))).fault!.message, /is no \.map of MapInfo/);
  assert.match((await map(setInts([0x104, 500]))).fault!.message, /has blocks of 0 bytes/);
  const cut = await map((bytes) => bytes.subarray(0, 1024));
  assert.equal(cut.refused.length, 6);
  assert.match(
    (await read(table('points', 'id', (bytes) => bytes.subarray(0, 6)))).fault!.message,
    /\.id: ends at byte 6/,
  );
});

test('axes that go the other way, datums and the option crs are followed', async () => {
  const first = async (path: string, options?: ReadOptions) => {
    const { geometry } = (await read(path, options)).features[0]!;
    return geometry?.type === 'Point'
      ? geometry.coordinates.map((value) => Math.round(value * 1e6) / 1e6)
      : undefined;
  };
  assert.deepEqual(await first(table('quadrant-3')), [-9.125, -50.125]);
  // The position that PROJ has for it.
  assert.deepEqual(await first(table('own-datum')), [9.123946, 50.123844]);
  assert.deepEqual(await first(table('own-datum'), { crs: 'EPSG:4326' }), [9.125, 50.125]);
  const without = table('own-datum', 'map', (bytes) => bytes.fill(0, 0x1c0, 0x200));
  assert.match(
    (await read(without)).fault!.message,
    /system of coordinates that is not known: Earth Projection 1, 9999, 10/,
  );
});

test('every kind of object is read', async () => {
  assert.deepEqual(await types(table('collections')), Array(4).fill('GeometryCollection'));
  assert.deepEqual(await types(table('multipoints')), Array(4).fill('MultiPoint'));
  assert.deepEqual(await types(table('regions-800')), Array(2).fill('MultiPolygon'));
  assert.deepEqual(
    await types(table('shapes')),
    [...Array(2)].flatMap(() => ['Polygon', 'Polygon', 'Polygon', 'LineString']),
  );
});
