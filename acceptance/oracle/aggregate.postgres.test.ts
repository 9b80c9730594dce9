// Embedded engine only: the contract of the store holds the engines to one another.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../testing/postgres/database.ts';
import { feature } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { newSpace } from '../harness/space.ts';
import { loadRows } from './feature-table.ts';
import { randomCondition, randomRow } from './filter.expressions.ts';
import { Postgis } from './postgis.ts';

const FEATURES = 300;
const QUESTIONS = 120;

const random = new Random(seed);
const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });
const url = await newDatabase();
const postgis = new Postgis(url);
after(() => dropDatabase(url));

const time = (name: string, pattern: string) => `to_char("${name}" AT TIME ZONE 'UTC', '${pattern}')`;

/** What to group by, and the same in SQL. */
const KEYS = new Map([
  ['name', 'name'],
  ['flag', 'flag'],
  ['n', 'n'],
  ['f.geometry.type', 'substr(ST_GeometryType(shape), 4)'],
  ['year(day)', "to_char(day, 'YYYY')"],
  ['month(day)', "to_char(day, 'YYYY-MM')"],
  ['week(day)', `to_char(day, 'IYYY-"W"IW')`],
  ['quarter(start)', time('start', 'YYYY-"Q"Q')],
  ['day(end)', time('end', 'YYYY-MM-DD')],
]);

const MEASURES = new Map([
  ['sum(n)', 'sum(n)'],
  ['mean(m)', 'avg(m)'],
  ['min(name)', 'min(name)'],
  ['max(n)', 'max(n)'],
  ['median(m)', 'percentile_cont(0.5) WITHIN GROUP (ORDER BY m)'],
  ['quantile(n,0.9)', 'percentile_cont(0.9) WITHIN GROUP (ORDER BY n)'],
  ['distinct(name)', 'count(DISTINCT name)'],
  ['count(m)', 'count(m)'],
]);

type Groups = {
  count: number;
  groups: { key: Record<string, unknown>; count: number; [measure: string]: unknown }[];
};

/** A key as a text, and what was measured; numbers to as many digits as two ways of adding agree on. */
function groupText(key: unknown[], measured: unknown[]): string {
  const rounded = measured.map((value) =>
    typeof value === 'number' ? Number(value.toPrecision(12)) : value,
  );
  return JSON.stringify([key, rounded]);
}

test(`random aggregates are those of GROUP BY (seed ${seed})`, async () => {
  const rows = Array.from({ length: FEATURES }, (_, i) => randomRow(random, `f${i}`));
  const geometries = loadRows(postgis, rows);
  const space = await newSpace(hub);
  await space.load(
    ...rows.map(({ id, wkt: _, ...properties }) =>
      feature(id, properties, { geometry: geometries.get(id) ?? null }),
    ),
  );
  const questions = Array.from({ length: QUESTIONS }, () => ({
    keys: random.some([...KEYS.keys()], random.whole(1, 3)),
    measures: random.some([...MEASURES.keys()], 4),
    condition: random.next() < 0.5 ? randomCondition(random, 1) : undefined,
  }));
  const expected = Map.groupBy(
    postgis.rows(
      questions
        .map(({ keys, measures, condition }, i) => {
          const list = (parts: string[]) => `jsonb_build_array(${parts.join(', ')})`;
          const by = keys.map((key) => KEYS.get(key)!);
          const values = ['count(*)', ...measures.map((measure) => MEASURES.get(measure)!)];
          return `SELECT ${i}, ${list(by)}, ${list(values)} FROM feature
            ${condition ? `WHERE ${condition.sql}` : ''} GROUP BY ${by.join(', ')};`;
        })
        .join('\n'),
    ),
    ([question]) => Number(question),
  );
  let found = 0;
  for (const [i, { keys, measures, condition }] of questions.entries()) {
    const { status, body, text } = await hub.post<Groups>(`${space.path}/aggregate`, {
      groupBy: keys,
      measures,
      limit: 10_000,
      ...(condition && { filter: condition.cql }),
    });
    const hint = `${keys} ${measures} ${condition?.cql}`;
    assert.equal(status, 200, `${hint}: ${text}`);
    const groups = body.groups.map((group) =>
      groupText(
        keys.map((key) => group.key[key] ?? null),
        [group.count, ...measures.map((measure) => group[measure])],
      ),
    );
    const inSql = (expected.get(i) ?? []).map(([, key, measured]) =>
      groupText(JSON.parse(key!), JSON.parse(measured!)),
    );
    assert.deepEqual(groups.sort(), inSql.sort(), hint);
    found += groups.length;
  }
  assert.ok(found > QUESTIONS, 'most questions have several groups');
});
