import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../testing/postgres/database.ts';
import { type FeatureCollection, feature, idsOf } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { newSpace } from '../harness/space.ts';
import { type Row, randomCondition, randomRow } from './filter.expressions.ts';
import { Postgis } from './postgis.ts';

/** Features and conditions of a run; a long one is asked for by hand. */
const FEATURES = 300;
const CONDITIONS = Number(process.env.MERIDIAN_TEST_CONDITIONS ?? 400);

const random = new Random(seed);
const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });
const url = await newDatabase();
const postgis = new Postgis(url);
after(() => dropDatabase(url));

const text = (value: unknown) => (value === undefined ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`);

/** The rows as a table with types; gives the geometries as GeoJSON. */
function load(rows: readonly Row[]): Map<string, object> {
  const values = rows.map(
    ({ id, n, m, name, flag, day, start, end, wkt }) =>
      `(${[id, n, m, name, flag, day, start, end, wkt].map(text).join(', ')})`,
  );
  postgis.rows(`CREATE TABLE feature AS SELECT id, n::float8, m::float8, name COLLATE "C", flag::boolean, day::date,
    "start"::timestamptz, "end"::timestamptz, ST_GeomFromText(wkt) AS shape
    FROM (VALUES ${values.join(',\n')}) AS sent(id, n, m, name, flag, day, "start", "end", wkt);`);
  const shapes = postgis.rows('SELECT id, ST_AsGeoJSON(shape) FROM feature WHERE shape IS NOT NULL');
  return new Map(shapes.map(([id, geometry]) => [id!, JSON.parse(geometry!)]));
}

test(`random CQL2 filters find what PostgreSQL finds (seed ${seed})`, async () => {
  const rows = Array.from({ length: FEATURES }, (_, i) => randomRow(random, `f${i}`));
  const geometries = load(rows);
  const space = await newSpace(hub, { searchableProperties: { n: true, name: true } });
  await space.load(
    ...rows.map(({ id, wkt: _, ...properties }) =>
      feature(id, properties, { geometry: geometries.get(id) ?? null }),
    ),
  );
  const conditions = Array.from({ length: CONDITIONS }, () => randomCondition(random, 3));
  const expected = postgis.pairs(
    conditions.map(({ sql }, i) => `SELECT 'q${i}', id FROM feature WHERE ${sql};`).join('\n'),
  );
  let found = 0;
  for (const [i, { cql, sql }] of conditions.entries()) {
    const { status, body, text } = await hub.get<FeatureCollection>(
      `${space.path}/search?filter=${encodeURIComponent(cql)}`,
    );
    assert.equal(status, 200, `${cql}: ${text}`);
    const ids = idsOf(body).sort();
    assert.deepEqual(ids, [...(expected.get(`q${i}`) ?? [])].sort(), `${cql}\n${sql}`);
    found += ids.length;
  }
  assert.ok(found > CONDITIONS, 'most filters find something');
});
