import { type Column, KIND, valueIn } from '../../columns/batch.ts';
import { columnKey } from '../../columns/column-key.ts';
import { filterPredicate } from '../../columns/filter-predicate.ts';
import { TRUE } from '../../columns/outcomes.ts';
import type { StoredBlock } from '../../columns/stored-block.ts';
import type { Summary } from '../../columns/summary.ts';
import type { SortKey } from '../../model/query/query.ts';
import { ask, type Effect, forEach } from '../effect.ts';
import { compareValues, type Ranking } from '../ranking.ts';
import type { RowQuery, RowReader } from '../row-reader.ts';
import type { ColumnReader } from './column-reader.ts';
import { isUnsure, mayPass, positionsIn, rowsAt, rowsBetween } from './column-rows.ts';
import { type ColumnStats, type Region, regionsOf } from './regions.ts';

type BlockRegion = Extract<Region, { kind: 'block' }>;

/** Ranks what passes by the columns of the sort keys; rows are read only where columns leave something open. */
export function* rankByColumns(
  reader: RowReader,
  columns: ColumnReader,
  query: RowQuery,
  sort: readonly SortKey[],
  ranking: Ranking,
  stats: ColumnStats,
): Effect<void> {
  const keys = sort.map((key) => columnKey(key)!);
  const step = yield* ask(() => reader.stepRows());
  const needs = { predicate: filterPredicate(query.filter, query.area), others: keys };
  const skip = (block: StoredBlock) => isTooLate(block.summary(keys[0]!), sort[0]!, ranking);
  yield* forEach(regionsOf(columns, needs, 0, stats, skip), function* (region) {
    if (region.kind === 'rows')
      return yield* forEach(rowsBetween(reader, query, region), function* (rows) {
        for (const row of rows) ranking.take(row);
        yield undefined;
      });
    const sorted = region.outcomes.length > 0 ? keys.map((key) => region.block.column(key)) : [];
    const isWhole = sorted.every((column) => column !== undefined);
    if (isWhole && sorted.length > 0) rankBlock(region, sorted, query, sort[0]!, ranking);
    const open = positionsIn(region, query, isWhole ? isUnsure : mayPass);
    for (let from = 0; from < open.length; from += step) {
      for (const row of yield* rowsAt(reader, query, open.slice(from, from + step))) ranking.take(row);
      yield undefined;
    }
  });
}

function rankBlock(
  { block, outcomes }: BlockRegion,
  columns: readonly Column[],
  { part }: RowQuery,
  { descending }: SortKey,
  ranking: Ranking,
): void {
  const { positions } = block;
  const [first] = columns as [Column, ...Column[]];
  const { kinds, numbers, codes } = first;
  const limit = numberLimit(first, outcomes, descending, ranking, part ? Infinity : ranking.pageRows);
  const texts = new LateTexts(first, descending, ranking.end?.values[0]);
  for (let row = 0; row < outcomes.length; row++) {
    if (outcomes[row] !== TRUE) continue;
    // Most come too late, which one look at the first key shows.
    const kind = kinds[row];
    if (kind === KIND.number && (descending ? numbers[row]! < limit : numbers[row]! > limit)) continue;
    if (kind === KIND.text && texts.isLate(codes[row]!)) continue;
    const seq = positions[row]!;
    if (part && seq % part.count !== part.index) continue;
    ranking.offer({ seq, values: sortValues(columns, row) });
  }
}

/** Of a block with many numbers that might be on the page, how far those go of which there are enough. */
const MANY = 1000;

/** The last number of a block that can be on the page. */
function numberLimit(
  { kinds, numbers }: Column,
  outcomes: Uint8Array,
  descending: boolean,
  ranking: Ranking,
  enough: number,
): number {
  const known = ranking.end?.values[0];
  const limit = typeof known === 'number' ? known : descending ? -Infinity : Infinity;
  const candidates = new Float64Array(numbers.length);
  let count = 0;
  for (let row = 0; row < numbers.length; row++) {
    if (outcomes[row] !== TRUE || kinds[row] !== KIND.number) continue;
    const number = numbers[row]!;
    if ((descending ? number >= limit : number <= limit) && !ranking.isBefore(number))
      candidates[count++] = number;
  }
  if (count < Math.max(MANY, 2 * enough)) return limit;
  const sorted = candidates.subarray(0, count).sort();
  return descending ? sorted[count - enough]! : sorted[enough - 1]!;
}

/** Which texts of a dictionary come behind what is the last of the page by now; each is compared once. */
class LateTexts {
  readonly #column: Column;
  readonly #descending: boolean;
  readonly #last: unknown;
  readonly #known: Uint8Array;

  constructor(column: Column, descending: boolean, last: unknown) {
    this.#column = column;
    this.#descending = descending;
    this.#last = last;
    this.#known = new Uint8Array(
      last === undefined || column.codes.length === 0 ? 0 : column.dictionary.length,
    );
  }

  isLate(code: number): boolean {
    if (this.#known.length === 0) return false;
    this.#known[code] ||=
      compareValues(this.#column.dictionary[code]!, this.#last, this.#descending) > 0 ? 1 : 2;
    return this.#known[code] === 1;
  }
}

const WITHOUT_ORDER = {};

function sortValues(columns: readonly Column[], row: number): unknown[] {
  return columns.map((column) => (column.kinds[row] === KIND.json ? WITHOUT_ORDER : valueIn(column, row)));
}

const NUMBERS_AND_NONE = (1 << KIND.absent) | (1 << KIND.null) | (1 << KIND.number) | (1 << KIND.exact);

/** Whether all rows of a block come behind the page. */
function isTooLate(summary: Summary | undefined, { descending }: SortKey, { end }: Ranking): boolean {
  const limit = end?.values[0];
  if (!summary || typeof limit !== 'number' || (summary.kinds & ~NUMBERS_AND_NONE) !== 0) return false;
  return descending ? summary.max < limit : summary.min > limit;
}
