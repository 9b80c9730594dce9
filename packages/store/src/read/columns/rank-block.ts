import { type Column, KIND, valueIn } from '../../columns/batch.ts';
import { entriesByCode, entriesOf, firstUnits } from '../../columns/joined-dictionary.ts';
import type { SampleRanks } from '../../columns/sample-ranks.ts';
import type { SortKey } from '../../model/query/query.ts';
import { compareValues, type Ranking } from '../ranking.ts';
import type { RowQuery } from '../row-reader.ts';

/**
 * Offers those of the rows of a block that may be on the page. `columns` are those of the sort keys; the sort key is the first of
 * them. Blocks are ranked in the order of positions, but for those that are not `isInOrder`. `chances` decide on equal values.
 */
export function rankBlock(
  positions: Float64Array,
  rows: Uint32Array,
  columns: readonly Column[],
  part: RowQuery['part'],
  { descending }: SortKey,
  ranking: Ranking,
  isInOrder = true,
  chances?: SampleRanks,
): void {
  const [first] = columns as [Column, ...Column[]];
  const isTieLate = columns.length === 1 && isInOrder && !chances;
  const candidates = candidatesIn(first, rows, descending, ranking, isTieLate);
  const limit = part ? undefined : numberLimit(first, candidates, descending, ranking);
  const values = columns.map(sortValues);
  for (const row of candidates) {
    if (limit !== undefined && isBehind(first, row, limit, descending)) continue;
    const seq = positions[row]!;
    if (part && seq % part.count !== part.index) continue;
    const ranked = { seq, values: values.map((value) => value(row)) };
    ranking.offer(chances ? { ...ranked, chance: chances.of(row) } : ranked);
  }
  if (!ranking.end) ranking.prune();
}

/**
 * The rows of a block that may be on the page, as far as one look at the first key shows it. Where that is the only
 * one, and all rows so far come before these, what is equal to the last of the page comes behind it.
 */
function candidatesIn(
  first: Column,
  rows: Uint32Array,
  descending: boolean,
  { end }: Ranking,
  isOnly: boolean,
): Uint32Array {
  const { kinds, numbers, codes } = first;
  const last = end?.values[0];
  const limit = typeof last === 'number' ? last : descending ? -Infinity : Infinity;
  const isTieLate = isOnly && typeof last === 'number';
  const lateKinds = KIND_SAMPLES.map((sample) => {
    const isOneByOne =
      (typeof last === 'number' || typeof last === 'string') && typeof sample === typeof last;
    const order = end && !isOneByOne ? compareValues(sample, last, descending) : -1;
    return order > 0 || (isOnly && order === 0);
  });
  const texts = new LateTexts(first, descending, last);
  const candidates = new Uint32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const kind = kinds[row]!;
    if (lateKinds[kind]) continue;
    if (kind === KIND.number) {
      const number = numbers[row]!;
      if ((descending ? number < limit : number > limit) || (isTieLate && number === limit)) continue;
    } else if (kind === KIND.text && texts.isLate(codes[row]!)) continue;
    candidates[count++] = row;
  }
  return candidates.subarray(0, count);
}

/** Whether a row comes behind a number that is the last of enough: what has no value always does. */
function isBehind({ kinds, numbers }: Column, row: number, limit: number, descending: boolean): boolean {
  const kind = kinds[row]!;
  if (kind !== KIND.number) return kind === KIND.absent || kind === KIND.null;
  return descending ? numbers[row]! < limit : numbers[row]! > limit;
}

/** Of a block with many numbers that might be on the page, how far those go of which there are enough. */
const MANY = 1000;

/** The last number of many that can be on the page. */
function numberLimit(
  { kinds, numbers }: Column,
  candidates: Uint32Array,
  descending: boolean,
  ranking: Ranking,
): number | undefined {
  const enough = ranking.pageRows;
  if (candidates.length < Math.max(MANY, 2 * enough)) return undefined;
  const wanted = new Float64Array(candidates.length);
  let count = 0;
  for (const row of candidates)
    if (kinds[row] === KIND.number && !ranking.isBefore(numbers[row]!)) wanted[count++] = numbers[row]!;
  if (count < enough) return undefined;
  const sorted = wanted.subarray(0, count).sort();
  return descending ? sorted[count - enough] : sorted[enough - 1];
}

/** Below it UTF-16 code units are ordered as code points are. */
const SURROGATES = 0xd800;

/** Which texts of a dictionary come behind what is the last of the page by now; each is compared once. */
class LateTexts {
  readonly #column: Column;
  readonly #descending: boolean;
  readonly #last: unknown;
  readonly #known: Uint8Array;
  /** What the last of the page begins with; undefined where that does not tell which texts come behind it. */
  readonly #lastUnit: number | undefined;
  #entry: ((code: number) => string) | undefined;
  #first: ((code: number) => number) | undefined;

  constructor(column: Column, descending: boolean, last: unknown) {
    this.#column = column;
    this.#descending = descending;
    this.#last = last;
    this.#known = new Uint8Array(last === undefined ? 0 : entriesOf(column));
    const unit = typeof last === 'string' && last !== '' ? last.charCodeAt(0) : SURROGATES;
    this.#lastUnit = unit < SURROGATES ? unit : undefined;
  }

  isLate(code: number): boolean {
    if (this.#known.length === 0) return false;
    this.#known[code] ||= this.#comesBehind(code) ? 1 : 2;
    return this.#known[code] === 1;
  }

  /** Of most texts the first letter tells it, and they need not be made. */
  #comesBehind(code: number): boolean {
    const last = this.#lastUnit;
    if (last !== undefined) {
      this.#first ??= firstUnits(this.#column);
      const first = this.#first(code);
      if (first < SURROGATES && first !== last) return this.#descending ? first < last : first > last;
    }
    this.#entry ??= entriesByCode(this.#column);
    return compareValues(this.#entry(code), this.#last, this.#descending) > 0;
  }
}

/** What has no order: arrays and objects. */
const WITHOUT_ORDER = {};

/** A value of each kind. */
const KIND_SAMPLES: readonly unknown[] = [undefined, null, false, true, 0, '', WITHOUT_ORDER, 0];

/** What rows are sorted by. Of the texts of a block few come onto the page: the others are not made. */
function sortValues(column: Column): (row: number) => unknown {
  const { kinds } = column;
  let entry: ((code: number) => string) | undefined;
  return (row) => {
    if (kinds[row] === KIND.json) return WITHOUT_ORDER;
    if (kinds[row] !== KIND.text) return valueIn(column, row);
    entry ??= entriesByCode(column);
    return entry(column.codes[row]!);
  };
}
