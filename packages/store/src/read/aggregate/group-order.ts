import { isRawNumber } from '../../model/json/exact-json.ts';
import type { AggregateQuery, GroupCursor } from '../../model/query/aggregate.ts';
import { compareSortValues, type SortValue, sortableText } from '../../model/query/sort-value.ts';
import type { Found } from './value-ids.ts';

/** A group with what it is ordered by: the values of the order, then those of its keys. */
export type Ranked = { group: number; values: readonly SortValue[] };

/** What a group has: how many features, its keys, its measures. */
export type GroupValues = { count: number; key: readonly Found[]; measures: readonly unknown[] };

/** Puts groups into order. */
export class GroupOrdering {
  readonly #query: AggregateQuery;

  constructor(query: AggregateQuery) {
    this.#query = query;
  }

  rank(group: number, { count, key, measures }: GroupValues): Ranked {
    const ordered = this.#query.order.map(({ by }): SortValue => {
      if (by === 'count') return count;
      return 'key' in by ? key[by.key]!.sort : sortOf(measures[by.measure]);
    });
    return { group, values: [...ordered, ...key.map(({ sort }) => sort)] };
  }

  readonly compare = (a: Pick<Ranked, 'values'>, b: { values: GroupCursor }): number => {
    for (const [i, value] of a.values.entries()) {
      const descending = this.#query.order[i]?.descending ?? false;
      const order = compareSortValues(value, b.values[i] as SortValue, descending);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** What a measure is ordered by. */
function sortOf(value: unknown): SortValue {
  if (isRawNumber(value)) return { exact: sortableText(value.rawJSON) };
  return typeof value === 'string' ? sortableText(value) : (value as number | boolean | null);
}
