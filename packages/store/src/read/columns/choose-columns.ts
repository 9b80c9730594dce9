import { BLOCK_ROWS } from '../../columns/block-builder.ts';
import { columnKey } from '../../columns/column-key.ts';
import { filterPredicate } from '../../columns/filter-predicate.ts';
import type { FeaturePath } from '../../model/query/query.ts';
import { ask, type Effect } from '../effect.ts';
import type { RowQuery, RowReader } from '../row-reader.ts';
import type { ColumnReader } from './column-reader.ts';
import { NO_COLUMNS } from './predicate-of.ts';

/** Spaces with fewer features are read as fast row by row. */
export const WORTH_IT = 20_000;

/** With this many rows behind the last block, a read requests a build: an earlier one may have been interrupted. */
const MANY_ROWS = BLOCK_ROWS / 4;

/** Columns of texts take long to look through: up to so many rows are read sooner. */
const MAX_BY_TEXT = 20_000;

/** The columns of a space, where they are a better way to what a query means than its indexes. */
export function* chosenColumns(reader: RowReader, query: RowQuery): Effect<ColumnReader | undefined> {
  return query.filter.tests.length > 0 ? yield* bestColumns(reader, query) : undefined;
}

function* bestColumns(reader: RowReader, query: RowQuery): Effect<ColumnReader | undefined> {
  const { columns } = reader;
  if (!columns || !isDecidable(query)) return undefined;
  for (const access of yield* ask(() => reader.accesses(query))) {
    if (access.name === 'all rows') break;
    if (access.name === 'ids') return undefined;
    if (access.name === 'text index') {
      if (yield* ask(() => access.positions(0, MAX_BY_TEXT))) return undefined;
      continue;
    }
    const isByProperty = access.name === 'property index' || access.name === 'indexes';
    if (isByProperty && access.isOrdered) return undefined;
    if (yield* ask(() => access.positions(0, columns.fewRows))) return undefined;
  }
  return yield* builtColumns(reader);
}

/** The columns of a space, where they can count what a query means, whatever its indexes are good for. */
export function* countingColumns(reader: RowReader, query: RowQuery): Effect<ColumnReader | undefined> {
  return isDecidable(query) ? yield* builtColumns(reader) : undefined;
}

/** Whether columns can narrow down what is asked at all. */
function isDecidable({ filter }: RowQuery): boolean {
  return (
    filter.tests.length === 0 ||
    filter.tests.some(({ root }) => root === 'text') ||
    filterPredicate(filter, undefined, NO_COLUMNS).keys.length > 0
  );
}

/** The columns of a space, where it has any; asks for them where that is worth it. */
function* builtColumns(reader: RowReader): Effect<ColumnReader | undefined> {
  const { columns } = reader;
  if (!columns) return undefined;
  const blocks = yield* ask(() => columns.blocks());
  const { count, lastSeq } = yield* ask(() => reader.content());
  const latest = blocks.at(-1);
  // Those who built them may have ended meanwhile.
  const isWanted = latest ? lastSeq - latest.last >= MANY_ROWS : count >= WORTH_IT;
  if (isWanted) columns.want('columns');
  return latest && columns;
}

/** The columns of a space, where it can be sorted by them. */
export function* sortingColumns(
  reader: RowReader,
  query: RowQuery,
  sort: readonly FeaturePath[],
): Effect<ColumnReader | undefined> {
  if (!sort.every((key) => columnKey(key) !== undefined)) return undefined;
  return yield* bestColumns(reader, query);
}
