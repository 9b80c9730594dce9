import { invalid } from '../../model/fault.ts';
import { MAX_GROUPS } from '../../model/query/aggregate.ts';
import type { AggregateInput, Dimension } from './dimension.ts';
import { GrowingFloats } from './growing.ts';
import type { Found } from './value-ids.ts';

/** Rows with the group that each is in; a row may be there several times. */
export type GroupedRows = { rows: Uint32Array; groups: Uint32Array; length: number };

/** A number of a group or value is below this. */
const ID_ROOM = 2 ** 20;

/** Groups by several dimensions at once, numbered from 0 on in the order in which they come. */
export class Groups {
  readonly #dimensions: readonly Dimension[];
  /** Of each dimension: what the group by those before and its own value are together. */
  readonly #levels: Map<number, number>[];
  /** Of each group by the last dimension, its value and the group by the dimensions before. */
  readonly #parents: { group: number; id: number }[][];
  readonly counts = new GrowingFloats();

  constructor(dimensions: readonly Dimension[]) {
    this.#dimensions = dimensions;
    this.#levels = dimensions.map(() => new Map());
    this.#parents = dimensions.map(() => []);
  }

  /** Without dimensions there is one group of everything, also of nothing. */
  get size(): number {
    return this.#dimensions.length === 0 ? 1 : this.#parents.at(-1)!.length;
  }

  take(input: AggregateInput): GroupedRows {
    const { rows: length } = input.batch;
    let grouped: GroupedRows = {
      rows: Uint32Array.from({ length }, (_, row) => row),
      groups: new Uint32Array(length),
      length,
    };
    for (const [level, dimension] of this.#dimensions.entries())
      grouped = this.#split(grouped, level, dimension, input);
    for (let i = 0; i < grouped.length; i++) this.counts.add(grouped.groups[i]!, 1);
    return grouped;
  }

  /** The values of a group, in the order of the dimensions. */
  keyOf(group: number): Found[] {
    const key: Found[] = [];
    let current = group;
    for (let level = this.#dimensions.length - 1; level >= 0; level--) {
      const { group: before, id } = this.#parents[level]![current]!;
      key.unshift(this.#dimensions[level]!.at(id));
      current = before;
    }
    return key;
  }

  #split(before: GroupedRows, level: number, dimension: Dimension, input: AggregateInput): GroupedRows {
    const read = dimension.read(input);
    if (read.isSingle) {
      for (let i = 0; i < before.length; i++)
        before.groups[i] = this.#groupOf(level, before.groups[i]!, read.idOf(before.rows[i]!));
      return before;
    }
    const rows: number[] = [];
    const groups: number[] = [];
    for (let i = 0; i < before.length; i++)
      for (const id of read.idsOf(before.rows[i]!)) {
        rows.push(before.rows[i]!);
        groups.push(this.#groupOf(level, before.groups[i]!, id));
      }
    return { rows: Uint32Array.from(rows), groups: Uint32Array.from(groups), length: rows.length };
  }

  #groupOf(level: number, group: number, id: number): number {
    const key = group * ID_ROOM + id;
    const groups = this.#levels[level]!;
    const known = groups.get(key);
    if (known !== undefined) return known;
    const parents = this.#parents[level]!;
    if (parents.length >= MAX_GROUPS)
      throw invalid(
        `groupBy: there are more than ${MAX_GROUPS} groups; group by less, or narrow filter or area`,
      );
    groups.set(key, parents.length);
    return parents.push({ group, id }) - 1;
  }
}
