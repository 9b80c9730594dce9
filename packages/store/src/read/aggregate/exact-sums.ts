import { type Column, KIND } from '../../columns/batch.ts';
import { memoryOf } from '../../columns/column-memory.ts';
import { largestEntry, type NumberSteps } from '../../columns/number-steps.ts';
import { rawNumber } from '../../model/json/exact-json.ts';
import { ascending, type GroupedRows } from './groups.ts';
import { GrowingFloats } from './growing.ts';

/** Doubles below this are written with all of their digits, and meant so. */
const WRITTEN_OUT = 1e21;

/** A double has every whole number up to this, and the sum of two such. */
const PLAIN = 2 ** 52;

/**
 * A sum per group. Whole numbers are added exactly, however many digits that takes; others as what they are, so that the
 * result is the double nearest to the true sum and does not depend on the order.
 */
export class ExactSums {
  /** The sum of whole numbers as far as a double holds it; what has grown beyond is in `#large`. */
  readonly #whole = new GrowingFloats();
  readonly #large = new Map<number, bigint>();
  /** Doubles that do not overlap and have the same sum as all that is no whole number (Shewchuk). */
  readonly #partials = new Map<number, number[]>();
  readonly #counts = new GrowingFloats();
  /** No sum in `#whole` is further from 0, as long as only `addRows` was asked. */
  #reach = 0;

  add(group: number, value: number): void {
    this.#reach = Infinity;
    if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < WRITTEN_OUT)
      return this.addLarge(group, BigInt(value));
    this.#counts.add(group, 1);
    if (Number.isSafeInteger(value)) this.#addWhole(group, value);
    else this.#addPartial(group, value);
  }

  /** Adds those of some rows that are numbers which a double holds, each to the sum of its group. */
  addRows(column: Column, grouped: GroupedRows): void {
    const { rows, groups, length, groupCount } = grouped;
    const whole = this.#whole.reserve(groupCount);
    const counts = this.#counts.reserve(groupCount);
    const largest = largestWhole(column);
    if (largest !== undefined) {
      this.#reach += largest * length;
      if (this.#reach < PLAIN) return addWholes(column, grouped, whole, counts);
    }
    this.#reach = Infinity;
    const { kinds, numbers } = column;
    for (let i = 0; i < length; i++) {
      const row = rows[i]!;
      if (kinds[row] !== KIND.number) continue;
      const group = groups[i]!;
      const value = numbers[row]!;
      const sum = whole[group]! + value;
      // Most are whole, and so is the sum of them.
      if (value === Math.trunc(value) && Math.abs(value) < PLAIN && Math.abs(sum) < PLAIN) {
        whole[group] = sum;
        counts[group]! += 1;
      } else this.add(group, value);
    }
  }

  /** A whole number beyond those that a double tells apart. */
  addLarge(group: number, value: bigint): void {
    this.#counts.add(group, 1);
    this.#large.set(group, (this.#large.get(group) ?? 0n) + value);
  }

  count(group: number): number {
    return this.#counts.at(group);
  }

  /** A number, or one that is kept as its digits where a double does not have them; null of nothing. */
  sum(group: number): unknown {
    if (this.count(group) === 0) return null;
    if (this.#partials.has(group)) return this.#nearest(group);
    const large = this.#large.get(group);
    const whole = this.#whole.at(group);
    if (large === undefined) return whole;
    const total = large + BigInt(whole);
    const isSafe = total >= Number.MIN_SAFE_INTEGER && total <= Number.MAX_SAFE_INTEGER;
    return isSafe ? Number(total) : rawNumber(String(total));
  }

  mean(group: number): number | null {
    return this.count(group) === 0 ? null : this.#nearest(group) / this.count(group);
  }

  #addWhole(group: number, value: number): void {
    const before = this.#whole.at(group);
    const sum = before + value;
    if (Number.isSafeInteger(sum)) return this.#whole.set(group, sum);
    this.#large.set(group, (this.#large.get(group) ?? 0n) + BigInt(before));
    this.#whole.set(group, value);
  }

  #addPartial(group: number, value: number): void {
    const partials = this.#partials.get(group);
    if (partials) addTo(partials, value);
    else this.#partials.set(group, [value]);
  }

  /** The double nearest to the sum. */
  #nearest(group: number): number {
    const whole = this.#whole.at(group);
    const large = this.#large.get(group) ?? 0n;
    const partials = this.#partials.get(group);
    if (!partials) return large === 0n ? whole : Number(large + BigInt(whole));
    const all = [...partials];
    addTo(all, whole);
    for (const part of doublesOf(large)) addTo(all, part);
    return roundedSum(all);
  }
}

