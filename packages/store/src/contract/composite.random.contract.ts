import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Geometry, loadGeos } from '@meridian/geo';
import fc from 'fast-check';
import { randomCases } from '../../../../testing/effort.ts';
import { sameJson } from '../model/json/own.ts';
import { type AreaTest, prepareArea } from '../model/query/area.ts';
import type { StoredFeature } from '../model/query/match.ts';
import type { FeatureSource, SpaceRef } from '../model/source.ts';
import { COMPOSITE_MODES } from '../model/source.ts';
import { area, optionalGeometry } from './arbitrary.area.ts';
import { PATHS, propertiesText, question } from './arbitrary.search.ts';
import { modelOf, served, storedFeature } from './composite.model.ts';
import type { FreshStore } from './engine.ts';
import { bruteForce, pageLengths } from './search.random.contract.ts';
import { seed } from './seed.ts';
import { SpaceUnderTest, UNHURRIED } from './space-under-test.ts';

/** Few ids, so that spaces share many. */
const feature = fc.record({ id: fc.nat(11), geometry: optionalGeometry, properties: propertiesText });
const content = fc.uniqueArray(feature, { selector: ({ id }) => id, maxLength: 10 });

/** Boxes, which are tested exactly; what other shapes find is proved elsewhere. */
const boxes = area.filter((one) => 'boxes' in one);

/** A composite space of the spaces 0 to 2, some of them combined before. */
const shape = fc.letrec<{ node: unknown; inner: unknown }>((tie) => ({
  inner: fc.oneof({ maxDepth: 2 }, fc.nat(2), tie('node')),
  node: fc.record({
    mode: fc.constantFrom(...COMPOSITE_MODES),
    parts: fc.array(tie('inner'), { minLength: 1, maxLength: 3 }),
  }),
})).node as fc.Arbitrary<{ mode: (typeof COMPOSITE_MODES)[number]; parts: (number | object)[] }>;

type Shape = number | { mode: (typeof COMPOSITE_MODES)[number]; parts: Shape[] };

function toSource(node: Shape, refs: SpaceRef[]): FeatureSource {
  if (typeof node === 'number') return refs[node]!;
  return { mode: node.mode, parts: node.parts.map((part) => toSource(part, refs)) };
}

export function compositeRandomContract(fresh: () => FreshStore): void {
  test(`several spaces read as one show what a plain model shows (seed ${seed})`, async (t) => {
    const { store } = fresh();
    const geos = await loadGeos();
    const spaces = await Promise.all(
      ['first', 'second', 'third'].map((id, i) => SpaceUnderTest.create(store, id, i === 1 ? [] : PATHS)),
    );
    const refs = spaces.map((space) => space.ref);
    let asked = 0;

    const property = fc.asyncProperty(
      fc.tuple(content, content, content),
      fc.array(shape, { minLength: 2, maxLength: 4 }),
      fc.array(fc.record({ question, area: fc.option(boxes, { nil: undefined }) }), {
        minLength: 6,
        maxLength: 12,
      }),
      async (contents, shapes, questions) => {
        for (const [i, features] of contents.entries()) {
          await spaces[i]!.delete({ returning: false });
          const texts = features.map(
            ({ id, geometry, properties }) =>
              `{"id":"f${id}","geometry":${JSON.stringify(geometry)},"properties":${properties}}`,
          );
          await spaces[i]!.send(`{"type":"FeatureCollection","features":[${texts.join(',')}]}`);
        }
        const pages = await Promise.all(spaces.map((space) => space.page()));
        const known = new Map(refs.map(({ storageKey: name }, i) => [name, pages[i]!.texts.map(served)]));
        for (const node of shapes) {
          const source = toSource(node as Shape, refs);
          const combined = new SpaceUnderTest(store, refs[0]!, source);
          const expected = modelOf(source, known);
          await sameFeatures(combined, expected);
          const all = expected.map(storedFeature);
          for (const { question: asking, area: where } of questions) {
            asked++;
            const tested = where && prepareArea(where, geos);
            await sameResults(combined, all, { ...asking, ...(where ? { area: where } : {}) }, tested);
            tested?.free();
          }
        }
      },
    );
    await fc.assert(property, { seed, numRuns: randomCases(4), interruptAfterTimeLimit: 60_000 });
    t.diagnostic(`${asked} questions, seed ${seed} (set MERIDIAN_TEST_SEED to repeat)`);
  });
}

type Features = ReturnType<typeof modelOf>;

/** All of them, in order, by pages and by id, counted, and where they come from. */
async function sameFeatures(combined: SpaceUnderTest, expected: Features): Promise<void> {
  const hint = JSON.stringify(combined.source);
  const { texts } = await combined.page();
  assert.ok(sameJson(texts.map(served), expected), hint);
  const first = new Map(expected.toReversed().map((one) => [one.id as string, one]));
  const ids = [...Array.from({ length: 12 }, (_, i) => `f${i}`), 'nobody'];
  const byId = await combined.store.features.byId(combined.source, ids, {});
  assert.ok(
    sameJson(
      byId.map(served),
      ids.flatMap((id) => first.get(id) ?? []),
    ),
    hint,
  );
  assert.equal((await combined.statistics()).count, expected.length, hint);
  const origins = await combined.store.features.locate(combined.source, ids);
  assert.deepEqual(
    origins.map((list) => list.length > 0),
    ids.map((id) => first.has(id)),
    hint,
  );
  const parts = await Promise.all([0, 1, 2].map((index) => combined.page({ part: { index, count: 3 } })));
  assert.deepEqual(
    parts.flatMap((part) => part.ids).sort(),
    expected.map(({ id }) => id as string).sort(),
    `parts of ${hint}`,
  );
}

type Asked = Parameters<SpaceUnderTest['pages']>[0] & {
  filter: Parameters<typeof bruteForce>[1];
  limit: number;
};

async function sameResults(
  combined: SpaceUnderTest,
  all: StoredFeature[],
  query: Asked,
  tested: AreaTest | undefined,
): Promise<void> {
  const hint = JSON.stringify({ source: combined.source, query });
  const near = tested
    ? all.filter((one) => {
        const geometry = one.valueAt({ root: 'feature', path: ['geometry'] }) as Geometry | null;
        return geometry !== null && tested.meets(geometry);
      })
    : all;
  const expected = bruteForce(near, query.filter, query.sort ?? []);
  const pages = await combined.pages(query);
  assert.deepEqual(
    pages.flatMap(({ ids }) => ids),
    expected,
    hint,
  );
  assert.deepEqual(
    pages.map(({ ids }) => ids.length),
    pageLengths(expected.length, query.limit),
    hint,
  );
  if (tested) return;
  assert.equal(await combined.count(query.filter), expected.length, hint);
  const matches = await combined.store.features.locateMatching(combined.source, query.filter);
  assert.deepEqual(matches.map(({ id }) => id).sort(), expected.toSorted(), hint);
  assert.ok(matches.every(({ origins }) => origins.length > 0));
  assert.equal(
    await combined.store.features.count(combined.source, query.filter, UNHURRIED),
    expected.length,
  );
}
