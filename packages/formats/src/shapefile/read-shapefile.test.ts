import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readFeatures } from '../node.ts';
import { bytesSource, type Source } from '../source.ts';
import { readAll, utf8 } from '../testing/read-all.ts';

/** A .shp of polygons, points or what else `records` hold. */
function shp(...records: Uint8Array[]): Uint8Array {
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  const parts = records.flatMap((content, i) => {
    const head = Buffer.alloc(8);
    head.writeInt32BE(i + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    return [head, content];
  });
  header.writeInt32BE((100 + parts.reduce((sum, { length }) => sum + length, 0)) / 2, 24);
  return Buffer.concat([header, ...parts]);
}

const point = (x: number, y: number) => Buffer.concat([int(1), doubles(x, y)]);
const int = (...values: number[]) => Buffer.from(new Int32Array(values).buffer);
const doubles = (...values: number[]) => Buffer.from(new Float64Array(values).buffer);
const polygon = (...rings: [number, number][][]) => {
  const starts = rings.map((_, i) => rings.slice(0, i).flat().length);
  const start = rings.flat().length;
  return Buffer.concat([
    int(5),
    doubles(0, 0, 0, 0),
    int(rings.length, start, ...starts),
    doubles(...rings.flat(2)),
  ]);
};
/** Clockwise, as outer rings are here. */
const square = (x: number, y: number, size: number): [number, number][] => [
  [x, y],
  [x, y + size],
  [x + size, y + size],
  [x + size, y],
  [x, y],
];
const hole = (x: number, y: number, size: number) => square(x, y, size).reverse();

type Column = [name: string, type: string, length: number, decimals?: number];

function dbf(columns: Column[], rows: (string | Uint8Array)[][], driver = 0): Uint8Array {
  const header = Buffer.alloc(32);
  header[0] = 3;
  header.writeUInt32LE(rows.length, 4);
  header.writeUInt16LE(32 + columns.length * 32 + 1, 8);
  header.writeUInt16LE(
    columns.reduce((sum, [, , length]) => sum + length, 1),
    10,
  );
  header[29] = driver;
  const fields = columns.map(([name, type, length, decimals = 0]) => {
    const field = Buffer.alloc(32);
    field.write(name, 'latin1');
    field.write(type, 11);
    field[16] = length;
    field[17] = decimals;
    return field;
  });
  const cells = rows.map((row) =>
    Buffer.concat([
      Buffer.from(' '),
      ...row.map((value, i) =>
        Buffer.concat([Buffer.from(value as string), Buffer.alloc(columns[i]![2], 0x20)]).subarray(
          0,
          columns[i]![2],
        ),
      ),
    ]),
  );
  return Buffer.concat([header, ...fields, Buffer.from([0x0d]), ...cells, Buffer.from([0x1a])]);
}

function shapefile(shapes: Uint8Array, beside: Record<string, string | Uint8Array> = {}): Source {
  const siblings = Object.entries(beside).map(([ending, content]) =>
    bytesSource(typeof content === 'string' ? utf8(content) : content, `f.${ending}`),
  );
  return { ...bytesSource(shapes, 'f.shp'), siblings: async () => siblings };
}
const read = (shapes: Uint8Array, beside?: Record<string, string | Uint8Array>, options = {}) =>
  readAll('f.shp', shapefile(shapes, beside), options);

test('parts that share positions are refused: a small file of them would take any amount of memory', async () => {
  const line = (count: number, starts: number[]) =>
    Buffer.concat([
      int(3),
      doubles(0, 0, 0, 0),
      int(starts.length, count),
      Buffer.from(Int32Array.from(starts).buffer),
      Buffer.from(Float64Array.from({ length: 2 * count }, (_, i) => i % 90).buffer),
    ]);
  const many = Array.from({ length: 100_000 }, (_, i) => (i % 2) * 100_000);
  const bad = [line(100_000, many), line(4, [2, 0]), line(4, [0, 5]), line(4, [-1, 2])];
  const { features, refused } = await read(shp(...bad, line(4, [0, 2])));
  assert.deepEqual(
    refused.map(({ reason }) => reason),
    bad.map(() => 'has parts that do not follow one another'),
  );
  assert.equal(features.length, 1);
});

describe('rings of a polygon', () => {
  const coordinates = async (...rings: [number, number][][]) =>
    (await read(shp(polygon(...rings)))).features[0]!.geometry as unknown as {
      type: string;
      coordinates: unknown[];
    };
  test('a hole goes with the ring around it', async () => {
    const { type, coordinates: polygons } = await coordinates(
      square(0, 0, 10),
      square(20, 0, 10),
      hole(22, 2, 2),
      hole(2, 2, 2),
    );
    assert.equal(type, 'MultiPolygon');
    assert.deepEqual(
      (polygons as unknown[][]).map((rings) => rings.length),
      [2, 2],
    );
  });
  test('an island in a lake is a polygon of its own', async () => {
    const { coordinates: polygons } = await coordinates(
      square(0, 0, 10),
      hole(1, 1, 8),
      square(2, 2, 4),
      hole(3, 3, 1),
    );
    assert.deepEqual(
      (polygons as unknown[][]).map((rings) => rings.length),
      [2, 2],
    );
  });
  test('rings wound the wrong way round are outer rings', async () => {
    const { type, coordinates: polygons } = await coordinates(hole(0, 0, 1), hole(5, 5, 1));
    assert.deepEqual([type, polygons.length], ['MultiPolygon', 2]);
  });
  test('come out counter-clockwise', async () => {
    assert.deepEqual((await coordinates(square(0, 0, 1))).coordinates, [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ],
    ]);
  });
  test('an open ring is refused', async () => {
    assert.match((await read(shp(polygon(square(0, 0, 1).slice(0, 4))))).refused[0]!.reason, /closed/);
  });
});

