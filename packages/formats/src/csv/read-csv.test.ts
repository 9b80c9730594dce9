import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bytesSource, readFeatures } from '../node.ts';
import type { CsvOptions } from '../options.ts';
import { chunked, readAll, utf8 } from '../testing/read-all.ts';

const read = async (text: string | Uint8Array, csv: CsvOptions = {}, name = 'f.csv') => {
  const { features, refused, fault } = await readAll(name, text, { csv });
  return {
    rows: features.map(({ properties }) => properties),
    geometries: features.map(({ geometry }) => geometry),
    refused,
    fault,
  };
};
const point = (...coordinates: number[]) => ({ type: 'Point', coordinates });

const hex = (x: number, y: number) =>
  Buffer.concat([Buffer.from([1, 1, 0, 0, 0]), Buffer.from(new Float64Array([x, y]).buffer)]).toString('hex');

describe('delimiters and encodings are found out', () => {
  const cases: [what: string, content: string | Uint8Array, name?: string][] = [
    ['commas', 'name,lat,lon\nMünchen,48.1,11.6\n'],
    ['semicolons and decimal commas', 'name;lat;lon\nMünchen;48,1;11,6\n'],
    ['tabs', 'name\tlat\tlon\nMünchen\t48.1\t11.6\n', 'f.tsv'],
    ['bars', 'name|lat|lon\nMünchen|48.1|11.6\n'],
    ['no line end at the end, carriage returns', 'name,lat,lon\r\nMünchen,48.1,11.6'],
    ['a byte order mark', '\ufeffname,lat,lon\nMünchen,48.1,11.6\n'],
    ['UTF-16', Buffer.from('\ufeffname,lat,lon\nMünchen,48.1,11.6\n', 'utf16le')],
    ['the Windows code page', Buffer.from('name,lat,lon\nMünchen,48.1,11.6\n', 'latin1')],
    ['a name that says nothing', 'name,lat,lon\nMünchen,48.1,11.6\n', 'f.dat'],
    ['quotes around everything', '"name","lat","lon"\n"München","48.1","11.6"\n'],
    ['a WKT column', 'name,WKT\nMünchen,POINT(11.6 48.1)\n'],
    ['a WKT column in EWKT', 'name,the_geom\nMünchen,SRID=4326;POINT(11.6 48.1)\n'],
    ['a column of hexadecimal WKB', `name,geom\nMünchen,${hex(11.6, 48.1)}\n`],
    ['a column of GeoJSON', 'name,geometry\nMünchen,"{""type"":""Point"",""coordinates"":[11.6,48.1]}"\n'],
  ];
  for (const [what, content, name] of cases)
    test(what, async () => {
      const { rows, geometries, refused, fault } = await read(content, {}, name);
      assert.deepEqual([refused, fault, rows], [[], undefined, [{ name: 'München' }]]);
      assert.deepEqual(geometries, [point(11.6, 48.1)]);
    });

  test('the same however the bytes come in pieces', async () => {
    const bytes = utf8('name,lat,lon\n"a ""b"",\r\nc",1,2\n"",3,4\nd"e",5,6');
    const whole = await readAll('f.csv', bytes);
    assert.deepEqual(
      whole.features.map(({ properties }) => properties.name),
      ['a "b",\r\nc', undefined, 'd"e"'],
    );
    for (let size = 1; size < bytes.length; size++)
      assert.deepEqual(
        await readAll('f.csv', chunked('f.csv', bytes, size)),
        whole,
        `${size} bytes at a time`,
      );
  });
});

describe('columns of coordinates', () => {
  const headers = ['lat,lon', 'Latitude,Longitude', 'LAT,LNG', 'y,x', '@lat,@lon', 'Breitengrad,Längengrad'];
  for (const header of headers)
    test(`are guessed: ${header}`, async () => {
      assert.deepEqual((await read(`${header}\n1,2\n`)).geometries, [point(2, 1)]);
    });

  test('can be named', async () => {
    const { rows, geometries } = await read('a,b,c,lat,lon\n1,2,3,4,5\n', {
      lon: 'a',
      lat: 'b',
      height: 'c',
    });
    assert.deepEqual([geometries, rows], [[point(1, 2, 3)], [{ lat: 4, lon: 5 }]]);
  });

  test('that do not exist are an error', async () => {
    assert.match(
      (await read('a,b\n1,2\n', { lon: 'x', lat: 'b' })).fault!.message,
      /has no column "x": it has a, b$/,
    );
  });

  test('may be missing only if the user says so', async () => {
    assert.match(
      (await read('a,b\n1,2\n')).fault!.message,
      /no columns that look like coordinates.* \(lon, lat; geometry\)\. It has a, b$/,
    );
    assert.deepEqual((await read('a,b\n1,2\n', { allowNoGeometry: true })).geometries, [null]);
  });

  test('empty ones are a feature without geometry, half empty ones are refused', async () => {
    const { geometries, refused } = await read('a,lat,lon\n1,,\n2,3,\n3,x,4\n4,95,4\n');
    assert.deepEqual(geometries, [null]);
    assert.deepEqual(
      refused.map(({ location, reason }) => [location.line, reason]),
      [
        [3, 'has no longitude'],
        [4, 'has "x" as latitude, which is no number'],
        [5, 'geometry.coordinates[1] is a latitude and must be from -90 to 90, not 95'],
      ],
    );
  });
});

