import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { plainValue } from '../model/json/exact-json.ts';
import type { JsonObject } from '../model/json/own.ts';
import type { AggregateQuery, GroupCursor, GroupKey, Measure } from '../model/query/aggregate.ts';
import { StoredFeature } from '../model/query/match.ts';
import type { FeaturePath } from '../model/query/query.ts';
import { canonical, type ModelGroup, modelGroups } from './aggregate.model.ts';
import { PATHS, propertiesText, question } from './arbitrary.search.ts';
import type { FreshStore } from './engine.ts';
import { bruteForce } from './search.random.contract.ts';
import { seed } from './seed.ts';
import { SpaceUnderTest } from './space-under-test.ts';
import { storedText } from './stored-text.ts';

const path: fc.Arbitrary<FeaturePath> = fc
  .constantFrom(...PATHS)
  .map((names) => ({ root: 'properties', path: names }));

const key: fc.Arbitrary<GroupKey> = fc.oneof(
  path.map((of): GroupKey => ({ name: `value ${of.path}`, kind: 'value', path: of })),
  fc.constant<GroupKey>({ name: 'tags', kind: 'tags' }),
  path.map(
    (of): GroupKey => ({ name: `limits ${of.path}`, kind: 'limits', path: of, limits: [-1, 0.5, 1e10] }),
  ),
);

const measure: fc.Arbitrary<Measure> = fc.oneof(
  fc
    .record({ kind: fc.constantFrom('count', 'sum', 'mean', 'min', 'max', 'distinct'), path })
    .map(({ kind, path: of }): Measure => ({ name: `${kind} ${of.path}`, kind, path: of })),
  fc
    .record({ at: fc.constantFrom(0, 0.25, 0.5, 1), path })
    .map(({ at, path: of }): Measure => ({ name: `${at} ${of.path}`, kind: 'quantile', path: of, at })),
);

const asked = fc.record({
  question,
  groupBy: fc.uniqueArray(key, { maxLength: 3, selector: ({ name }) => name }),
  measures: fc.uniqueArray(measure, { maxLength: 4, selector: ({ name }) => name }),
  limit: fc.integer({ min: 1, max: 6 }),
  descending: fc.boolean(),
});

export function aggregateRandomContract(fresh: () => FreshStore): void {
  test(`groups are what looking at every feature gives (seed ${seed})`, async (t) => {
    const { store } = fresh();
    const space = await SpaceUnderTest.create(store, 'grouped');
    const other = await SpaceUnderTest.create(store, 'grouped too');
    const together = new SpaceUnderTest(store, space.ref, {
      mode: 'group',
      parts: [space.ref, other.ref],
    });
    let count = 0;
    const property = fc.asyncProperty(
      fc.array(propertiesText, { maxLength: 60 }),
      fc.array(asked, { minLength: 10, maxLength: 20 }),
      async (properties, questions) => {
        await Promise.all([space, other].map((one) => one.delete({ returning: false })));
        const features = properties.map((text, i) => `{"id":"f${i}","properties":${text}}`);
        const half = features.length >> 1;
        await space.send(`{"type":"FeatureCollection","features":[${features.slice(0, half)}]}`);
        await other.send(`{"type":"FeatureCollection","features":[${features.slice(half)}]}`);
        for (const { question: of, groupBy, measures, limit, descending } of questions) {
          const order = [{ by: measures.length > 0 ? { measure: 0 } : ('count' as const), descending }];
          const query = { filter: of.filter, groupBy, measures, order, limit };
          for (const source of [space, together]) {
            count++;
            await sameGroups(source, query);
          }
        }
      },
    );
    await fc.assert(property, { seed, numRuns: randomCases(5), interruptAfterTimeLimit: 60_000 });
    t.diagnostic(`${count} aggregates, seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
  });
}

async function sameGroups(source: SpaceUnderTest, query: AggregateQuery): Promise<void> {
  const hint = JSON.stringify(query);
  const { texts } = await source.page();
  const all = texts.map((text) => new StoredFeature(JSON.parse(text).id, storedText(text)));
  const passing = new Set(bruteForce(all, query.filter, []));
  const counted = all.filter(({ id }) => passing.has(id));
  if (query.measures.some((measure) => isBeyondNumbers(counted, measure))) {
    await assert.rejects(source.aggregate(query), /too large for a number/, hint);
    return;
  }
  const expected = modelGroups(counted, query);
  const whole = await source.aggregate({ ...query, limit: 1000 });
  assert.equal(whole.end.groupCount, expected.length, hint);
  assert.equal(whole.end.count, passing.size, hint);
  same(whole.groups, expected, query.measures, hint);
  const paged: JsonObject[] = [];
  for (let after: GroupCursor | undefined; ; ) {
    const page = await source.aggregate({ ...query, ...(after ? { after } : {}) });
    paged.push(...page.groups);
    assert.ok(page.groups.length <= query.limit, hint);
    after = page.end.after;
    if (!after) break;
  }
  assert.equal(JSON.stringify(paged), JSON.stringify(whole.groups), `pages of ${hint}`);
}

/** Whether it adds up a number that no double can hold. */
function isBeyondNumbers(features: readonly StoredFeature[], measure: Measure): boolean {
  if (measure.kind !== 'sum' && measure.kind !== 'mean') return false;
  const numbers = features.map((feature) => plainValue(feature.valueAt(measure.path)));
  return numbers.some((number) => number === Infinity || number === -Infinity);
}

function same(found: JsonObject[], expected: ModelGroup[], measures: readonly Measure[], hint: string): void {
  const byKey = new Map(expected.map((group) => [canonical(group.key), group]));
  for (const { key, count, ...computed } of found) {
    const group = byKey.get(canonical(key));
    assert.ok(group, `${canonical(key)} of ${hint}`);
    assert.equal(count, group.count, hint);
    for (const [i, { name, kind }] of measures.entries()) {
      const value: unknown = plainValue(computed[name]);
      const wanted: unknown = plainValue(group.measures[i]);
      const isRounded = ['sum', 'mean', 'quantile'].includes(kind) && typeof wanted === 'number';
      if (isRounded)
        assert.ok(isNear(value as number, wanted), `${name} is ${value}, not ${wanted}: ${hint}`);
      else assert.deepEqual(computed[name], group.measures[i], `${name} of ${hint}`);
    }
  }
}

function isNear(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1);
}
