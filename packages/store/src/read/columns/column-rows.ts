import type { BBox } from '@meridian/geo';
import { rowsWhere, type Wanted } from '../../columns/outcomes.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import { hasTags } from '../../model/feature/tags.ts';
import { tagsOf } from '../../model/query/match.ts';
import { ask, type Effect, forEach } from '../effect.ts';
import type { RowQuery, RowReader } from '../row-reader.ts';
import { SCAN_ROWS } from '../step-size.ts';
import type { ColumnReader } from './column-reader.ts';
import { needsOf } from './needs.ts';
import { type BlockRegion, type ColumnStats, regionsOf } from './regions.ts';

const STEP_GROWTH = 4;

/** The rows that columns leave a query with, in insertion order; what they could not decide is still to be tested. */
export function* columnRows(
  reader: RowReader,
  columns: ColumnReader,
  query: RowQuery,
  { after, limit = Infinity }: { after: number; limit?: number },
  stats: ColumnStats,
): Effect<void, ReadRow[]> {
  const max = yield* ask(() => reader.stepRows());
  let size = Math.min(max, limit + 1);
  const needs = yield* needsOf(columns, query);
  yield* forEach(regionsOf(columns, needs, after, stats), function* (region) {
    if (region.kind === 'rows') return yield* rowsBetween(reader, query, region);
    const seqs = allPositionsIn(region, query);
    for (let from = 0; from < seqs.length; ) {
      yield yield* rowsAt(reader, query, seqs.slice(from, from + size));
      from += size;
      size = Math.min(max, size * STEP_GROWTH);
    }
  });
}

/** The rows at positions that have the tags asked for, and may pass the tests. */
export function* rowsAt(reader: RowReader, query: RowQuery, seqs: number[]): Effect<ReadRow[]> {
  if (seqs.length === 0) return [];
  return tagged(yield* ask(() => reader.byPositions(seqs, query.area, query.filter.tests)), query);
}

/** Rows that are read together: those of one block alone may be few, and each read has a cost of its own. */
export class WaitingRows {
  readonly #reader: RowReader;
  readonly #query: RowQuery;
  readonly #step: number;
  readonly #seqs: number[] = [];

  /** `step`: as many as are read at once. */
  constructor(reader: RowReader, query: RowQuery, step: number) {
    this.#reader = reader;
    this.#query = query;
    this.#step = step;
  }

  /** Takes more positions; reads what is enough for a step. */
  *add(seqs: readonly number[]): Effect<void, ReadRow[]> {
    for (const seq of seqs) this.#seqs.push(seq);
    while (this.#seqs.length >= this.#step) yield* this.#next();
  }

  /** Reads those that still wait. */
  *rest(): Effect<void, ReadRow[]> {
    if (this.#seqs.length > 0) yield* this.#next();
  }

  *#next(): Effect<void, ReadRow[]> {
    yield yield* rowsAt(this.#reader, this.#query, this.#seqs.splice(0, this.#step));
  }
}

/** The rows between two positions that may be meant, without the help of columns; perhaps not those that do not reach into `near`. */
export function* rowsBetween(
  reader: RowReader,
  query: RowQuery,
  { after: from, upTo }: { after: number; upTo: number },
  near?: BBox,
): Effect<void, ReadRow[]> {
  const { tests } = query.filter;
  const plain = { filter: { tests, tags: [] }, ...(query.part && { part: query.part }), near };
  const access = (yield* ask(() => reader.accesses(plain))).at(-1)!;
  const limit = yield* ask(() => reader.stepRows());
  const { lastSeq } = yield* ask(() => reader.content());
  const end = Math.min(upTo, lastSeq);
  for (let after = from; after < end; ) {
    const to = Math.min(end, after + SCAN_ROWS);
    const found = yield* ask(() => access.rows({ kind: 'window', after, upTo: to, limit }));
    yield tagged(found.rows, query);
    after = found.count < limit ? to : found.last;
  }
}

function tagged(rows: ReadRow[], { filter: { tags } }: RowQuery): ReadRow[] {
  return tags.length > 0 ? rows.filter((row) => hasTags(tagsOf(row), tags)) : rows;
}

/** The positions of all that may pass, ascending. */
function allPositionsIn(region: BlockRegion, query: RowQuery): number[] {
  const seqs = positionsIn(region, query);
  return region.past ? [...seqs, ...positionsIn(region.past, query)].sort((a, b) => a - b) : seqs;
}

/** The positions in a block of the outcomes that are wanted, and those that have changed; ascending. */
export function positionsIn(
  { block, outcomes, stale }: BlockRegion,
  { part }: RowQuery,
  wanted: Wanted = 'possible',
): number[] {
  const seqs: number[] = [];
  let next = 0;
  const isOwn = (seq: number) => !part || seq % part.count === part.index;
  for (const seq of block.positionsOf(rowsWhere(outcomes, wanted))) {
    for (; next < stale.length && stale[next]! < seq; next++)
      if (isOwn(stale[next]!)) seqs.push(stale[next]!);
    if (isOwn(seq)) seqs.push(seq);
  }
  for (; next < stale.length; next++) if (isOwn(stale[next]!)) seqs.push(stale[next]!);
  return seqs;
}

/** The positions of some rows of a block, which ascend, and those that have changed; ascending. */
export function positionsAt(
  { block, stale }: Pick<BlockRegion, 'block' | 'stale'>,
  rows: Uint32Array,
): number[] {
  if (rows.length === 0) return [...stale];
  const seqs: number[] = [];
  let next = 0;
  for (const seq of block.positionsOf(rows)) {
    while (next < stale.length && stale[next]! < seq) seqs.push(stale[next++]!);
    seqs.push(seq);
  }
  while (next < stale.length) seqs.push(stale[next++]!);
  return seqs;
}
