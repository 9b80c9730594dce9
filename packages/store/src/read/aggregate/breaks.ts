import type { BinMethod } from '../../model/query/aggregate.ts';

/** More different values than this are put together into runs of equal size before natural breaks are sought. */
const MAX_NATURAL = 5000;

/** The limits of about so many classes of sorted numbers: each class from one limit to the next. None of no numbers. */
export function breaksOf(sorted: Float64Array, count: number, method: BinMethod): number[] {
  if (sorted.length === 0) return [];
  switch (method) {
    case 'equal':
      return roundBreaks(sorted[0]!, sorted.at(-1)!, count);
    case 'quantile':
      return distinct(Array.from({ length: count + 1 }, (_, i) => quantileOf(sorted, i / count)));
    case 'natural':
      return naturalBreaks(sorted, count);
  }
}

/** Between two numbers by linear interpolation. */
export function quantileOf(sorted: Float64Array, at: number): number {
  const position = (sorted.length - 1) * at;
  const below = sorted[Math.floor(position)]!;
  const above = sorted[Math.ceil(position)]!;
  const part = position % 1;
  // As a weighted sum where the difference would overflow.
  return below === above ? below : below * (1 - part) + above * part;
}

/** A single limit is a class of one value, from it to itself. */
function distinct(limits: number[]): number[] {
  const unique = limits.filter((limit, i) => i === 0 || limit !== limits[i - 1]);
  return unique.length === 1 ? [unique[0]!, unique[0]!] : unique;
}

/** roundBreaks(3, 96, 5) → 0, 20, 40, 60, 80, 100: steps of 1, 2 or 5 and zeros. */
export function roundBreaks(min: number, max: number, count: number): number[] {
  if (min === max) return [min, max];
  const step = roundStep(max / count - min / count);
  let first = Math.floor(min / step);
  let last = Math.ceil(max / step);
  // A quotient is rounded too.
  if (times(first, step) > min) first--;
  if (times(last, step) < max || last === first) last++;
  // What has so many digits that a step is lost in them gets no round limits.
  if (!(last - first <= 2 * count + 2) || !Number.isSafeInteger(first) || !Number.isSafeInteger(last))
    return distinct([min, max]);
  return Array.from({ length: last - first + 1 }, (_, i) => times(first + i, step));
}

type Step = number;

/** The step of 1, 2, 2.5 or 5 times a power of ten that is nearest from above, within a little. */
function roundStep(raw: number): Step {
  const power = 10 ** Math.floor(Math.log10(raw));
  const ratio = raw / power;
  const nice = [1, 2, 2.5, 5, 10].find((candidate) => candidate >= ratio * (1 - 1e-9))!;
  return Number((nice * power).toPrecision(12));
}

/** 3 × 0.1 is 0.3, not 0.30000000000000004. */
function times(factor: number, step: Step): number {
  return Number((factor * step).toPrecision(15));
}

type Run = { from: number; to: number; weight: number; sum: number; squares: number };

/** Fisher–Jenks: the classes with the least squared deviation from their means. */
export function naturalBreaks(sorted: Float64Array, count: number): number[] {
  const runs = runsOf(sorted);
  const starts = optimalStarts(runs, Math.min(count, runs.length));
  // A last class of one value, such as an outlier, goes from it to itself.
  return [...starts.map((start) => runs[start]!.from), sorted.at(-1)!];
}

/** Different values with how often they are there; where these are too many, runs of about the same number. */
function runsOf(sorted: Float64Array): Run[] {
  // Sums of squares around the middle lose fewer digits.
  const middle = sorted[sorted.length >> 1]!;
  let different = 1;
  for (let i = 1; i < sorted.length; i++) if (sorted[i] !== sorted[i - 1]) different++;
  const least = different > MAX_NATURAL ? sorted.length / MAX_NATURAL : 1;
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const value of sorted) {
    if (!run || (value !== run.to && run.weight >= least)) {
      run = { from: value, to: value, weight: 0, sum: 0, squares: 0 };
      runs.push(run);
    }
    const away = value - middle;
    run.to = value;
    run.weight++;
    run.sum += away;
    run.squares += away * away;
  }
  return runs;
}

/** Where each of so many classes begins. The start of the best last class never moves back as runs are added. */
function optimalStarts(runs: readonly Run[], count: number): number[] {
  const size = runs.length;
  const [weights, sums, squares] = [
    new Float64Array(size + 1),
    new Float64Array(size + 1),
    new Float64Array(size + 1),
  ];
  runs.forEach((run, i) => {
    weights[i + 1] = weights[i]! + run.weight;
    sums[i + 1] = sums[i]! + run.sum;
    squares[i + 1] = squares[i]! + run.squares;
  });
  /** The squared deviation of the runs from `from` up to, not including, `to`. */
  const cost = (from: number, to: number) => {
    const sum = sums[to]! - sums[from]!;
    return Math.max(0, squares[to]! - squares[from]! - (sum * sum) / (weights[to]! - weights[from]!));
  };
  let best = Float64Array.from({ length: size + 1 }, (_, to) => (to === 0 ? 0 : cost(0, to)));
  const choices: Int32Array[] = [];
  for (let classes = 2; classes <= count; classes++) {
    const next = new Float64Array(size + 1).fill(Infinity);
    const choice = new Int32Array(size + 1);
    const solve = (low: number, high: number, from: number, to: number): void => {
      if (low > high) return;
      const middle = (low + high) >> 1;
      for (let start = Math.max(classes - 1, from); start <= Math.min(middle - 1, to); start++) {
        const total = best[start]! + cost(start, middle);
        if (total < next[middle]!) {
          next[middle] = total;
          choice[middle] = start;
        }
      }
      solve(low, middle - 1, from, choice[middle]!);
      solve(middle + 1, high, choice[middle]!, to);
    };
    solve(classes, size, classes - 1, size);
    choices.push(choice);
    best = next;
  }
  const starts: number[] = [];
  let end = size;
  for (const choice of choices.reverse()) {
    end = choice[end]!;
    starts.push(end);
  }
  return [0, ...starts.reverse()];
}
