import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeatures } from '../node.ts';
import type { ReadOptions } from '../options.ts';
import { bytesSource } from '../source.ts';
import { utf8 } from '../testing/read-all.ts';

const HEAD = `Version 450
Charset "WindowsLatin1"
Delimiter ","
CoordSys Earth Projection 1, 104
Columns 4
  id Integer
  name Char(20)
  since Date
  is_old Logical
Data

`;

async function read(mif: string, mid?: string, options: ReadOptions = {}) {
  const source = {
    ...bytesSource(utf8(mif), 'a.mif'),
    siblings: async () => (mid === undefined ? [] : [bytesSource(Buffer.from(mid, 'latin1'), 'a.MID')]),
  };
  const reader = readFeatures(source, options);
  const records = await Array.fromAsync(reader);
  return {
    guesses: reader.guesses,
    geometries: records.map(({ feature, refused }) => feature?.geometry ?? refused?.reason ?? null),
    properties: records.map(({ feature }) => feature?.properties),
  };
}

test('geometries of the .mif come with the row of the .mid, in its types and encoding', async () => {
  const mif = `${HEAD}Point 7.1 50.7\n    Symbol (35,0,12)\nNone\nLine 1 2 3 4\n    Pen (1,2,0)\n`;
  const mid = '1,"Köln ""K""",20260102,T\n9007199254740993,"",,F\n3,"a,b",,\n';
  const { geometries, properties } = await read(mif, mid);
  assert.deepEqual(geometries, [
    { type: 'Point', coordinates: [7.1, 50.7] },
    null,
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
  ]);
  assert.equal(
    JSON.stringify(properties),
    '[{"id":1,"name":"Köln \\"K\\"","since":"2026-01-02","is_old":true},{"id":9007199254740993,"is_old":false},{"id":3,"name":"a,b"}]',
  );
});

test('rings of a region are areas, holes and islands by how they lie in each other', async () => {
  const ring = (x: number, size: number) =>
    `  5\n${x} ${x}\n${x + size} ${x}\n${x + size} ${x + size}\n${x} ${x + size}\n${x} ${x}\n`;
  const { geometries } = await read(
    `${HEAD}Region 4\n${ring(3, 2)}${ring(0, 20)}${ring(2, 10)}${ring(30, 5)}`,
  );
  const [geometry] = geometries as unknown as [{ type: string; coordinates: number[][][][] }];
  assert.equal(geometry.type, 'MultiPolygon');
  assert.deepEqual(
    geometry.coordinates.map((rings) => rings.map((one) => one[0]![0])),
    [[3], [0, 2], [30]],
  );
});

test('lines of several parts, points, boxes and collections are read', async () => {
  const { geometries } = await read(
    `${HEAD}Pline Multiple 2\n 2\n0 0\n1 1\n 2\n2 2\n3 3\nPLINE 2\n5 5\n6 6\nMultipoint 2\n1 1\n2 2\nRect 0 0 2 1\nCollection 2\nMultipoint 1\n1 1\nPline 2\n0 0\n1 1\n`,
  );
  assert.deepEqual(
    geometries.map((geometry) => (geometry as { type: string }).type),
    ['MultiLineString', 'LineString', 'MultiPoint', 'Polygon', 'GeometryCollection'],
  );
});

test('arcs, ellipses and boxes with round corners are drawn by a position for every 4 degrees', async () => {
  const { geometries } = await read(
    `${HEAD}Arc 0 0 4 2\n 0 90\n    Pen (1,2,0)\nArc 0 0 4 2 270 90\nEllipse 0 0 4 2\nRoundrect 0 0 4 2\n 1\nRoundrect 0 0 4 2 0\n`,
  );
  const rounded = JSON.parse(JSON.stringify(geometries), (_, value) =>
    typeof value === 'number' ? Math.round(value * 1e6) / 1e6 || 0 : value,
  ) as { coordinates: number[][] & number[][][] }[];
  const [quarter, half, ellipse, box, sharp] = rounded.map(({ coordinates }) => coordinates);
  assert.deepEqual([quarter!.length, quarter![0], quarter!.at(-1)], [24, [4, 1], [2, 2]]);
  assert.deepEqual([half!.length, half![0], half!.at(-1)], [46, [2, 0], [2, 2]]);
  assert.deepEqual([ellipse![0]!.length, ellipse![0]![0], ellipse![0]!.at(-1)], [91, [4, 1], [4, 1]]);
  assert.deepEqual([box![0]!.length, box![0]![0], box![0]!.at(-1)], [97, [4, 1.5], [4, 1.5]]);
  assert.equal(sharp![0]!.length, 5);
});

test('what is not read or damaged is refused, and the next object is found', async () => {
  const { geometries } = await read(
    `${HEAD}Text a\n 0 0 1 1\nArc 0 0 1 1\nPline 3\n0 0\n1 1\nPoint 1 2\nPoint x y\n`,
  );
  assert.deepEqual(geometries, [
    'is a text without what it says in quotes',
    'has "Pline 3" as an angle',
    'has 2 positions instead of 3',
    { type: 'Point', coordinates: [1, 2] },
    'has "x y" as a position',
  ]);
});