describe('values', () => {
  const typed = async (...values: string[]) =>
    (await read(`v,lat,lon\n${values.map((value) => `${value},1,2`).join('\n')}\n`)).rows.map(({ v }) => v);

  test('of a column of numbers are numbers', async () =>
    assert.deepEqual(await typed('1', '-2.5', '3e2', ''), [1, -2.5, 300, undefined]));
  test('with leading zeros make it a column of texts', async () =>
    assert.deepEqual(await typed('01234', '12345'), ['01234', '12345']));
  test('too long for a number stay texts', async () =>
    assert.deepEqual(await typed('12345678901234567890', '1'), ['12345678901234567890', '1']));
  test('in quotes are texts', async () => assert.deepEqual(await typed('"1"', '"2"'), ['1', '2']));
  test('true and false are booleans', async () =>
    assert.deepEqual(await typed('true', 'False'), [true, false]));
  test('of a mixed column are texts', async () =>
    assert.deepEqual(await typed('1', 'x', 'true'), ['1', 'x', 'true']));
  test('stay texts if the user says so', async () => {
    assert.deepEqual((await read('v,lat,lon\n1,2,3\n', { types: 'text' })).rows, [{ v: '1' }]);
  });
  test('behind the sample that do not fit stay texts', async () => {
    const rows = (await read(`v,lat,lon\n${'1,2,3\n'.repeat(1500)}x,2,3\n`)).rows;
    assert.deepEqual([rows[0]?.v, rows[1499]?.v, rows[1500]?.v], [1, 1, 'x']);
  });
});

describe('values behind the sample', () => {
  const types = async (sample: string, ...later: string[]) => {
    const text = `v,lat,lon\n${`${sample},2,3\n`.repeat(1000)}${later.map((value) => `${value},2,3\n`).join('')}`;
    const reader = readFeatures(bytesSource(utf8(text), 'f.csv'));
    const values: unknown[] = [];
    for await (const { feature } of reader) values.push(feature?.properties.v);
    return { values: values.slice(1000), told: reader.guesses.slice(1) };
  };

  test('that are no numbers among numbers stay texts, and it is told', async () =>
    assert.deepEqual(await types('1', '01234', '2', 'x'), {
      values: ['01234', 2, 'x'],
      told: ['values of "v" that are no numbers stay texts'],
    }));
  test('that are neither true nor false among truth values, too', async () =>
    assert.deepEqual(await types('true', 'maybe', 'false'), {
      values: ['maybe', false],
      told: ['values of "v" that are neither true nor false stay texts'],
    }));
  test('of a column that had none in it have their own types', async () =>
    assert.deepEqual(await types('', '540', 'TRUE', '"7"', '01', 'x'), {
      values: [540, true, '7', '01', 'x'],
      told: [],
    }));
  test('of such a column of a file that quotes everything, too', async () => {
    const text = `"v","lat","lon"\n${'"","2","3"\n'.repeat(1000)}"540","2","3"\n`;
    const { rows } = await read(text);
    assert.deepEqual(rows[1000], { v: 540 });
  });
});

