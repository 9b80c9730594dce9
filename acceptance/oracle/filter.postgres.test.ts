import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../testing/postgres/database.ts';
import { type FeatureCollection, feature, idsOf } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { newSpace } from '../harness/space.ts';
import { loadRows } from './feature-table.ts';
import { randomCondition, randomRow } from './filter.expressions.ts';
import { Postgis } from './postgis.ts';

/** Features and conditions of a run; a long one is asked for by hand. */
const FEATURES = 300;
const CONDITIONS = Number(process.env.MERIDIAN_TEST_CONDITIONS ?? 400);

const random = new Random(seed);
const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });
const url = await newDatabase();
const postgis = new Postgis(url);
after(() => dropDatabase(url));

test(`random CQL2 filters find what PostgreSQL finds (seed ${seed})`, async () => {
  const rows = Array.from({ length: FEATURES }, (_, i) => randomRow(random, `f${i}`));
  const geometries = loadRows(postgis, rows);
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
