import type { Effect } from '../effect.ts';
import type { RowQuery } from '../row-reader.ts';
import type { ColumnReader } from './column-reader.ts';
import type { Needs } from './load-blocks.ts';
import type { PastBlock } from './past-rows.ts';
import { predicateOf } from './predicate-of.ts';

/** What a query needs of blocks; of a version also what has changed since, held against the query. */
export type QueryNeeds = Needs & { past?: PastBlock | undefined };

export function* needsOf(
  columns: ColumnReader,
  query: RowQuery,
  others: readonly string[] = [],
): Effect<QueryNeeds> {
  const predicate = yield* predicateOf(columns, query);
  return { predicate, others, past: yield* columns.past?.evaluate(query, others) ?? nothing() };
}

// biome-ignore lint/correctness/useYield: there is nothing to wait for
function* nothing(): Effect<undefined> {
  return undefined;
}
