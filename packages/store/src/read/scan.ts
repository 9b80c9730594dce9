import type { ReadRow } from '../model/feature/row.ts';
import { chosenColumns } from './columns/choose-columns.ts';
import { columnRows } from './columns/column-rows.ts';
import { ask, type Effect } from './effect.ts';
import type { Access, Batch, Found, RowQuery, RowReader } from './row-reader.ts';
import { SCAN_ROWS } from './step-size.ts';

/** More rows than this are not collected from indexes: scanning all rows is as good. */
export const MAX_COLLECTED = 50_000;

/** What indexes find is read at once where it is no more than about this: it comes in any order and is put into order. */
export const WHOLE_BYTES = 1024 * 1024;

const STEP_GROWTH = 4;

/** Where a scan begins, how many rows are wanted, where that is known, and how many of them are left. */
export type ScanRange = { after: number; limit?: number; left?: () => number };

/** Reads a batch; 'stop' where no more are wanted. */
export type ReadBatch<Out> = (access: Access, batch: Batch) => Effect<Found | 'stop', Out>;

/** Reads the rows that a query may mean batch by batch, in insertion order, along the way that looks at the least. */
export function* scan<Out>(
  reader: RowReader,
  query: RowQuery,
  { after, limit = Infinity, left }: ScanRange,
  read: ReadBatch<Out>,
): Effect<void, Out> {
  const accesses = yield* ask(() => reader.accesses(query));
  const sizes = batchSizes(yield* ask(() => reader.stepRows()), limit, left);
  for (const access of accesses) {
    if (access.isOrdered && !(reader.isDistributed && access.name === 'all rows'))
      return yield* pages(access, after, sizes, read);
    if (access.isWhole) {
      // Where little is wanted, little is read in vain.
      const max = Math.min(yield* ask(() => reader.stepRows(WHOLE_BYTES)), 2 * limit);
      const found = yield* read(access, { kind: 'whole', after, limit: max });
      if (found === 'stop' || found.count <= max) return;
    }
    const seqs = yield* ask(() => access.positions(after, MAX_COLLECTED));
    if (seqs) return yield* lists(access, seqs, sizes, read);
    if (access.isScannable) return yield* windows(reader, access, after, sizes, read);
  }
}

/** As many as make a good chunk, but no more than are wanted and the one that tells whether there are more. */
function* batchSizes(most: number, limit: number, left = () => Infinity): Generator<number, never, void> {
  for (let size = Math.min(most, limit + 1); ; ) {
    yield size;
    // Of fewer than that some have not passed.
    size = Math.min(most, size === most ? left() + 1 : size * STEP_GROWTH);
  }
}

type Sizes = Iterator<number, never>;

function* pages<Out>(access: Access, from: number, sizes: Sizes, read: ReadBatch<Out>): Effect<void, Out> {
  for (let after = from; ; ) {
    const limit = sizes.next().value;
    const found = yield* read(access, { kind: 'page', after, limit });
    if (found === 'stop' || found.count < limit) return;
    after = found.last;
  }
}

function* lists<Out>(access: Access, seqs: number[], sizes: Sizes, read: ReadBatch<Out>): Effect<void, Out> {
  for (let from = 0; from < seqs.length; ) {
    const to = from + sizes.next().value;
    if ((yield* read(access, { kind: 'list', seqs: seqs.slice(from, to) })) === 'stop') return;
    from = to;
  }
}

function* windows<Out>(
  reader: RowReader,
  access: Access,
  from: number,
  sizes: Sizes,
  read: ReadBatch<Out>,
): Effect<void, Out> {
  const { count, lastSeq: end } = yield* ask(() => reader.content());
  let rowsPerPosition = count / Math.max(1, end);
  for (let after = from; after < end; ) {
    const limit = sizes.next().value;
    const width = Math.min(
      reader.maxWindow ?? SCAN_ROWS,
      reader.isDistributed ? widthFor(limit, rowsPerPosition) : SCAN_ROWS,
    );
    const upTo = Math.min(end, after + width);
    const found = yield* read(access, { kind: 'window', after, upTo, limit });
    if (found === 'stop') return;
    const next = found.count < limit ? upTo : found.last;
    rowsPerPosition = found.count / (next - after);
    after = next;
  }
}

/** Every machine sends what it has of a window: no more should lie in it than are wanted. */
function widthFor(limit: number, rowsPerPosition: number): number {
  return Math.min(SCAN_ROWS, Math.ceil(limit / Math.max(rowsPerPosition, limit / SCAN_ROWS)));
}

/** The rows that may pass the property tests and may meet the area, in insertion order. A batch may be empty. */
export function* rowsOf(reader: RowReader, query: RowQuery, range: ScanRange): Effect<void, ReadRow[]> {
  const columns = yield* chosenColumns(reader, query);
  if (columns) yield* columnRows(reader, columns, query, range, { read: 0, skipped: 0 });
  else yield* scannedRows(reader, query, range);
}

/** The same without columns. */
export function scannedRows(reader: RowReader, query: RowQuery, range: ScanRange): Effect<void, ReadRow[]> {
  return scan(reader, query, range, function* (access, batch) {
    const found = yield* ask(() => access.rows(batch));
    yield found.rows;
    return found;
  });
}

/** The rows at positions, so many at a time that they come to about `chunkBytes`. */
export function* rowsAt(
  reader: RowReader,
  seqs: readonly number[],
  area?: RowQuery['area'],
  chunkBytes?: number,
): Effect<void, ReadRow[]> {
  const step = seqs.length > 0 ? yield* ask(() => reader.stepRows(chunkBytes)) : 1;
  for (let from = 0; from < seqs.length; from += step) {
    const these = seqs.slice(from, from + step);
    yield yield* ask(() => reader.byPositions(these, area));
  }
}