describe('faults', () => {
  test('a row with too many fields is refused', async () => {
    const { rows, refused } = await read('a,lat,lon\n1,2,3,4\n5,6,7\n');
    assert.deepEqual(rows, [{ a: 5 }]);
    assert.equal(refused[0]!.reason, 'has 4 fields, but the header has 3');
  });
  test('a row in another encoding is refused', async () => {
    const bytes = Buffer.concat([
      utf8(`name,lat,lon\n${'ä,1,2\n'.repeat(20000)}`),
      Buffer.from('ä,1,2\n', 'latin1'),
    ]);
    const { rows, refused } = await read(bytes);
    assert.equal(rows.length, 20000);
    assert.match(refused[0]!.reason, /is not valid utf-8: the file mixes encodings/);
  });
  test('NUL bytes are refused', async () => {
    const text = `a,lat,lon\n${'1,2,3\n'.repeat(12000)}x\0y,2,3\n`;
    assert.match((await read(text)).refused[0]!.reason, /NUL/);
  });
  test('a quote that is never closed is an error, after the rows before it', async () => {
    const { rows, fault } = await read('a,lat,lon\n1,2,3\n"x,2,3\n4,5,6\n');
    assert.equal(rows.length, 1);
    assert.match(fault!.message, /quote in line 3 that is never closed/);
  });
  test('broken WKT', async () => {
    const { refused } = await read(
      'a,wkt\n1,POINT(1\n2,"POINT(1,2)"\n3,CIRCLE(1 2)\n4,POINT EMPTY\n5,SRID=x;POINT(1 2)\n6,CIRCULARSTRING(1 2)\n',
    );
    assert.deepEqual(
      refused.map(({ location }) => location.line),
      [2, 3, 4, 5, 6, 7],
    );
    for (const { reason } of refused) assert.match(reason, /^WKT /);
    assert.match(
      refused[2]!.reason,
      /^WKT is not valid: the name of a geometry type is expected at character/,
    );
    assert.match(refused[5]!.reason, /^WKT is a CIRCULARSTRING: curves/);
  });
  test('an unknown encoding', async () => {
    assert.match(
      (await readAll('f.csv', 'a,lat,lon\n', { encoding: 'klingon' })).fault!.message,
      /no encoding "klingon"/,
    );
  });
});

describe('tables in a grid', () => {
  const at = async (text: string, crs?: string) => {
    const { features, refused, fault } = await readAll('f.csv', text, crs === undefined ? {} : { crs });
    assert.deepEqual([refused, fault], [[], undefined]);
    const { coordinates } = features[0]!.geometry as { coordinates: number[] };
    return coordinates.map((value) => value.toFixed(5));
  };
  /** As gdaltransform has it. */
  const hamburg = ['9.98027', '53.51491'];

  test('are read where the user names it', async () => {
    assert.deepEqual(await at('easting;northing\n565000;5930000\n', 'EPSG:25832'), hamburg);
    assert.deepEqual(await at('x,y\n565000,5930000\n', 'EPSG:25832'), hamburg);
    assert.deepEqual(await at('a,wkt\n1,POINT(565000 5930000)\n', 'EPSG:25832'), hamburg);
  });
  test('are read in the system that EWKT and EWKB name', async () => {
    assert.deepEqual(await at('a,wkt\n1,SRID=25832;POINT(565000 5930000)\n'), hamburg);
    const ewkb = Buffer.alloc(25);
    ewkb.writeUInt8(1, 0);
    ewkb.writeUInt32LE(0x20000001, 1);
    ewkb.writeUInt32LE(25832, 5);
    ewkb.writeDoubleLE(565000, 9);
    ewkb.writeDoubleLE(5930000, 17);
    assert.deepEqual(await at(`a,geom\n1,${ewkb.toString('hex')}\n`), hamburg);
  });
  test('in a system that nobody knows are refused', async () => {
    const { refused } = await readAll('f.csv', 'a,wkt\n1,SRID=99999;POINT(1 2)\n');
    assert.match(refused[0]!.reason, /is in SRID 99999, which can't be turned into WGS 84/);
  });
});

describe('headers and numbers of the field', () => {
  test('a column that comes twice is numbered', async () => {
    const { rows } = await read('name,name,name_2,lat,lon\na,b,c,1,2\n');
    assert.deepEqual(rows, [{ name: 'a', name_3: 'b', name_2: 'c' }]);
  });
  test('decimal commas and points of thousands are numbers, by column', async () => {
    const { rows } = await read('h;t;n;lat;lon\n408,5;1.234,5;1,234;1;2\n540;7;2,345;1;2\n;x;;1;2\n');
    assert.deepEqual(rows, [
      { h: 408.5, t: '1.234,5', n: '1,234' },
      { h: 540, t: '7', n: '2,345' },
      { t: 'x' },
    ]);
    const thousands = await read('t;lat;lon\n1.234,5;1;2\n2.000;1;2\n');
    assert.deepEqual(thousands.rows, [{ t: 1234.5 }, { t: 2000 }]);
  });
  test('what was guessed is said', async () => {
    const reader = readFeatures(bytesSource(utf8('name;name;h;x;y\na;b;1,5;2;3\n'), 'f.csv'));
    for await (const _record of reader);
    assert.deepEqual(reader.guesses, [
      'delimiter ";"',
      'another column "name" is called "name_2"',
      'longitude in "x", latitude in "y"',
      'decimal commas in "h"',
    ]);
    const grid = readFeatures(bytesSource(utf8('h;x;y\n1,5;2,5;3,25\n'), 'f.csv'));
    const [record] = await Array.fromAsync(grid);
    assert.deepEqual(record?.feature?.geometry, { type: 'Point', coordinates: [2.5, 3.25] });
    assert.ok(grid.guesses.includes('decimal commas in coordinates, "h"'), grid.guesses.join('; '));
  });
});
