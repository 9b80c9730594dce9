import { invalid } from '../../model/fault.ts';
import { MAX_NUMBERS } from '../../model/query/aggregate.ts';
import type { Effect } from '../effect.ts';
import { SORT_CHUNK, sortInSteps } from './sort-in-steps.ts';

/** What is left of the numbers that one read may hold. */
export class NumberBudget {
  #left = MAX_NUMBERS;

  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0)
      throw invalid(
        `medians, quantiles and bins hold at most ${MAX_NUMBERS} numbers, and there are more; narrow filter or area`,
      );
  }
}

/** Numbers of groups, in the order in which they come; 12 bytes each. */
export class GroupedNumbers {
  readonly #budget: NumberBudget;
  readonly #groups: Uint32Array[] = [];
  readonly #values: Float64Array[] = [];
  #inChunk = SORT_CHUNK;

  constructor(budget: NumberBudget) {
    this.#budget = budget;
  }

  add(group: number, value: number): void {
    if (this.#inChunk === SORT_CHUNK) {
      this.#budget.take(SORT_CHUNK);
      this.#groups.push(new Uint32Array(SORT_CHUNK));
      this.#values.push(new Float64Array(SORT_CHUNK));
      this.#inChunk = 0;
    }
    this.#groups.at(-1)![this.#inChunk] = group;
    this.#values.at(-1)![this.#inChunk] = value;
    this.#inChunk++;
  }

  /** Those of each group, sorted; the groups are numbered from 0. */
  *sorted(groupCount: number): Effect<(group: number) => Float64Array> {
    const ends = new Float64Array(groupCount + 1);
    for (const [i, groups] of this.#groups.entries())
      for (let at = 0; at < this.#lengthOf(i); at++) ends[groups[at]! + 1]!++;
    for (let group = 0; group < groupCount; group++) ends[group + 1]! += ends[group]!;
    const starts = ends.slice();
    const all = new Float64Array(ends[groupCount]!);
    for (const [i, groups] of this.#groups.entries()) {
      for (let at = 0; at < this.#lengthOf(i); at++) all[ends[groups[at]!]!++] = this.#values[i]![at]!;
      yield undefined;
    }
    let unpaused = 0;
    for (let group = 0; group < groupCount; group++) {
      const own = all.subarray(starts[group]!, starts[group + 1]!);
      yield* sortInSteps(own);
      unpaused += own.length;
      if (unpaused < SORT_CHUNK) continue;
      unpaused = 0;
      yield undefined;
    }
    return (group) => all.subarray(starts[group]!, starts[group + 1]!);
  }

  free(): void {
    this.#budget.take(-this.#groups.length * SORT_CHUNK);
    this.#groups.length = 0;
    this.#values.length = 0;
    this.#inChunk = SORT_CHUNK;
  }

  #lengthOf(chunk: number): number {
    return chunk === this.#groups.length - 1 ? this.#inChunk : SORT_CHUNK;
  }
}
