import { compareCodePoints } from '@meridian/filter';
import { sampleRank } from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import { plainValue } from '../model/json/exact-json.ts';
import { sameJson } from '../model/json/own.ts';
import { relevanceOf, type StoredFeature } from '../model/query/match.ts';
import type { FeatureQuery, SortCursor, SortKey } from '../model/query/query.ts';
import type { StreamEnd } from '../model/results.ts';
import { type RowConditions, RowFilter } from './row-filter.ts';

/** `chance`: its sample rank, where that decides on equal values. */
export type Ranked = { seq: number; values: unknown[]; chance?: number };

export type SortedQuery = Pick<FeatureQuery, 'sort' | 'rankedBy' | 'afterSorted' | 'limit'> & {
  /** Equal values in the order of sample ranks, which looks random and is the same on every engine. */
  tiesByChance?: true;
};

/** Which way the values of rows are ordered. */
type Direction = Pick<SortKey, 'descending'>;

/** So many more than a page, or a page more, are collected before those that come too late are dropped. */
const MIN_SLACK = 256;

/** Puts rows into the order of property values; equal values in the order of insertion, or of sample ranks. Remembers a page of them. */
export class Ranking {
  readonly #query: SortedQuery;
  readonly #filter: RowFilter;
  readonly #directions: readonly Direction[];
  /** Whether what is ranked 0 does not pass. */
  readonly #isTestedByRank: boolean;
  #ranked: Ranked[] = [];
  /** What comes up to here is not wanted; undefined where that is not known before all are there. */
  #start: Ranked | undefined;
  /** What comes behind this is not on the page. */
  #end: Ranked | undefined;

  constructor(query: SortedQuery, conditions: RowConditions) {
    this.#query = query;
    this.#directions = query.rankedBy ? [{ descending: true }] : query.sort;
    // How well a feature matches words says whether it does: they are looked for once.
    const tests = conditions.tests.filter((test) => test !== query.rankedBy);
    this.#isTestedByRank = tests.length < conditions.tests.length;
    this.#filter = new RowFilter({ ...conditions, tests });
    const { afterSorted } = query;
    if (afterSorted && !afterSorted.values.some(isCut)) this.#start = afterSorted;
  }

  /** Whether sample ranks decide on equal values. */
  get tiesByChance(): boolean {
    return this.#query.tiesByChance === true;
  }

  /** The last of those that come no more than a page behind the start, once that many are there. */
  get end(): Ranked | undefined {
    return this.#end;
  }

  /** How many rows behind the start are enough: the page, and one that tells whether there are more. */
  get pageRows(): number {
    return this.#query.afterSorted && !this.#start ? Infinity : this.#query.limit + 1;
  }

