import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import postgres from 'postgres';
import { dropDatabase, newDatabase } from '../../../../../testing/postgres/database.ts';
import { conditionText, parsedCondition } from '../../contract/arbitrary.condition.ts';
import { propertiesText, question } from '../../contract/arbitrary.search.ts';
import { seed } from '../../contract/seed.ts';
import { prepareFilter } from '../../model/query/expression-test.ts';
import { matches, StoredFeature } from '../../model/query/match.ts';
import type { FeatureTest, PropertyTest } from '../../model/query/query.ts';
import { numbered } from './condition.ts';
import { pushedConditions } from './pushed-filter.ts';

/** Properties in whose texts names and values are hard to tell apart. */
const HARD = [
  '{"w":"\\"v\\":1","v":5}',
  '{"\\"v":7}',
  '{"x\\"v":7,"w":1}',
  '{"v":[{"v":1}],"w":{"v":2}}',
  '{"v":"a\\"b","w":"a\\\\"}',
  '{"v":"\\u0000","w":"\\ud800"}',
  '{"v":1e400,"w":1e-400}',
  '{"v":-1e200000,"w":123456789012345678901234567890}',
  '{"v":9007199254740993,"w":-9007199254740993}',
  `{"v":1${'0'.repeat(300)},"w":0.${'3'.repeat(300)}}`,
  '{"v":-0.50,"w":5 }',
  '{"v":"a,b}","w":"}"}',
  '{"w":{"v":"a"}}',
  '{}',
];

type Row = { feature: StoredFeature; text: string };

function rowOf(properties: string, number: number): Row {
  const head = `{"type":"Feature","id":"f${number}","geometry":null,"properties":`;
  const text = `${head}${properties}}`;
  const offsets = {
    geometryStart: head.indexOf('null'),
    propertiesStart: head.length,
    propertiesEnd: head.length + properties.length,
  };
  return { feature: new StoredFeature(`f${number}`, { text, ...offsets }), text };
}

describe('what PostgreSQL tests of a filter', async () => {
  const url = await newDatabase();
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  after(async () => {
    await sql.end();
    dropDatabase(url);
  });
  const random = fc.sample(propertiesText, { seed, numRuns: 300 });
  const rows = [...HARD, ...random].map(rowOf);
  await sql`CREATE TABLE feature (number int, text text)`;
  for (const [number, { text }] of rows.entries()) await sql`INSERT INTO feature VALUES (${number}, ${text})`;

  async function passing(tests: readonly FeatureTest[]): Promise<Set<number>> {
    const where = numbered(pushedConditions(tests), 1);
    const found = await sql.unsafe(`SELECT number FROM feature WHERE ${where.sql}`, where.values as never[]);
    return new Set(found.map(({ number }) => number as number));
  }

  async function leavesOutNothing(tests: readonly FeatureTest[]): Promise<void> {
    const filter = { tags: [], tests };
    const passed = await passing(tests);
    const free = prepareFilter(filter, undefined);
    try {
      for (const [number, { feature, text }] of rows.entries())
        if (matches(feature, tests))
          assert.ok(passed.has(number), `${JSON.stringify(tests)} leaves out ${text}`);
    } finally {
      free();
    }
  }

  test(`leaves out no feature that passes a condition of the hub (seed ${seed})`, async () => {
    for (const { filter } of fc.sample(question, { seed, numRuns: 300 }))
      await leavesOutNothing(filter.tests);
  });

  test(`leaves out no feature that passes a condition of CQL2 (seed ${seed})`, async () => {
    const plain = conditionText.filter((text) => !text.includes('S_INTERSECTS'));
    for (const text of fc.sample(plain, { seed, numRuns: 500 }))
      await leavesOutNothing([{ root: 'expression', expression: parsedCondition(text) }]);
  });

  const property = (comparison: PropertyTest['comparison'], ...operands: PropertyTest['operands']) => ({
    ...{ root: 'properties' as const, path: ['only'], comparison, operands },
  });
  const cql = (text: string): FeatureTest => ({ root: 'expression', expression: parsedCondition(text) });
  const cases: [name: string, test: FeatureTest, values: string[]][] = [
    ['>', property('>', 5), ['6', '5.5', '1e9']],
    ['>= of texts', property('>=', 'b'), ['"b"', '"🜨"', '"\\u0001"']],
    ['!=', property('!=', 5, 'a'), ['6', '"b"', 'null', '[5]', '50', '"ab"', '{}']],
    ['BETWEEN', cql('only BETWEEN 1 AND 5'), ['1', '5', '2.5']],
    ['NOT BETWEEN', cql('NOT (only BETWEEN 1 AND 5)'), ['0', '5.5']],
    ['LIKE', cql("only LIKE '%b_'"), ['"abc"', '"bb"']],
    ['NOT LIKE', cql("NOT (only LIKE '%b_')"), ['"b"', '"cab"']],
    ['IN or <', cql("only IN ('a', 'b') OR only < 3"), ['"a"', '2', '-7']],
    ['<> and NOT NULL', cql("only <> 'a' AND only IS NOT NULL"), ['"b"', '"aa"']],
  ];
  const values = [...new Set([...cases.flatMap(([, , passed]) => passed), '4', 'true', '"x"', '"bca"'])];

  for (const [name, test_, passed] of cases)
    test(`leaves out what does not pass ${name}`, async () => {
      const where = numbered(pushedConditions([test_]), 2);
      const texts = [...values.map((value) => rowOf(`{"only":${value}}`, 0).text), rowOf('{"v":1}', 0).text];
      const found = await sql.unsafe(
        `SELECT text FROM unnest(ARRAY(SELECT jsonb_array_elements_text($1::jsonb))) AS text WHERE ${where.sql}`,
        [texts as never, ...(where.values as never[])],
      );
      const kept = new Set(found.map(({ text }) => text as string));
      const free = prepareFilter({ tags: [], tests: [test_] }, undefined);
      // What is written with escapes or exponents is left to the evaluator.
      const isPlain = (value: string) => !/[\\e]/.test(value) || value === 'true';
      for (const value of values.filter(isPlain)) {
        const { feature, text } = rowOf(`{"only":${value}}`, 0);
        assert.equal(kept.has(text), matches(feature, [test_]), `${name} of ${value}`);
      }
      free();
      assert.ok(!kept.has(texts.at(-1)!), 'what has no such property');
      for (const value of passed)
        assert.ok(kept.has(rowOf(`{"only":${value}}`, 0).text), `${name} of ${value}`);
    });
});
