import { invalid } from '../../model/fault.ts';
import { MAX_GROUPS } from '../../model/query/aggregate.ts';
import type { AggregateInput, Dimension, RowIds } from './dimension.ts';
import { GrowingFloats } from './growing.ts';
import type { Found } from './value-ids.ts';

/** Rows with the group that each is in; a row may be there several times. Good until the next batch. */
export type GroupedRows = {
  rows: Uint32Array;
  /** Each row of the batch is there once, in order. */
  hasEachRow: boolean;
  groups: Uint32Array;
  length: number;
  /** All groups are below this. */
  groupCount: number;
};

/** A number of a group or value is below this. */
const ID_ROOM = 2 ** 20;

let numbers = new Uint32Array(0);

/** 0, 1, 2, …: shared by all who ask, and not to be changed. */
export function ascending(length: number): Uint32Array {
  if (length > numbers.length) {
    numbers = new Uint32Array(length);
    for (let i = 0; i < length; i++) numbers[i] = i;
  }
  return numbers.subarray(0, length);
}

type SingleIds = Extract<RowIds, { isSingle: true }>;

function countRows({ groups, length }: GroupedRows, counts: Float64Array): void {
  for (let i = 0; i < length; i++) counts[groups[i]!]! += 1;
}

/** Groups by several dimensions at once, numbered from 0 on in the order in which they come. */
export class Groups {
  readonly #dimensions: readonly Dimension[];
  /** Of each dimension: what the group by those before and its own value are together. */
  readonly #levels: Map<number, number>[];
  /** By the first dimension alone: of each value, one more than its group; 0 where it has none yet. */
  #first = new Uint32Array(64);
  /** Of each group by the last dimension, its value and the group by the dimensions before. */
  readonly #parents: { group: number; id: number }[][];
  /** That of the last batch: most have as many rows as the one before. */
  #groups = new Uint32Array(0);
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
    if (this.#groups.length === length) this.#groups.fill(0);
    else this.#groups = new Uint32Array(length);
    let grouped: GroupedRows = {
      rows: ascending(length),
      hasEachRow: true,
      groups: this.#groups,
      length,
      groupCount: 1,
    };
    for (const [level, dimension] of this.#dimensions.entries())
      grouped = this.#split(grouped, level, dimension, input);
    grouped.groupCount = this.size;
    countRows(grouped, this.counts.reserve(this.size));
    return grouped;
  }

  /** The same where nobody asks which rows they are; false where that is not faster, and nothing is done. */
  count(input: AggregateInput): boolean {
    const [dimension] = this.#dimensions;
    if (!dimension || this.#dimensions.length > 1) return false;
    const read = dimension.read(input);
    if (!read.isSingle || !read.tally) return false;
    read.tally((id, rows) => this.counts.add(this.#groupOfFirst(id), rows));
    return true;
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
    if (read.isSingle && level === 0) {
      this.#splitFirst(before, read);
      return before;
    }
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
    return {
      rows: Uint32Array.from(rows),
      hasEachRow: false,
      groups: Uint32Array.from(groups),
      length: rows.length,
      groupCount: 1,
    };
  }

  /** All rows are in one group yet: that of each value is found without a map, which took most of the time. */
  #splitFirst({ rows, groups, length }: GroupedRows, { fill, idOf }: SingleIds): void {
    if (fill) {
      // Each new value is in one of the rows, and groups come in the order of values: they have the same numbers.
      const values = fill(groups);
      for (let id = this.#parents[0]!.length; id < values; id++) this.#groupOf(0, 0, id);
      return;
    }
    for (let i = 0; i < length; i++) groups[i] = this.#groupOfFirst(idOf(rows[i]!));
  }

  #groupOfFirst(id: number): number {
    const known = id < this.#first.length ? this.#first[id]! : 0;
    return known > 0 ? known - 1 : this.#firstGroup(id);
  }

  #firstGroup(id: number): number {
    const group = this.#groupOf(0, 0, id);
    if (id >= this.#first.length) {
      const larger = new Uint32Array(Math.max(id + 1, 2 * this.#first.length));
      larger.set(this.#first);
      this.#first = larger;
    }
    this.#first[id] = group + 1;
    return group;
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