  /** Whether what has this number first certainly comes before the page. */
  isBefore(number: number): boolean {
    if (!this.#start) return false;
    return compareValues(number, this.#start.values[0], this.#directions[0]!.descending) <= 0;
  }

  /**
   * The row at the cursor, where it is there. A cursor has long texts cut: the feature itself says best where it stands, if it
   * is unchanged.
   */
  begin(row: ReadRow | undefined): void {
    const { afterSorted } = this.#query;
    if (!afterSorted) return;
    const itself = row && this.#rankedOf(row);
    this.#start = itself && sameJson(toCursor(itself), afterSorted) ? itself : afterSorted;
  }

  take(row: ReadRow): void {
    const ranked = this.#rankedOf(row);
    if (ranked) this.offer(ranked);
  }

  /** One that has passed everything. */
  takeFeature(seq: number, feature: StoredFeature): void {
    this.offer(this.#rankedAs(seq, feature));
  }

  /** The same where its values are known. */
  offer(ranked: Ranked): void {
    const { limit } = this.#query;
    if (this.#end && this.#compare(ranked, this.#end) > 0) return;
    if (this.#start && this.#compare(ranked, this.#start) <= 0) return;
    this.#ranked.push(ranked);
    if (this.#ranked.length > limit + 1 + Math.max(limit, MIN_SLACK)) this.prune();
  }

  /** Drops what is not on the page, so that more can be skipped as too late. */
  prune(): void {
    const { limit, afterSorted } = this.#query;
    const isBounded = this.#start !== undefined || afterSorted === undefined;
    if (!isBounded || this.#ranked.length <= limit) return;
    this.#ranked = this.#inOrder().slice(0, limit + 1);
    this.#end = this.#ranked.at(-1);
  }

  #rankedAs(seq: number, feature: StoredFeature): Ranked {
    const values = this.#valuesOf(feature);
    return this.tiesByChance ? { seq, values, chance: sampleRank(feature.id) } : { seq, values };
  }

  #valuesOf(feature: StoredFeature): unknown[] {
    const { sort, rankedBy } = this.#query;
    if (rankedBy) return [relevanceOf(feature, rankedBy)];
    return sort.map((key) => plainValue(feature.valueAt(key)));
  }

  /** The first of all, in their order: as many as a page has. */
  first(): Ranked[] {
    return this.#inOrder().slice(0, this.#query.limit);
  }

  /** The insertion numbers of the page that is asked for, in their order, and how it ends. */
  page(): { seqs: number[]; end: StreamEnd } {
    const { afterSorted, limit } = this.#query;
    const ranked = this.#inOrder();
    const start = afterSorted && !this.#start ? this.#indexBehind(ranked, afterSorted) : 0;
    const end = Math.min(ranked.length, start + limit);
    const last = ranked[end - 1];
    return {
      seqs: ranked.slice(start, end).map(({ seq }) => seq),
      end: { more: ranked.length > end, last: 0, ...(last ? { lastSorted: toCursor(last) } : {}) },
    };
  }

  #inOrder(): Ranked[] {
    return this.#ranked.sort((a, b) => this.#compare(a, b));
  }

  #compare(a: Ranked, b: Ranked): number {
    for (let i = 0; i < this.#directions.length; i++) {
      const order = compareValues(a.values[i], b.values[i], this.#directions[i]!.descending);
      if (order !== 0) return order;
    }
    return (a.chance ?? 0) - (b.chance ?? 0) || a.seq - b.seq;
  }

  /** The index of the first feature behind a cursor, where the feature at the cursor is among those that were taken. */
  #indexBehind(ranked: Ranked[], cursor: SortCursor): number {
    const itself = ranked.findIndex(({ seq }) => seq === cursor.seq);
    if (itself >= 0 && sameJson(toCursor(ranked[itself]!), cursor)) return itself + 1;
    const behind = ranked.findIndex((other) => this.#compare(other, cursor) > 0);
    return behind < 0 ? ranked.length : behind;
  }

  #rankedOf(row: ReadRow): Ranked | undefined {
    const feature = this.#filter.feature(row);
    if (!feature || !this.#filter.meets(row)) return undefined;
    const ranked = this.#rankedAs(row.seq, feature);
    return this.#isTestedByRank && ranked.values[0] === 0 ? undefined : ranked;
  }
}

/** Long texts are cut: a cursor must fit into a handle. */
const MAX_CURSOR_CHARS = 200;

/** Whether a text of a cursor may not be that of the feature: cut, or half a surrogate pair replaced. */
function isCut(value: unknown): boolean {
  return typeof value === 'string' && (value.length >= MAX_CURSOR_CHARS || value.includes('\ufffd'));
}

function toCursor({ seq, values }: Ranked): SortCursor {
  return {
    seq,
    values: values.map((value) => {
      if (typeof value === 'string') return value.slice(0, MAX_CURSOR_CHARS).toWellFormed();
      // Of what has no order only the kind matters.
      return typeof value === 'object' && value !== null ? {} : (value ?? null);
    }),
  };
}

/** Missing values come last whichever way the rest is sorted. */
export function compareValues(a: unknown, b: unknown, descending: boolean): number {
  const rank = typeRank(a) - typeRank(b);
  const lacking = typeRank(a) === MISSING || typeRank(b) === MISSING;
  if (rank !== 0) return descending && !lacking ? -rank : rank;
  const order = compareAlike(a, b);
  return descending ? -order : order;
}

const MISSING = 4;

function typeRank(value: unknown): number {
  if (value === undefined || value === null) return MISSING;
  return typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : typeof value === 'boolean' ? 2 : 3;
}

function compareAlike(a: unknown, b: unknown): number {
  // Two numbers beyond every double have no difference.
  if (typeof a === 'number') return a < (b as number) ? -1 : a > (b as number) ? 1 : 0;
  if (typeof a === 'string') return compareCodePoints(a, b as string);
  return typeof a === 'boolean' ? Number(a) - Number(b) : 0;
}