describe('the table', () => {
  const one = async (
    columns: Column[],
    row: (string | Uint8Array)[],
    beside = {},
    driver = 0,
    options = {},
  ) => read(shp(point(1, 2)), { dbf: dbf(columns, [row], driver), ...beside }, options);

  test('values by their types', async () => {
    const { features } = await one(
      [
        ['n', 'N', 5],
        ['f', 'N', 8, 2],
        ['l', 'L', 1],
        ['d', 'D', 8],
        ['c', 'C', 9],
        ['big', 'N', 18],
      ],
      ['   42', '   -1.50', 'T', '20260131', 'text', '123456789012345678'],
    );
    assert.equal(
      JSON.stringify(features[0]?.properties),
      '{"n":42,"f":-1.5,"l":true,"d":"2026-01-31","c":"text","big":123456789012345678}',
    );
  });
  test('what is empty is absent', async () => {
    const { features } = await one(
      [
        ['n', 'N', 5],
        ['o', 'N', 3],
        ['l', 'L', 1],
        ['d', 'D', 8],
        ['c', 'C', 9],
      ],
      ['', '***', '?', '00000000', ''],
    );
    assert.deepEqual(features[0]?.properties, {});
  });
  test('NUL bytes end a text and fill a number', async () => {
    const { features } = await one(
      [
        ['c', 'C', 8],
        ['n', 'N', 4],
      ],
      ['ab\0rest', '7\0\0\0'],
    );
    assert.deepEqual(features[0]?.properties, { c: 'ab', n: 7 });
  });

  const encodings: [
    what: string,
    bytes: Buffer,
    beside: Record<string, string>,
    driver: number,
    encoding?: string,
  ][] = [
    ['UTF-8 by .cpg', Buffer.from('Grüße'), { cpg: 'UTF-8\n' }, 0x57],
    ['ISO 8859-1 by .cpg', Buffer.from('Grüße', 'latin1'), { cpg: 'ISO 88591' }, 0],
    ['Windows 1252 by .cpg', Buffer.from('Grüße', 'latin1'), { cpg: '1252' }, 0],
    ['DOS 850 by the header', Buffer.from([0x47, 0x72, 0x81, 0xe1, 0x65]), {}, 0x02],
    ['DOS 437 by .cpg', Buffer.from([0x47, 0x72, 0x81, 0xe1, 0x65]), { cpg: 'OEM 437' }, 0],
    ['UTF-8 that nothing names', Buffer.from('Grüße'), {}, 0],
    ['Windows 1252 that nothing names', Buffer.from('Grüße', 'latin1'), {}, 0],
    ['what the user says', Buffer.from('Grüße', 'latin1'), { cpg: 'UTF-8' }, 0, 'latin1'],
  ];
  for (const [what, bytes, beside, driver, encoding] of encodings)
    test(`texts in ${what}`, async () => {
      const { features } = await one([['c', 'C', 12]], [bytes], beside, driver, encoding ? { encoding } : {});
      assert.equal(features[0]?.properties.c, 'Grüße');
    });
  test('texts that are not in the encoding it names are refused', async () => {
    const { refused } = await one([['c', 'C', 12]], [Buffer.from('Grüße', 'latin1')], { cpg: 'UTF-8' });
    assert.equal(refused[0]?.reason, 'c is not in the encoding that the table names');
  });
});

