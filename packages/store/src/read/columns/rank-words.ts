import { indexedScores, isIndexed, type RowScores } from '../../columns/index-predicate.ts';
import { TRUE } from '../../columns/outcomes.ts';
import type { KnownColumns } from '../../columns/predicate.ts';
import { columnsPredicate } from '../../columns/text-predicate.ts';
import { wordScores } from '../../columns/word-scores.ts';
import type { TextTest } from '../../model/query/query.ts';
import { SCORES } from '../../model/query/text-search.ts';
import { ask, type Effect, forEach } from '../effect.ts';
import type { Ranked, Ranking } from '../ranking.ts';
import type { RowQuery, RowReader } from '../row-reader.ts';
import type { ColumnReader } from './column-reader.ts';
import { positionsIn, rowsAt, rowsBetween } from './column-rows.ts';
import { loaded } from './load-blocks.ts';
import { needsOf } from './needs.ts';
import { knownColumns, NO_COLUMNS } from './predicate-of.ts';
import { type BlockRegion, type ColumnStats, regionsOf } from './regions.ts';

/** Ranks what passes by how well it matches words, by columns: words that are in many features would have all of them read. */
export function* rankWordsByColumns(
  reader: RowReader,
  columns: ColumnReader,
  query: RowQuery,
  test: TextTest,
  ranking: Ranking,
  stats: ColumnStats,
): Effect<void> {
  const known = test.paths ? NO_COLUMNS : yield* knownColumns(columns);
  const step = yield* ask(() => reader.stepRows());
  const needs = yield* needsOf(columns, query);
  // Nothing behind a page of features that could not score more is on it.
  const skip = () => scoreOf(ranking.end) >= test.words.length * SCORES.whole;
  yield* forEach(regionsOf(columns, needs, 0, stats, skip), function* (region) {
    if (region.kind === 'rows')
      return yield* forEach(rowsBetween(reader, query, region), function* (rows) {
        for (const row of rows) ranking.take(row);
        yield undefined;
      });
    for (const piece of region.past ? [region, region.past] : [region]) {
      // Of rows in the order of positions, those that score the same as the last of the page come behind it.
      const above = piece === region ? scoreOf(ranking.end) : 0;
      const scores = yield* scoresOf(piece, piece === region ? columns : undefined, test, known, above);
      if (scores) offerPassing(piece, scores, query, ranking, above);
      const open = positionsIn(piece, query, scores ? 'open' : 'possible');
      for (let from = 0; from < open.length; from += step) {
        for (const row of yield* rowsAt(reader, query, open.slice(from, from + step))) ranking.take(row);
        yield undefined;
      }
    }
  });
}

/** Of a block so many rows are read sooner than its columns of texts are looked through. */
const FEW_OPEN = 200;

/** What the rows of a block that pass score; undefined where they have to be read. `columns`: what more of it can be read with. */
function* scoresOf(
  { block, outcomes }: BlockRegion,
  columns: ColumnReader | undefined,
  test: TextTest,
  known: KnownColumns,
  above: number,
): Effect<RowScores | undefined> {
  if (!outcomes.includes(TRUE)) return undefined;
  if (isIndexed(block, test)) {
    const scores = indexedScores(block, outcomes, test.words, columns ? FEW_OPEN : Infinity);
    if (scores) return scores;
    const needs = { predicate: columnsPredicate(test, known), others: [] };
    const [isLoaded] = yield* loaded(columns!, [block], needs);
    if (!isLoaded) return undefined;
  }
  return wordScores(block, outcomes, test, known, above);
}

/** Not in a generator, whose loops are not compiled as well. */
function offerPassing(
  { block, outcomes }: BlockRegion,
  { rows, scores }: RowScores,
  { part }: RowQuery,
  ranking: Ranking,
  above: number,
): void {
  const positions = block.positionsOf(rows);
  for (let i = 0; i < rows.length; i++) {
    if (outcomes[rows[i]!] !== TRUE || scores[i]! <= above) continue;
    const seq = positions[i]!;
    if (!part || seq % part.count === part.index) ranking.offer({ seq, values: [scores[i]] });
  }
  ranking.prune();
}

/** What the last of a page scores; 0 where there is no whole page yet. */
function scoreOf(end: Ranked | undefined): number {
  const score = end?.values[0];
  return typeof score === 'number' ? score : 0;
}
