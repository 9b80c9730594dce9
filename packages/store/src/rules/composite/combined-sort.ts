import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { type FeatureQuery, NO_FILTER } from '../../model/query/query.ts';
import type { StreamEnd } from '../../model/results.ts';
import type { Effect } from '../../read/effect.ts';
import { Ranking, type SortedQuery } from '../../read/ranking.ts';
import type { RowReader } from '../../read/row-reader.ts';
import { eachMatch } from './combined-reads.ts';
import { batches, combinedRow, contributions } from './combined-rows.ts';
import { leafOf, type Node, unitsOf } from './composite-source.ts';

/** The rows of a page in the order of property values; equal values in the order of their positions. */
export function* combinedSort(
  node: Node,
  sources: readonly RowReader[],
  { filter, part, ...sorted }: SortedQuery & Pick<FeatureQuery, 'filter' | 'part'>,
  area: AreaTest | undefined,
): Effect<StreamEnd, ReadRow[]> {
  const units = unitsOf(node);
  const query = { filter, area, ...(part ? { part } : {}) };
  // What it is given has passed everything already.
  const ranking = new Ranking(sorted, { tests: NO_FILTER.tests, area: undefined, part: 1 });
  const ids = new Map<number, string>();
  for (const unit of units)
    yield* eachMatch(unit, sources, query, function* (rows) {
      for (const row of rows) {
        ids.set(row.seq, row.id);
        ranking.take(row);
      }
      yield undefined;
    });
  const { seqs, end } = ranking.page();
  const leaves = [...sources.keys()];
  for (const batch of batches(seqs)) {
    const found = yield* contributions(leaves, sources, [...new Set(batch.map((seq) => ids.get(seq)!))]);
    yield batch.flatMap((seq) => {
      const unit = units.find((candidate) => candidate.leaves.includes(leafOf(seq)))!;
      // Deleted since the scan began.
      return combinedRow(unit.node, found, ids.get(seq)!) ?? [];
    });
  }
  return end;
}
