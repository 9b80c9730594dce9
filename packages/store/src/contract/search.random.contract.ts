import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCodePoints } from '@meridian/filter';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { plainValue } from '../model/json/exact-json.ts';
import { matches, StoredFeature } from '../model/query/match.ts';
import type { FeatureFilter, SortKey } from '../model/query/query.ts';
import { PATHS, propertiesText, question } from './arbitrary.search.ts';
import type { FreshStore } from './engine.ts';
import { seed } from './seed.ts';
import { SpaceUnderTest } from './space-under-test.ts';
import { storedText } from './stored-text.ts';

export function searchRandomContract(fresh: () => FreshStore): void {
  test(`searches give the same with indexes, without, and by looking at every feature (seed ${seed})`, async (t) => {
    const { store, indexed } = fresh();
    const bare = await SpaceUnderTest.create(store, 'random bare');
    const early = await SpaceUnderTest.create(store, 'random indexed', PATHS);
    const late = await SpaceUnderTest.create(store, 'random late');
    let asked = 0;

    /** Some features come before the index of `late` is asked for, the others while it is built. */
    const fill = async (features: string[]) => {
      await Promise.all([bare, early, late].map((space) => space.delete({ returning: false })));
      const half = features.length >> 1;
      await Promise.all([bare.send(collection(features)), early.send(collection(features))]);
      await store.features.defineIndexes(late.ref, []);
      await late.send(collection(features.slice(0, half)));
      await store.features.defineIndexes(late.ref, PATHS);
      await late.send(collection(features.slice(half)));
      await indexed(late.ref);
    };

    const property = fc.asyncProperty(
      fc.array(propertiesText, { maxLength: 60 }),
      fc.array(question, { minLength: 20, maxLength: 40 }),
      async (properties, questions) => {
        await fill(properties.map((text, i) => `{"id":"f${i}","properties":${text}}`));
        const { texts } = await bare.page();
        const all = texts.map((text) => new StoredFeature(JSON.parse(text).id, storedText(text)));
        for (const { filter, limit, sort } of questions) {
          asked++;
          const expected = bruteForce(all, filter, sort);
          for (const space of [bare, early, late]) {
            const hint = `${space.ref.id}: ${JSON.stringify({ filter, limit, sort })}`;
            const pages = await space.pages({ filter, limit, sort });
            assert.deepEqual(
              pages.flatMap(({ ids }) => ids),
              expected,
              hint,
            );
            assert.deepEqual(
              pages.map(({ ids }) => ids.length),
              pageLengths(expected.length, limit),
              hint,
            );
            assert.equal(await space.count(filter), expected.length, hint);
          }
        }
      },
    );
    await fc.assert(property, { seed, numRuns: randomCases(8), interruptAfterTimeLimit: 60_000 });
    t.diagnostic(`${asked} questions, seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
  });
}

function collection(features: string[]): string {
  return `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
}

export function bruteForce(
  all: StoredFeature[],
  { tags, tests }: FeatureFilter,
  sort: readonly SortKey[],
): string[] {
  const passing = all.filter((one) => {
    const own = one.namespace.tags as string[];
    const tagged = tags.length === 0 || tags.some((every) => every.every((tag) => own.includes(tag)));
    return tagged && matches(one, tests);
  });
  const compare = (a: StoredFeature, b: StoredFeature) =>
    sort.reduce((order, key) => order || compareBy(key, a, b), 0);
  return (sort.length > 0 ? passing.toSorted(compare) : passing).map(({ id }) => id);
}

export function pageLengths(count: number, limit: number): number[] {
  const full = Array.from({ length: Math.max(0, Math.ceil(count / limit) - 1) }, () => limit);
  return [...full, count - full.length * limit];
}

function compareBy(key: SortKey, a: StoredFeature, b: StoredFeature): number {
  const [x, y] = [rankOf(a.valueAt(key)), rankOf(b.valueAt(key))];
  if (x.missing !== y.missing) return x.missing ? 1 : -1;
  const order = x.type - y.type || x.number - y.number || compareCodePoints(x.text, y.text);
  return key.descending ? -order : order;
}

/** Numbers, then texts, then booleans, then anything else. */
function rankOf(found: unknown) {
  const value = plainValue(found);
  const other = { missing: value === undefined || value === null, type: 3, number: 0, text: '' };
  if (typeof value === 'number') return { ...other, type: 0, number: value };
  if (typeof value === 'string') return { ...other, type: 1, text: value };
  return typeof value === 'boolean' ? { ...other, type: 2, number: Number(value) } : other;
}
