import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../../../testing/postgres/database.ts';
import { readAddress } from '../testing/web-server.ts';

const url = await newDatabase();
after(() => dropDatabase(url));
const run = (sql: string) => execFileSync('psql', ['-qX', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', sql]);
run(`CREATE TABLE wells (gid bigint PRIMARY KEY, "the ""name""" text, depth numeric, extra jsonb, geom geometry(Point, 25832));
  INSERT INTO wells VALUES
    (1, 'a', 12.50, '{"k":[1,null]}', 'SRID=25832;POINT(500000 5500000)'),
    (9007199254740993, NULL, NULL, NULL, NULL);
  CREATE SCHEMA other;
  CREATE TABLE other.wells (id int, geom geometry);
  INSERT INTO other.wells SELECT i, ST_MakePoint(i % 180, 1) FROM generate_series(1, 1200) i;
  CREATE TABLE plain (id int)`);
const at = (table: string) => `${url}?table=${table}`;

test('rows of a table are features: values keep their digits, nulls are absent, coordinates become WGS 84', async () => {
  const { records, properties, coordinates, reader } = await readAddress(at('public.wells'));
  assert.equal(
    JSON.stringify(properties[0]),
    '{"gid":1,"the "name"":"a","depth":12.5,"extra":{"k":[1,null]}}'.replaceAll('"name"', '\\"name\\"'),
  );
  assert.equal(JSON.stringify(properties[1]), '{"gid":9007199254740993}');
  const [x, y] = coordinates[0] as number[];
  assert.ok(Math.abs(x! - 9) < 1e-9 && Math.abs(y! - 49.65) < 0.01, `${x} ${y}`);
  assert.equal(records[1]?.feature?.geometry, null);
  assert.equal(reader.crs, 'EPSG:25832');
});

test('rows of a query are read, however many there are, and what has no system is taken for WGS 84', async () => {
  const { records, coordinates, reader } = await readAddress(url, {
    sql: 'SELECT * FROM other.wells ORDER BY id; ',
  });
  assert.equal(records.length, 1200);
  assert.deepEqual(coordinates[1], [2, 1]);
  assert.deepEqual(reader.guesses, ['coordinates in WGS 84']);
});

test('features whose geometries have measures say that these are left out', async () => {
  const { records, coordinates } = await readAddress(url, {
    sql: `SELECT 1 AS n, ST_GeomFromEWKT('SRID=4326;POINTM(1 2 7)') AS geom
      UNION ALL SELECT 2, ST_GeomFromEWKT('SRID=4326;POINT(1 2 3 7)') UNION ALL SELECT 3, ST_SetSRID(ST_MakePoint(1, 2), 4326)`,
  });
  assert.deepEqual(coordinates, [
    [1, 2],
    [1, 2, 3],
    [1, 2],
  ]);
  assert.deepEqual(
    records.map(({ isMeasured }) => isMeasured),
    [true, true, undefined],
  );
});

test('--crs overrides what the table says', async () => {
  const { coordinates } = await readAddress(at('public.wells'), {}, { crs: 'EPSG:25833' });
  assert.ok(Math.abs((coordinates[0] as number[])[0]! - 15) < 1e-9);
});

test('what is left open has to be said', async () => {
  await assert.rejects(readAddress(url), /has the tables other\.wells, public\.wells: choose one/);
  await assert.rejects(readAddress(at('wells')), /has several tables wells: other\.wells, public\.wells/);
  await assert.rejects(readAddress(at('nothing')), /has no table nothing: it has /);
  await assert.rejects(readAddress(at('plain')), /has no column of geometries: --no-geometry/);
  assert.equal((await readAddress(at('plain'), {}, { csv: { allowNoGeometry: true } })).records.length, 0);
  await assert.rejects(readAddress(at('plain'), { sql: 'SELECT 1' }), /both a table and a query/);
});

test('a query changes nothing, and what the database says is told without the password', async () => {
  const asDelete = 'SELECT 1) q; DELETE FROM other.wells; SELECT * FROM (SELECT 1';
  await assert.rejects(
    readAddress(url, { sql: asDelete }),
    /the database reports: cannot execute DELETE in a read-only/,
  );
  const wrong = new URL(url);
  wrong.password = 'geheim';
  wrong.pathname = '/no_such_database';
  await assert.rejects(readAddress(wrong.href), ({ message }: Error) => {
    assert.match(message, /the database reports: database "no_such_database" does not exist/);
    assert.doesNotMatch(message, /geheim/);
    return true;
  });
});