describe('faults', () => {
  const table = dbf([['n', 'N', 5]], [['1'], ['2']]);
  const cases: [
    what: string,
    shapes: Uint8Array,
    beside: Record<string, string | Uint8Array>,
    kind: string,
    message: RegExp,
  ][] = [
    [
      'a .shp that is cut off',
      shp(point(1, 2), point(3, 4)).subarray(0, 140),
      {},
      'truncated',
      /f\.shp: ends at byte 140/,
    ],
    [
      'a table that is cut off',
      shp(point(1, 2), point(3, 4)),
      { dbf: table.subarray(0, 72) },
      'truncated',
      /f\.dbf: ends/,
    ],
    [
      'fewer rows than shapes',
      shp(point(1, 2), point(3, 4), point(5, 6)),
      { dbf: table },
      'truncated',
      /f\.dbf: has fewer rows \(2\)/,
    ],
    ['fewer shapes than rows', shp(point(1, 2)), { dbf: table }, 'truncated', /f\.shp: has fewer shapes/],
    [
      'a header of nothing',
      Buffer.concat([Buffer.from([0, 0, 0x27, 0x0a]), Buffer.alloc(96)]).subarray(0, 50),
      {},
      'truncated',
      /50 bytes early/,
    ],
    [
      'a system that is not known',
      shp(point(1, 2)),
      { prj: 'LOCAL_CS["moon"]' },
      'unsupported',
      /can't be turned into WGS 84: LOCAL_CS/,
    ],
    ['a broken table', shp(point(1, 2)), { dbf: Buffer.alloc(40) }, 'malformed', /no valid DBF header/],
  ];
  for (const [what, shapes, beside, kind, message] of cases)
    test(what, async () => {
      const { fault } = await read(shapes, beside);
      assert.equal(fault?.kind, kind);
      assert.match(fault.message, message);
    });

  test('shapes that can not be are refused, the others are read', async () => {
    const lying = Buffer.concat([int(5), doubles(0, 0, 0, 0), int(1, 1_000_000, 0)]);
    const { features, refused } = await read(
      shp(point(1, 2), point(200, 2), lying, int(31), int(0), point(3, 4)),
    );
    assert.equal(features.length, 3);
    assert.deepEqual(
      refused.map(({ location }) => location.record),
      [2, 3, 4],
    );
  });
});

