import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { geometry } from './arbitrary.geometry.ts';
import { jsonValue, objectOf } from './arbitrary.json.ts';
import { assertStatistics } from './brute-statistics.ts';
import type { FreshStore } from './engine.ts';
import { seed } from './seed.ts';
import { SpaceUnderTest } from './space-under-test.ts';

const id = fc.integer({ min: 0, max: 40 }).map((n) => `f${n}`);
const tags = fc.subarray(['a', 'b', 'né', '🜨', "'", 'é'.repeat(1001)]);
const properties = objectOf(
  fc.oneof(fc.constantFrom(1, 'text', true, null, [], {}), jsonValue),
  fc.constantFrom('n', 'name', 'a.b', 'a', '', '__proto__', '🜨', 'y'.repeat(257), 'z'.repeat(1001)),
);

const feature = fc
  .record({ id, geometry: fc.option(geometry), properties, tags })
  .map(({ tags, ...rest }) => ({
    ...rest,
    properties: { ...rest.properties, '@ns:com:here:xyz': { tags } },
  }));

type Step =
  | { kind: 'put' | 'patch'; features: unknown[] }
  | { kind: 'delete'; ids: string[] }
  | { kind: 'deleteTags'; tags: string[] }
  | { kind: 'empty' };

const distinct = fc.uniqueArray(feature, { maxLength: 15, selector: ({ id }) => id });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('put', 'patch'), features: distinct }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete'), ids: fc.array(id, { maxLength: 10 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deleteTags'), tags: tags.filter((list) => list.length > 0) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'empty' }) },
) as fc.Arbitrary<Step>;

async function take(space: SpaceUnderTest, step: Step): Promise<unknown> {
  switch (step.kind) {
    case 'put':
      return space.put(step.features);
    case 'patch':
      return space.put(step.features, {
        rule: { onExists: 'patch', onNotExists: 'create', onConflict: 'error' },
      });
    case 'delete':
      return space.delete({ ids: step.ids });
    case 'deleteTags':
      return space.delete({ tags: [step.tags] });
    case 'empty':
      return space.delete({ returning: false });
  }
}

export function statisticsContract(fresh: () => FreshStore): void {
  describe('statistics', () => {
    test(`are what looking at every feature gives, whatever was written (seed ${seed})`, async (t) => {
      const space = await SpaceUnderTest.create(fresh().store, 'tallied', [['n']]);
      let steps = 0;
      const property = fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
        async (rounds) => {
          await space.delete({ returning: false });
          for (const round of rounds) {
            await Promise.all(round.map((one) => take(space, one)));
            steps += round.length;
            assertStatistics(await space.statistics(), (await space.page()).texts);
            assert.equal(await space.count(), (await space.statistics()).count);
          }
        },
      );
      await fc.assert(property, { seed, numRuns: randomCases(10), interruptAfterTimeLimit: 60_000 });
      t.diagnostic(`${steps} steps, seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
    });

    test('list the most frequent names where there are too many', async () => {
      const space = await SpaceUnderTest.create(fresh().store, 'many names');
      const names = Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`p${i}`, i]));
      const list = Array.from({ length: 1200 }, (_, i) => `t${i}`);
      await space.put(
        [
          { id: 'a', properties: names },
          { id: 'b', properties: { p1100: 'x' } },
        ],
        { addTags: list },
      );
      await space.put([{ id: 'c' }], { addTags: ['t1199'] });
      const { properties, tags } = await space.statistics();
      assert.deepEqual([properties.complete, tags.complete], [false, false]);
      assert.equal(properties.value[0]!.key, 'p1100');
      assert.deepEqual(tags.value[0], { key: 't1199', count: 3 });
    });
  });
}
