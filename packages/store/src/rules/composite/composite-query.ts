import type { FeatureFilter, FeatureView } from '../../model/query/query.ts';
import type { Located, Statistics } from '../../model/results.ts';
import type { Effect } from '../../read/effect.ts';
import type { HistoryReader } from '../../read/row-reader.ts';
import { combinedCount, combinedTexts, located, locatedMatches } from './combined-reads.ts';
import { combinedStatistics } from './combined-statistics.ts';
import type { Node } from './composite-source.ts';

/** What a composite space can be asked that is answered in one piece. */
export type CompositeQuery =
  | { kind: 'byId'; ids: readonly string[]; view: FeatureView }
  | { kind: 'count'; filter: FeatureFilter }
  | { kind: 'statistics' }
  | { kind: 'locate'; ids: readonly string[] }
  | { kind: 'matches'; filter: FeatureFilter };

/** What each is answered with. */
export type QuestionResults = {
  byId: string[];
  count: number;
  statistics: Statistics;
  locate: number[][];
  matches: Located[];
};

/** The work that answers it. */
export function asked(
  question: CompositeQuery,
  node: Node,
  sources: readonly HistoryReader[],
): Effect<QuestionResults[CompositeQuery['kind']]> {
  switch (question.kind) {
    case 'byId':
      return combinedTexts(node, sources, question.ids, question.view);
    case 'count':
      return combinedCount(node, sources, { filter: question.filter });
    case 'statistics':
      return combinedStatistics(node, sources);
    case 'locate':
      return located(node, sources, question.ids);
    case 'matches':
      return locatedMatches(node, sources, question.filter);
  }
}