describe('what is found out or left out is told', () => {
  const told = async (shapes: Uint8Array, beside: Record<string, string | Uint8Array>, options = {}) => {
    const reader = readFeatures(shapefile(shapes, beside), options);
    let count = 0;
    for await (const record of reader) count += record.refused ? 0 : 1;
    return { count, guesses: reader.guesses };
  };
  const prj =
    'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';

  test('a .shp alone that was cut off between two shapes is told from a whole one', async () => {
    const whole = shp(point(1, 2), point(3, 4));
    const cut = readAll('f.shp', shapefile(whole.subarray(0, whole.length - 28), {}));
    const { features, fault } = await cut;
    assert.equal(features.length, 1);
    assert.equal(fault?.kind, 'truncated');
  });

  test('a .shp alone has neither a system of coordinates nor attributes', async () => {
    assert.deepEqual(await told(shp(point(1, 2)), {}), {
      count: 1,
      guesses: [
        'coordinates in WGS 84, for there is no .prj beside it',
        'no attributes, for there is no .dbf beside it',
      ],
    });
    assert.deepEqual((await told(shp(point(1, 2)), {}, { crs: 'EPSG:4326' })).guesses, [
      'no attributes, for there is no .dbf beside it',
    ]);
  });
  test('nothing is told of files that are complete', async () => {
    const table = dbf([['n', 'C', 5]], [['a']]);
    assert.deepEqual((await told(shp(point(1, 2)), { prj, dbf: table })).guesses, []);
  });
  test('an encoding that nothing names, where texts are not ASCII', async () => {
    const table = dbf([['n', 'C', 6]], [[Buffer.from('Köln', 'latin1')]]);
    assert.deepEqual((await told(shp(point(1, 2)), { prj, dbf: table })).guesses, [
      'texts in UTF-8, or else in windows-1252',
    ]);
    assert.deepEqual((await told(shp(point(1, 2)), { prj, dbf: table, cpg: '1252' })).guesses, []);
  });
  test('deleted rows and fields of types that are not read', async () => {
    const table = Buffer.from(
      dbf(
        [
          ['n', 'N', 5],
          ['memo', 'M', 10],
        ],
        [
          ['1', ''],
          ['2', ''],
        ],
      ),
    );
    // The mark of the second row.
    table[table.length - 1 - 16] = 0x2a;
    assert.deepEqual(await told(shp(point(1, 2), point(3, 4)), { prj, dbf: table }), {
      count: 1,
      guesses: ['fields of types that are not read, left out: memo', 'deleted rows, left out: 1'],
    });
  });
  test('measures', async () => {
    const table = dbf([['n', 'N', 5]], [['1']]);
    const line = (type: number, ...behind: number[]) =>
      shp(Buffer.concat([int(type), doubles(0, 0, 0, 0), int(1, 2, 0), doubles(1, 2, 3, 4, ...behind)]));
    const isTold = async (shapes: Uint8Array) => {
      const measured: boolean[] = [];
      for await (const record of readFeatures(shapefile(shapes, { prj, dbf: table }))) {
        assert.equal(record.refused, undefined);
        measured.push(record.isMeasured === true);
      }
      assert.equal(measured.length, 1);
      return measured[0];
    };
    assert.equal(await isTold(shp(Buffer.concat([int(21), doubles(1, 2, 7)]))), true);
    assert.equal(await isTold(shp(Buffer.concat([int(11), doubles(1, 2, 7, 8)]))), true);
    assert.equal(await isTold(shp(Buffer.concat([int(11), doubles(1, 2, 7, 0)]))), false);
    assert.equal(await isTold(line(23, 0, 9, 0, 9)), true);
    assert.equal(await isTold(line(13, 0, 9, 1, 2)), false);
    assert.equal(await isTold(line(13, 0, 9, 1, 2, 0, 9, -1e39, 9)), true);
    assert.equal(await isTold(line(13, 0, 9, 1, 2, 0, 9, -1e39, -1e39)), false);
  });
});
