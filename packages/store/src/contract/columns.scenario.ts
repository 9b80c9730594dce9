import fc from 'fast-check';
import type {
  Area,
  FeatureFilter,
  FeatureQuery,
  FeatureTest,
  SortKey,
  TextTest,
} from '../model/query/query.ts';
import { area } from './arbitrary.area.ts';
import { conditionText, parsedCondition } from './arbitrary.condition.ts';
import { PATHS, question as plainQuestion, propertiesText } from './arbitrary.search.ts';
import { walkOf } from './space-under-test.ts';

/** What happens to a space that has columns. Numbers choose among what there is. */
export type ColumnsStep =
  | { kind: 'put'; features: string[] }
  | { kind: 'delete'; numbers: number[] }
  | { kind: 'build'; steps: number }
  | { kind: 'drop'; number: number }
  | { kind: 'damage'; number: number }
  | { kind: 'check' }
  | { kind: 'empty' };

const POINTS = ['null', ...[0, 10, 20, 21].map((x) => `{"type":"Point","coordinates":[${x},${x / 2}]}`)];
const LINE = '{"type":"LineString","coordinates":[[-5,-5],[15,15]]}';

/** Within a cell, across an edge of one, of several parts, with a height, and where there are no tiles. */
const SHAPES = [
  '{"type":"LineString","coordinates":[[10.01,5.01],[10.02,5.03]]}',
  '{"type":"Polygon","coordinates":[[[10,5],[10.4,5],[10.4,5.4],[10,5]]]}',
  '{"type":"MultiPoint","coordinates":[[20.1,10.1],[20.2,10.1],[11.25,0]]}',
  '{"type":"Point","coordinates":[11.25,1,7]}',
  '{"type":"Point","coordinates":[20.5,88]}',
];

const GEOMETRIES = [...POINTS, LINE, ...SHAPES];

/** Columns may take a third of what the features take: without it they would have no room in such small blocks. */
const FILLER = 'x'.repeat(1600);

/** Words of which some begin others, in several orders. */
const TEXTS = ['a b', 'ab', 'b a ab', 'É 1', 'a 1 b', 'a', '1 90'];

/** `properties` have something; beside it, the sums of `n` depend on their order. */
function featureText(number: number, properties: string, geometry: string): string {
  const all = `{"n":${number / 10},"t":"${TEXTS[number % TEXTS.length]}",${properties.slice(1)}`;
  return `{"type":"Feature","id":"f${number}","filler":"${FILLER}","geometry":${geometry},"properties":${all}}`;
}

const feature = fc
  .tuple(fc.nat({ max: 40 }), propertiesText, fc.constantFrom(...GEOMETRIES))
  .map(([number, properties, geometry]) => featureText(number, properties, geometry));

const put = (minLength: number): fc.Arbitrary<ColumnsStep> =>
  fc.record({
    kind: fc.constant('put' as const),
    features: fc.uniqueArray(feature, {
      minLength,
      maxLength: 20,
      selector: (text) => /"id":"(\w+)"/.exec(text)![1],
    }),
  });

const step: fc.Arbitrary<ColumnsStep> = fc.oneof(
  { weight: 4, arbitrary: put(1) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      numbers: fc.array(fc.nat({ max: 40 }), { maxLength: 6 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('build' as const), steps: fc.nat({ max: 24 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), number: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('damage' as const), number: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'check' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'empty' as const }) },
);

const MAX_STEPS = 6;
const BUILD_ALL: ColumnsStep = { kind: 'build', steps: 24 };

/** Somewhere among them there is something to build, and it is built. */
export const columnsSteps = fc
  .tuple(fc.array(step, { maxLength: MAX_STEPS }), put(10), fc.array(step, { maxLength: MAX_STEPS }))
  .map(([before, filling, behind]) => [...before, filling, BUILD_ALL, ...behind]);

const putNumbers = (from: number, value: (number: number) => number): ColumnsStep => ({
  kind: 'put',
  features: Array.from({ length: 12 }, (_, i) =>
    featureText(from + i, `{"v":${value(from + i)}}`, GEOMETRIES[i % GEOMETRIES.length]!),
  ),
});
const SOME: ColumnsStep = { kind: 'build', steps: 2 };

/** What random steps seldom come to. */
export const COLUMNS_EXAMPLES: ColumnsStep[][] = [
  // Emptied while a block is built: what was read of it before is not stored after.
  [putNumbers(0, (n) => n), SOME, { kind: 'empty' }, putNumbers(20, (n) => n), BUILD_ALL],
  // Changed and deleted, while a block is built and after that.
  [
    putNumbers(0, (n) => n),
    SOME,
    putNumbers(0, (n) => -n),
    { kind: 'delete', numbers: [1, 11] },
    BUILD_ALL,
    putNumbers(0, (n) => 12 - n),
    { kind: 'delete', numbers: [2, 10] },
    BUILD_ALL,
  ],
  // Of versions, one has what has changed since among equal values, and another what is not in columns yet.
  [
    putNumbers(0, () => 1),
    BUILD_ALL,
    ...[1, 2, 5, 9].map((n): ColumnsStep => ({ kind: 'put', features: [featureText(n, '{"v":5}', 'null')] })),
    { kind: 'delete', numbers: [6] },
  ],
];

export type ColumnsQuestion = {
  filter: FeatureFilter;
  sort: readonly SortKey[];
  rankedBy?: TextTest;
  limit: number;
  area?: Area;
};

const textTest: fc.Arbitrary<TextTest> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom('a', 'b', 'ab', 'e', 'k', '1', '5', '1e', '90', 'true'), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.option(fc.subarray(PATHS, { minLength: 1 })),
  )
  .map(([words, paths]) => ({ root: 'text', words, ...(paths && { paths }) }));

/** Of the hub's conditions, of CQL2, of both, and of words. */
export const columnsQuestion: fc.Arbitrary<ColumnsQuestion> = fc
  .tuple(plainQuestion, fc.option(conditionText), fc.option(area), fc.boolean(), fc.option(textTest))
  .map(([{ filter, sort, limit }, condition, place, isOnlyCondition, words]) => {
    const area = place && { area: place };
    if (words)
      return {
        filter: { tags: [], tests: [words] },
        ...(isOnlyCondition ? { rankedBy: words, sort: [] } : { sort }),
        limit,
        ...area,
      };
    const own: FeatureTest[] = condition
      ? [{ root: 'expression', expression: parsedCondition(condition) }]
      : [];
    const tests = isOnlyCondition && own.length > 0 ? own : [...filter.tests, ...own];
    return { filter: { ...filter, tests }, sort, limit, ...area };
  });

export function queryOf({ filter, sort, rankedBy, limit, area }: ColumnsQuestion): FeatureQuery {
  return walkOf({ filter, sort, limit, ...(rankedBy && { rankedBy }), ...(area && { area }) });
}