test('texts are points where they begin, with what they say', async () => {
  const { geometries, properties } = await read(
    `${HEAD}Text "a ""b""\\nc"\n 9 50 9.5 50.25\n Font ("Arial",0,0,0)\nText\n"d" 9 50 9.5 50.25\n Justify Center\n Angle 30\nPoint 1 2\n`,
  );
  assert.deepEqual(
    properties.map((found) => [found?.text, found?.rotation]),
    [
      ['a "b"\nc', undefined],
      ['d', 30],
      [undefined, undefined],
    ],
  );
  // The positions that GDAL has for them.
  assert.deepEqual(
    geometries.map((geometry) =>
      (geometry as { coordinates: number[] }).coordinates.map((value) => Math.round(value * 1e9) / 1e9),
    ),
    [
      [9, 50],
      [9.125, 50],
      [1, 2],
    ],
  );
});

const GRIDS = [
  [
    '25, 158, "m", 7.43958333333333, 46.9524055555556, 2600000, 1200000',
    2604710.3116,
    1149856.0408,
    7.5,
    46.5,
  ],
  ['25, 1003, "m", 7.43958333333333, 46.9524055555556, 600000, 200000', 604710.3116, 149856.0408, 7.5, 46.5],
  [
    '31, 109, "m", 5.38763888888889, 52.1561605555556, 0.9999079, 155000, 463000',
    128410.0854,
    445806.5088,
    5,
    52,
  ],
  [
    '32, 146, "m", 24.8333333333333, 49.5, 78.5, 30.2881397527778, 0, 0',
    -710167.2109,
    -1113291.8952,
    15,
    49.5,
  ],
] as const;

test('systems of coordinates are known by their numbers, or have to be named', async () => {
  const at = (coordSys: string, x: number, y: number, options?: ReadOptions) =>
    read(`${HEAD.replace(/CoordSys.*/, `CoordSys ${coordSys}`)}Point ${x} ${y}\n`, undefined, options);
  const near = async (found: ReturnType<typeof at>, lon: number, lat: number, by = 1e-6) => {
    const [geometry] = (await found).geometries;
    assert.ok(geometry && typeof geometry === 'object' && geometry.type === 'Point', String(geometry));
    const [x, y] = geometry.coordinates;
    assert.ok(Math.abs(x - lon) < by && Math.abs(y - lat) < by, `${x} ${y}`);
  };
  // Positions that GDAL writes for 1, 2.
  await near(
    at('Earth Projection 8, 115, "m", 9, 0, 0.9996, 500000, 0', -392578.512128598, 223246.543556347),
    1,
    2,
  );
  await near(
    at('Earth Projection 3, 33, "m", 3, 46.5, 44, 49, 700000, 6600000', 409711.829609995, 1197127.90880535),
    1,
    2,
  );
  await near(at('Earth Projection 10, 157, "m", 0', 111319.490793274, 222684.208505544), 1, 2);
  await near(
    at('Earth Projection 29, 115, "m", 10, 52, 90', 3219489.40562141 - 4321000, -2105379.86756116 - 3210000),
    1,
    2,
  );
  // Swiss, Dutch and Czech grids: positions that PROJ has for 7.5 46.5, 5 52 and 15 49.5.
  for (const [coordSys, x, y, lon, lat] of GRIDS)
    await near(at(`Earth Projection ${coordSys}`, x, y), lon, lat, 2e-5);
  await assert.rejects(
    at('NonEarth Units "m"', 1, 2),
    /system of coordinates that is not known: NonEarth Units "m"/,
  );
  await assert.rejects(at('Earth Projection 8, 9999, "m", 9, 0, 1, 0, 0', 1, 2), /is not known/);
  await near(at('NonEarth Units "m"', 111319.490793274, 222684.208505544, { crs: 'EPSG:3857' }), 1, 2);
});

test('a .mid with fewer or more rows than there are objects is a fault', async () => {
  const mif = `${HEAD}Point 1 2\nPoint 3 4\n`;
  await assert.rejects(read(mif, '1,"a",,\n'), /a\.MID: has fewer rows \(1\) than a\.mif has objects/);
  await assert.rejects(read(mif, '1,,,\n2,,,\n3,,,\n'), /fewer objects than a\.MID has rows/);
  const { guesses } = await read(mif);
  assert.deepEqual(guesses, ['no attributes, for there is no .mid beside it']);
  await assert.rejects(read('Version 300\nColumns 1\n  id Integer\n'), /ends before its data/);
});

test('an object longer than a feature may be is not held', async () => {
  const limits = { featureBytes: 200 };
  const many = `${HEAD}Pline 900000000\n${'1 1\n'.repeat(100)}`;
  await assert.rejects(
    read(many, undefined, { limits }),
    /has an object of more than 200 characters \(line \d+\)/,
  );
});
