import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { FeatureFilter } from '../../model/query/query.ts';
import type { Effect } from '../effect.ts';
import type { RowQuery } from '../row-reader.ts';
import type { ColumnReader } from './column-reader.ts';
import type { Needs } from './load-blocks.ts';
import type { PastBlock } from './past-rows.ts';
import { predicateOf } from './predicate-of.ts';

/**
 * What a query needs of blocks; of a version also what has changed since, held against the query. `name`: of the predicate, where what
 * it comes to is remembered.
 */
export type QueryNeeds = Needs & { past?: PastBlock | undefined; name?: string | undefined };

export function* needsOf(
  columns: ColumnReader,
  query: RowQuery,
  others: readonly string[] = [],
): Effect<QueryNeeds> {
  const predicate = yield* predicateOf(columns, query);
  return { predicate, others, past: yield* columns.past?.evaluate(query, others) ?? nothing() };
}

/** The same of a tile: the others of a map, and those around it, ask for the same filter. Where it is in them is not asked here. */
export function* tileNeeds(
  columns: ColumnReader,
  filter: FeatureFilter,
  others: readonly string[],
): Effect<QueryNeeds> {
  return { ...(yield* needsOf(columns, { filter }, others)), name: nameOf(filter) };
}

/** Undefined where it depends on more than the block and the filter what that comes to. */
function nameOf(filter: FeatureFilter): string | undefined {
  if (filter.tests.some((test) => test.root === 'text')) return undefined;
  return createHash('sha256').update(serialize(filter)).digest('base64');
}

// biome-ignore lint/correctness/useYield: there is nothing to wait for
function* nothing(): Effect<undefined> {
  return undefined;
}
