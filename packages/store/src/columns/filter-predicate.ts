import { hasTags } from '../model/feature/tags.ts';
import type { AreaTest } from '../model/query/area.ts';
import { matchesTest } from '../model/query/match.ts';
import type { FeatureFilter, FeatureTest, PropertyTest, TagFilter } from '../model/query/query.ts';
import { areaPredicate } from './area-predicate.ts';
import { columnKey, TAGS_COLUMN } from './column-key.ts';
import { expressionPredicate } from './expression-predicate.ts';
import { numberTest } from './number-ranges.ts';
import { outcomeOf } from './outcomes.ts';
import { all, type KnownColumns, type Predicate, UNDECIDABLE } from './predicate.ts';
import { textPredicate } from './text-predicate.ts';
import { valuePredicate } from './value-test.ts';

/**
 * What a query asks of features, as far as columns can tell. The meaning is that of the tests on features. `known` are the
 * columns of the space, for words that are looked for in all of them.
 */
export function filterPredicate(
  { tests, tags }: FeatureFilter,
  area: AreaTest | undefined,
  known: KnownColumns,
): Predicate {
  return all([
    ...tests.map((test) => testPredicate(test, known)),
    ...(tags.length > 0 ? [tagsPredicate(tags)] : []),
    ...(area ? [areaPredicate(area)] : []),
  ]);
}

function testPredicate(test: FeatureTest, known: KnownColumns): Predicate {
  switch (test.root) {
    case 'expression':
      return expressionPredicate(test.expression);
    case 'text':
      return textPredicate(test, known);
    default:
      return propertyPredicate(test);
  }
}

function propertyPredicate(test: PropertyTest): Predicate {
  const key = columnKey(test);
  if (key === undefined) return UNDECIDABLE;
  const { comparison, operands } = test;
  const isEquality = comparison === '=' || comparison === '!=';
  return valuePredicate(key, {
    outcome: (value) => outcomeOf(matchesTest(value, test)),
    numbers: numberTest(comparison, operands),
    ...(isEquality && { texts: operands.filter((operand) => typeof operand === 'string') }),
  });
}

function tagsPredicate(tags: TagFilter): Predicate {
  return valuePredicate(TAGS_COLUMN, {
    outcome: (value) => outcomeOf(Array.isArray(value) && hasTags(value as string[], tags)),
  });
}
