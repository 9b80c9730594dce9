import fc from 'fast-check';
import type { Area, FeatureFilter, FeatureQuery, FeatureTest, SortKey } from '../model/query/query.ts';
import { area } from './arbitrary.area.ts';
import { conditionText, parsedCondition } from './arbitrary.condition.ts';
import { question as plainQuestion, propertiesText } from './arbitrary.search.ts';
import { walkOf } from './space-under-test.ts';

/** What happens to a space that has columns. Numbers choose among what there is. */
export type ColumnsStep =
  | { kind: 'put'; features: string[] }
  | { kind: 'delete'; numbers: number[] }
  | { kind: 'build'; steps: number }
  | { kind: 'drop'; number: number }
  | { kind: 'damage'; number: number };

const POINTS = ['null', ...[0, 10, 20, 21].map((x) => `{"type":"Point","coordinates":[${x},${x / 2}]}`)];
const LINE = '{"type":"LineString","coordinates":[[-5,-5],[15,15]]}';

const feature = fc
  .tuple(fc.nat({ max: 40 }), propertiesText, fc.constantFrom(...POINTS, LINE))
  .map(
    ([number, properties, geometry]) =>
      `{"type":"Feature","id":"f${number}","geometry":${geometry},"properties":${properties}}`,
  );

const step: fc.Arbitrary<ColumnsStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      features: fc.uniqueArray(feature, {
        minLength: 1,
        maxLength: 20,
        selector: (text) => /"id":"(\w+)"/.exec(text)![1],
      }),
    }),
  },
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
);

export const columnsSteps = fc.array(step, { minLength: 3, maxLength: 12 });

export type ColumnsQuestion = { filter: FeatureFilter; sort: readonly SortKey[]; limit: number; area?: Area };

/** Of the hub's conditions, of CQL2, or of both. */
export const columnsQuestion: fc.Arbitrary<ColumnsQuestion> = fc
  .tuple(plainQuestion, fc.option(conditionText), fc.option(area), fc.boolean())
  .map(([{ filter, sort, limit }, condition, place, isOnlyCondition]) => {
    const own: FeatureTest[] = condition
      ? [{ root: 'expression', expression: parsedCondition(condition) }]
      : [];
    const tests = isOnlyCondition && own.length > 0 ? own : [...filter.tests, ...own];
    return { filter: { ...filter, tests }, sort, limit, ...(place && { area: place }) };
  });

export function queryOf({ filter, sort, limit, area }: ColumnsQuestion): FeatureQuery {
  return walkOf({ filter, sort, limit, ...(area && { area }) });
}
