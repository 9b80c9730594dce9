import type { Geos } from '@meridian/geo';
import { needsGeos } from '../../model/query/expression-test.ts';
import type { CountQuery, FeatureFilter, FeatureView, TimeExtentQuery } from '../../model/query/query.ts';
import type { CountResult, Located, Statistics, TimeExtent } from '../../model/results.ts';
import { complete, countNeedsGeos, prepared } from '../../read/count-read.ts';
import type { Effect } from '../../read/effect.ts';
import type { HistoryReader, RowQuery } from '../../read/row-reader.ts';
import { withFilter } from '../../read/with-filter.ts';
import {
  combinedCount,
  combinedCountUpTo,
  combinedTexts,
  located,
  locatedMatches,
} from './combined-reads.ts';
import { combinedStatistics } from './combined-statistics.ts';
import { combinedTimeExtent } from './combined-time-extent.ts';
import type { Node } from './composite-source.ts';

/** Queries of a composite space whose result is one piece. */
export type CompositeQuery =
  | { kind: 'byId'; ids: readonly string[]; view: FeatureView }
  | { kind: 'count'; query: CountQuery }
  | { kind: 'timeExtent'; query: TimeExtentQuery }
  | { kind: 'statistics' }
  | { kind: 'locate'; ids: readonly string[] }
  | { kind: 'matches'; filter: FeatureFilter };

/** The result of each. */
export type QuestionResults = {
  byId: string[];
  count: CountResult;
  timeExtent: TimeExtent | undefined;
  statistics: Statistics;
  locate: number[][];
  matches: Located[];
};

/** The result of one, under its kind. */
export type QuestionResult = Partial<QuestionResults>;

/** Whether GEOS must be loaded before it is executed. */
export function questionNeedsGeos(question: CompositeQuery): boolean {
  if (question.kind === 'count') return countNeedsGeos(question.query);
  return question.kind === 'matches' && needsGeos(question.filter);
}

/** The work that gives its result. */
export function* asked(
  question: CompositeQuery,
  node: Node,
  sources: readonly HistoryReader[],
  geos: Geos | undefined,
): Effect<QuestionResult> {
  switch (question.kind) {
    case 'byId':
      return { byId: yield* combinedTexts(node, sources, question.ids, question.view) };
    case 'count':
      return {
        count: yield* prepared(question.query, geos, (query) =>
          countOfComposite(node, sources, query, question.query.maxRows),
        ),
      };
    case 'timeExtent':
      return { timeExtent: yield* combinedTimeExtent(node, sources, question.query) };
    case 'statistics':
      return { statistics: yield* combinedStatistics(node, sources) };
    case 'locate':
      return { locate: yield* located(node, sources, question.ids) };
    case 'matches':
      return {
        matches: yield* withFilter(question.filter, geos, () =>
          locatedMatches(node, sources, question.filter),
        ),
      };
  }
}

function* countOfComposite(
  node: Node,
  sources: readonly HistoryReader[],
  query: RowQuery,
  maxRows: number | undefined,
): Effect<CountResult> {
  return complete(
    maxRows === undefined
      ? yield* combinedCount(node, sources, query)
      : yield* combinedCountUpTo(node, sources, query, maxRows),
  );
}
