import type { AggregateEnd, AggregateQuery } from '../../model/query/aggregate.ts';
import type { FeaturePath } from '../../model/query/query.ts';
import type { Effect } from '../effect.ts';
import type { AggregateInput, Dimension } from './dimension.ts';
import { GroupOrdering, type GroupValues } from './group-order.ts';
import type { NumberBudget } from './grouped-numbers.ts';
import { Groups } from './groups.ts';
import { type Accumulator, accumulatorOf } from './measure.ts';
import { PathNumbers } from './path-numbers.ts';

/** After so many groups others get to run. */
const GROUPS_PER_STEP = 5000;

/** Groups with what is computed of each: features in, a page of groups out. */
export class GroupTable {
  readonly #query: AggregateQuery;
  readonly #groups: Groups;
  readonly #accumulators: Accumulator[];
  #results: ((group: number) => unknown)[] = [];
  #count = 0;

  constructor(query: AggregateQuery, dimensions: readonly Dimension[], budget: NumberBudget) {
    this.#query = query;
    this.#groups = new Groups(dimensions);
    const shared = new Map<string, PathNumbers>();
    const numbersOf = (path: FeaturePath) => {
      const key = JSON.stringify([path.root, ...path.path]);
      const numbers = shared.get(key) ?? new PathNumbers(path, budget);
      shared.set(key, numbers);
      return numbers;
    };
    this.#accumulators = query.measures.map((measure) => accumulatorOf(measure, numbersOf));
  }

  take(input: AggregateInput): void {
    this.#count += input.batch.rows;
    if (this.#accumulators.length === 0 && this.#groups.count(input)) return;
    const grouped = this.#groups.take(input);
    for (const accumulator of this.#accumulators) accumulator.take(input.batch, grouped);
  }

  /** The groups of the page in their order, and how it ends. */
  *finish(): Effect<{ page: number[]; end: AggregateEnd }> {
    const { after, limit } = this.#query;
    const size = this.#groups.size;
    for (const accumulator of this.#accumulators) this.#results.push(yield* accumulator.finish(size));
    const ordering = new GroupOrdering(this.#query);
    const ranked = [];
    for (let group = 0; group < size; group++) {
      const one = ordering.rank(group, this.#values(group));
      if (!after || ordering.compare(one, { values: after }) > 0) ranked.push(one);
      if (group % GROUPS_PER_STEP === 0) yield undefined;
    }
    ranked.sort(ordering.compare);
    const page = ranked.slice(0, limit);
    const isMore = ranked.length > page.length;
    return {
      page: page.map(({ group }) => group),
      end: {
        count: this.#count,
        groupCount: size,
        ...(isMore ? { after: page.at(-1)!.values } : {}),
      },
    };
  }

  /** A group as JSON. */
  text(group: number): string {
    const { groupBy, measures } = this.#query;
    const values = this.#values(group);
    const key = groupBy.map(
      ({ name }, i) => `${JSON.stringify(name)}:${JSON.stringify(values.key[i]!.value)}`,
    );
    const computed = measures.map(
      ({ name }, i) => `,${JSON.stringify(name)}:${JSON.stringify(values.measures[i])}`,
    );
    return `{"key":{${key.join(',')}},"count":${values.count}${computed.join('')}}`;
  }

  #values(group: number): GroupValues {
    return {
      count: this.#groups.counts.at(group),
      key: this.#groups.keyOf(group),
      measures: this.#results.map((result) => result(group)),
    };
  }
}
