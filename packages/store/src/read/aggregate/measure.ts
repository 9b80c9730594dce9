import { compareCodePoints } from '@meridian/filter';
import { type Batch, type Column, KIND } from '../../columns/batch.ts';
import { invalid } from '../../model/fault.ts';
import { rawNumber } from '../../model/json/exact-json.ts';
import { MAX_DISTINCT, type Measure, type ValueMeasure } from '../../model/query/aggregate.ts';
import type { FeaturePath } from '../../model/query/query.ts';
import type { Effect } from '../effect.ts';
import { quantileOf } from './breaks.ts';
import { ExactSums } from './exact-sums.ts';
import type { GroupedRows } from './groups.ts';
import { GrowingFloats } from './growing.ts';
import type { PathNumbers } from './path-numbers.ts';
import { ValueIds } from './value-ids.ts';

/** Computes one thing of the values of each group. */
export interface Accumulator {
  take(batch: Batch, grouped: GroupedRows): void;
  /** Called once behind the last row: gives what each group has, as JSON.stringify is to write it. */
  finish(groupCount: number): Effect<(group: number) => unknown>;
}

/** `numbersOf` gives what all quantiles of a path share. */
export function accumulatorOf(measure: Measure, numbersOf: (path: FeaturePath) => PathNumbers): Accumulator {
  switch (measure.kind) {
    case 'count':
      return countOf(measure);
    case 'sum':
    case 'mean':
      return sumOf(measure, measure.kind === 'mean');
    case 'min':
    case 'max':
      return extremeOf(measure, measure.kind === 'max');
    case 'distinct':
      return distinctOf(measure);
    case 'centre':
      return centre();
    case 'quantile':
      return quantile(measure.at, numbersOf(measure.path));
  }
}

/** Hands over each row that has a value, with its group. */
function eachValue(
  { kinds }: Column,
  { rows, groups, length }: GroupedRows,
  use: (row: number, group: number, kind: number) => void,
): void {
  for (let i = 0; i < length; i++) {
    const kind = kinds[rows[i]!]!;
    if (kind > KIND.null) use(rows[i]!, groups[i]!, kind);
  }
}

function countOf({ path }: ValueMeasure): Accumulator {
  const counts = new GrowingFloats();
  return {
    take: (batch, grouped) => eachValue(batch.column(path), grouped, (_row, group) => counts.add(group, 1)),
    *finish() {
      return (group) => counts.at(group);
    },
  };
}

function sumOf({ name, path }: ValueMeasure, isMean: boolean): Accumulator {
  const sums = new ExactSums();
  return {
    take(batch, grouped) {
      const column = batch.column(path);
      sums.addRows(column, grouped);
      // Only where there is a dictionary may there be digits that a double does not hold.
      if (column.codes.length > 0)
        eachValue(column, grouped, (row, group, kind) => {
          if (kind === KIND.exact) addExact(sums, group, column, row, name);
        });
    },
    *finish() {
      return (group) => {
        const result = isMean ? sums.mean(group) : sums.sum(group);
        if (typeof result === 'number' && !Number.isFinite(result))
          throw invalid(`measures: ${name} of a group is too large for a number`);
        return result;
      };
    },
  };
}

function addExact(sums: ExactSums, group: number, column: Column, row: number, name: string): void {
  const digits = column.dictionary[column.codes[row]!]!;
  const nearest = column.numbers[row]!;
  if (!Number.isFinite(nearest))
    throw invalid(`measures: ${name} meets ${digits.slice(0, 40)}, which is too large for a number`);
  if (/^-?\d+$/.test(digits)) sums.addLarge(group, BigInt(digits));
  else sums.add(group, nearest);
}

/** The first or last value in the order of numbers, texts, booleans. */
function extremeOf({ path }: ValueMeasure, isMax: boolean): Accumulator {
  const best: Candidate[] = [];
  return {
    take(batch, grouped) {
      const column = batch.column(path);
      eachValue(column, grouped, (row, group, kind) => {
        if (kind === KIND.json) return;
        const known = best[group];
        // Most are numbers that change nothing.
        if (kind === KIND.number && known?.rank === 0) {
          const number = column.numbers[row]!;
          if (isMax ? number < known.number : number > known.number) return;
        }
        const found = candidate(column, row, kind);
        const order = known ? compare(found, known) : 0;
        if (!known || (isMax ? order > 0 : order < 0)) best[group] = found;
      });
    },
    *finish() {
      return (group) => {
        const found = best[group];
        if (!found) return null;
        if (found.rank === 1) return found.text;
        if (found.rank === 2) return found.number === 1;
        return found.text === '' ? found.number : rawNumber(found.text);
      };
    },
  };
}

type Candidate = { rank: number; number: number; text: string };

function candidate({ numbers, codes, dictionary }: Column, row: number, kind: number): Candidate {
  switch (kind) {
    case KIND.number:
      return { rank: 0, number: numbers[row]!, text: '' };
    case KIND.exact:
      return { rank: 0, number: numbers[row]!, text: dictionary[codes[row]!]! };
    case KIND.text:
      return { rank: 1, number: 0, text: dictionary[codes[row]!]! };
    default:
      return { rank: 2, number: kind === KIND.true ? 1 : 0, text: '' };
  }
}

/** Of numbers with the same nearest double the digits decide, so that the order of rows does not. */
function compare(a: Candidate, b: Candidate): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.number !== b.number) return a.number < b.number ? -1 : 1;
  return compareCodePoints(a.text, b.text);
}

function distinctOf({ name, path }: ValueMeasure): Accumulator {
  const tooMany = `measures: ${name} tells at most ${MAX_DISTINCT} values apart, and there are more; narrow filter or area`;
  const ids = new ValueIds(MAX_DISTINCT, tooMany);
  const seen = new Set<number>();
  const counts = new GrowingFloats();
  return {
    take(batch, grouped) {
      const column = batch.column(path);
      const idOf = ids.of(column);
      eachValue(column, grouped, (row, group) => {
        const key = group * 2 ** 22 + idOf(row);
        if (seen.has(key)) return;
        if (seen.size >= MAX_DISTINCT) throw invalid(tooMany);
        seen.add(key);
        counts.add(group, 1);
      });
    },
    *finish() {
      return (group) => counts.at(group);
    },
  };
}

/** Longitude and latitude; null where a group has no geometries. */
function centre(): Accumulator {
  const [longitudes, latitudes] = [new ExactSums(), new ExactSums()];
  return {
    take({ boxes }, { rows, groups, length }) {
      for (let i = 0; i < length; i++) {
        const at = 4 * rows[i]!;
        if (Number.isNaN(boxes[at]!)) continue;
        longitudes.add(groups[i]!, (boxes[at]! + boxes[at + 2]!) / 2);
        latitudes.add(groups[i]!, (boxes[at + 1]! + boxes[at + 3]!) / 2);
      }
    },
    *finish() {
      return (group) => {
        const longitude = longitudes.mean(group);
        return longitude === null ? null : [longitude, latitudes.mean(group)];
      };
    },
  };
}

function quantile(at: number, numbers: PathNumbers): Accumulator {
  return {
    take: (batch, grouped) => numbers.take(batch, grouped),
    *finish(groupCount) {
      const sorted = yield* numbers.sorted(groupCount);
      return (group) => {
        const own = sorted(group);
        return own.length === 0 ? null : quantileOf(own, at);
      };
    },
  };
}
