import { isOlder } from '../../columns/build-plan.ts';
import { filterPredicate } from '../../columns/filter-predicate.ts';
import type { KnownColumns, Predicate } from '../../columns/predicate.ts';
import { ask, type Effect } from '../effect.ts';
import type { RowQuery } from '../row-reader.ts';
import type { ColumnReader } from './column-reader.ts';

/** Where no words are looked for in all properties. */
export const NO_COLUMNS: KnownColumns = { keys: [], newestBlock: 0 };

/** What a query asks of features, as far as the columns of a space can tell. */
export function* predicateOf(columns: ColumnReader, { filter, area }: RowQuery): Effect<Predicate> {
  const isOfAll = filter.tests.some((test) => test.root === 'text' && !test.paths);
  return filterPredicate(filter, area, isOfAll ? yield* knownColumns(columns) : NO_COLUMNS);
}

/** Blocks first: the columns of all of them have names by then. Those that are made later may have others. */
export function* knownColumns(columns: ColumnReader): Effect<KnownColumns> {
  const blocks = yield* ask(() => columns.blocks());
  if (blocks.some(isOlder)) columns.want('columns');
  const newestBlock = Math.max(0, ...blocks.map(({ block }) => block));
  return { keys: yield* ask(() => columns.keys()), newestBlock };
}
