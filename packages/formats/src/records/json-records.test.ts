import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ReadOptions } from '../options.ts';
import { readAll } from '../testing/read-all.ts';

const point = (...coordinates: number[]) => ({ type: 'Point', coordinates });
const read = async (content: unknown, options?: ReadOptions, name = 'f.json') => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const { features, refused, fault } = await readAll(name, text, options);
  return {
    rows: features.map(({ geometry, properties }) => [geometry, properties]),
    reasons: refused.map(({ reason }) => reason),
    fault,
  };
};

describe('records of JSON become features', () => {
  const bonn = [point(7.1, 50.7), { name: 'Bonn' }];
  const cases: [what: string, content: unknown, options?: ReadOptions, name?: string][] = [
    ['with longitude and latitude', [{ name: 'Bonn', lat: 50.7, lng: 7.1 }]],
    ['with coordinates as texts', [{ name: 'Bonn', Latitude: '50.7', Longitude: ' 7.1' }]],
    ['with coordinates in an object', [{ name: 'Bonn', location: { lat: 50.7, lng: 7.1 } }]],
    ['with a GeoJSON geometry', [{ name: 'Bonn', where: point(7.1, 50.7) }]],
    ['with a geometry and no properties', [{ name: 'Bonn', geometry: point(7.1, 50.7) }]],
    ['with WKT', [{ name: 'Bonn', wkt: 'POINT (7.1 50.7)' }]],
    ['with named members', [{ name: 'Bonn', p: { b: 50.7, l: 7.1 } }], { csv: { lat: 'p.b', lon: 'p.l' } }],
    ['one on each line', '{"name":"Bonn","lat":50.7,"lon":7.1}\n', {}, 'f.ndjson'],
    ['in a document', { status: 'ok', data: { items: [{ name: 'Bonn', lat: 50.7, lon: 7.1 }] } }],
    [
      'in the list that is named',
      { a: [{ x: 1, y: 1 }], b: [{ name: 'Bonn', lat: 50.7, lon: 7.1 }] },
      { records: 'b' },
    ],
  ];
  for (const [what, content, options, name] of cases)
    test(what, async () => {
      const { rows, reasons, fault } = await read(content, options, name);
      assert.deepEqual([rows, reasons, fault], [[bonn], [], undefined]);
    });

  test('in a grid that is named', async () => {
    const { rows } = await read([{ easting: 565000, northing: 5930000 }], { crs: 'EPSG:25832' });
    const [[geometry]] = rows as [[{ coordinates: [number, number] }]];
    assert.deepEqual(
      geometry.coordinates.map((value) => value.toFixed(4)),
      ['9.9803', '53.5149'],
    );
  });

  test('with a member type of their own', async () => {
    const { rows } = await read([{ type: 'hotel', lat: 1, lon: 2 }]);
    assert.deepEqual(rows, [[point(2, 1), { type: 'hotel' }]]);
  });

  test('without a geometry where their coordinates are empty, or nothing else is asked for', async () => {
    const { rows } = await read([
      { n: 1, lat: 1, lon: 2 },
      { n: 2, lat: null, lon: null },
    ]);
    assert.deepEqual(rows[1], [null, { n: 2 }]);
    const plain = await read([{ hello: 1 }], { csv: { allowNoGeometry: true } });
    assert.deepEqual(plain.rows, [[null, { hello: 1 }]]);
  });
});

describe('JSON that is no geodata is not taken for it', () => {
  test('records without coordinates are a fault that names what there is', async () => {
    const { rows, fault } = await read([{ hello: 1 }, { hello: 2 }]);
    assert.deepEqual(rows, []);
    assert.match(
      fault!.message,
      /records that have no members that look like coordinates.* \(lon, lat; geometry\)\. It has hello/,
    );
    assert.match((await read({ hello: 1 })).fault!.message, /look like coordinates/);
  });

  test('a later record without coordinates is refused', async () => {
    const { rows, reasons } = await read([{ lat: 1, lon: 2 }, { hello: 2 }, { lat: 'x', lon: 2 }]);
    assert.equal(rows.length, 1);
    assert.match(reasons[0]!, /has no members that look like coordinates/);
    assert.equal(reasons[1], 'has "x" as latitude, which is no number');
  });

  test('of several lists the user has to choose', async () => {
    const document = { a: [{ lat: 1, lon: 2 }], b: { c: [{ lat: 1, lon: 2 }] } };
    assert.match(
      (await read(document)).fault!.message,
      /several lists of records, name one of them \(records\): a, b\.c/,
    );
    assert.match((await read(document, { records: 'x' })).fault!.message, /has no list "x": it has a, b\.c/);
  });

  test('members of a collection that are no features are refused', async () => {
    const { reasons } = await read({ type: 'FeatureCollection', features: [{ hello: 1 }] });
    assert.deepEqual(reasons, ['is no GeoJSON feature: it has neither geometry nor properties']);
  });
});
