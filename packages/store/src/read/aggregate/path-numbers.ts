import { type Batch, KIND } from '../../columns/batch.ts';
import type { FeaturePath } from '../../model/query/query.ts';
import type { Effect } from '../effect.ts';
import { GroupedNumbers, type NumberBudget } from './grouped-numbers.ts';
import type { GroupedRows } from './groups.ts';

/** The numbers at a path by group, for all that is made from them. What no double can come near to is left out. */
export class PathNumbers {
  readonly #path: FeaturePath;
  readonly #numbers: GroupedNumbers;
  #last: Batch | undefined;
  #sorted: ((group: number) => Float64Array) | undefined;

  constructor(path: FeaturePath, budget: NumberBudget) {
    this.#path = path;
    this.#numbers = new GroupedNumbers(budget);
  }

  /** A batch that comes again is taken once. */
  take(batch: Batch, { rows, groups, length }: GroupedRows): void {
    if (batch === this.#last) return;
    this.#last = batch;
    const { kinds, numbers } = batch.column(this.#path);
    for (let i = 0; i < length; i++) {
      const row = rows[i]!;
      if (kinds[row] !== KIND.number && kinds[row] !== KIND.exact) continue;
      const value = numbers[row]!;
      if (Number.isFinite(value)) this.#numbers.add(groups[i]!, value);
    }
  }

  /** They are not needed any more: others may hold as many. */
  free(): void {
    this.#numbers.free();
  }

  *sorted(groupCount: number): Effect<(group: number) => Float64Array> {
    this.#sorted ??= yield* this.#numbers.sorted(groupCount);
    return this.#sorted;
  }
}