/** Nothing of a column of whole numbers and no texts is beyond this; undefined of others. A column that is asked for again is known. */
const largestWholes = new WeakMap<Column, number>();

function largestWhole(column: Column): number | undefined {
  let largest = largestWholes.get(column);
  if (largest === undefined) {
    const steps = stepsOfOne(column);
    largest = steps ? Math.abs(steps.base) + largestEntry(steps) : largestPlain(column);
    largestWholes.set(column, largest);
  }
  return largest < PLAIN ? largest : undefined;
}

function largestPlain({ kinds, numbers }: Column): number {
  let largest = 0;
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row]!;
    // Rows that have no number must have 0 there: it is added all the same.
    const isPlain = kinds[row]! <= KIND.number && (number === 0 || kinds[row] === KIND.number);
    largest = isPlain && number === Math.trunc(number) ? Math.max(largest, Math.abs(number)) : Infinity;
  }
  return largest;
}

/** Whole numbers without digits that a double does not hold: those have a text. */
function stepsOfOne({ steps, codes }: Column): NumberSteps | undefined {
  return steps?.scale === 1 && codes.length === 0 ? steps : undefined;
}

/** Without a branch for rows that have no number, which processors would guess wrong. */
function addWholes(column: Column, grouped: GroupedRows, whole: Float64Array, counts: Float64Array): void {
  const { kinds } = column;
  const { rows, groups, length, hasEachRow } = grouped;
  const steps = hasEachRow ? stepsOfOne(column) : undefined;
  if (steps) return addSteps(column, steps, groups, whole, counts);
  const { numbers } = column;
  if (numbers.length === 0) return;
  for (let i = 0; i < length; i++) {
    const row = rows[i]!;
    const group = groups[i]!;
    whole[group]! += numbers[row]!;
    counts[group]! += hasNumber(kinds[row]!);
  }
}

/** The same of all rows, by what is stored: an eighth to a half of what has to be read otherwise, and nothing of rows without a number. */
function addSteps(
  column: Column,
  { base, entries }: NumberSteps,
  groups: Uint32Array,
  whole: Float64Array,
  counts: Float64Array,
): void {
  const rows = rowsWithNumbers(column);
  for (let i = 0; i < rows.length; i++) {
    const group = groups[rows[i]!]!;
    whole[group]! += base + entries[i]!;
    counts[group]! += 1;
  }
}

/** In their order. Remembered as long as the column is. */
function rowsWithNumbers(column: Column): Uint32Array {
  const { kinds } = column;
  const count = column.steps!.entries.length;
  if (count === kinds.length) return ascending(count);
  return memoryOf(column).get(
    'rows with numbers',
    () => {
      const rows = new Uint32Array(count);
      for (let row = 0, next = 0; next < count; row++) {
        rows[next] = row;
        next += hasNumber(kinds[row]!);
      }
      return rows;
    },
    ({ byteLength }) => byteLength,
  );
}

/** 1 of numbers, 0 of all kinds that come before them. */
function hasNumber(kind: number): number {
  return kind >> 2;
}

/** Adds a number to partials, which stay in the order of size and do not overlap. */
function addTo(partials: number[], value: number): void {
  let x = value;
  let kept = 0;
  for (const partial of partials) {
    let y = partial;
    if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
    const high = x + y;
    const low = y - (high - x);
    if (low !== 0) partials[kept++] = low;
    x = high;
  }
  partials[kept] = x;
  partials.length = kept + 1;
}

/** The nearest double to the sum of partials; half way between two, the even one. */
function roundedSum(partials: readonly number[]): number {
  let i = partials.length - 1;
  let high = partials[i] ?? 0;
  let low = 0;
  while (i > 0) {
    const x = high;
    const y = partials[--i]!;
    high = x + y;
    low = y - (high - x);
    if (low !== 0) break;
  }
  // What is left decides where the rest lies exactly half way.
  const next = partials[i - 1] ?? 0;
  if (i > 0 && ((low < 0 && next < 0) || (low > 0 && next > 0))) {
    const twice = low * 2;
    const rounded = high + twice;
    if (twice === rounded - high) return rounded;
  }
  return high;
}

const CHUNK_BITS = 52n;

/** Doubles whose sum is exactly this. */
function doublesOf(value: bigint): number[] {
  const sign = value < 0n ? -1 : 1;
  const doubles: number[] = [];
  let scale = 1;
  for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= CHUNK_BITS) {
    doubles.push(sign * Number(BigInt.asUintN(Number(CHUNK_BITS), rest)) * scale);
    scale *= 2 ** Number(CHUNK_BITS);
  }
  return doubles;
}
