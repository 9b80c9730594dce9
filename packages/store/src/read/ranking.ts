import { compareCodePoints } from '@meridian/filter';
import type { ReadRow } from '../model/feature/row.ts';
import { plainValue } from '../model/json/exact-json.ts';
import { sameJson } from '../model/json/own.ts';
import type { StoredFeature } from '../model/query/match.ts';
import type { FeatureQuery, SortCursor, SortKey } from '../model/query/query.ts';
import { relevance } from '../model/query/text-search.ts';
import type { StreamEnd } from '../model/results.ts';
import { type RowConditions, RowFilter } from './row-filter.ts';

type Ranked = { seq: number; values: unknown[] };

export type SortedQuery = Pick<FeatureQuery, 'sort' | 'rankedBy' | 'afterSorted' | 'limit'>;

/** Which way the values of rows are ordered. */
type Direction = Pick<SortKey, 'descending'>;

/** Puts rows into the order of property values; equal values in the order of insertion. */
export class Ranking {
  readonly #query: SortedQuery;
  readonly #filter: RowFilter;
  readonly #directions: readonly Direction[];
  readonly #ranked: Ranked[] = [];

  constructor(query: SortedQuery, conditions: RowConditions) {
    this.#query = query;
    this.#directions = query.rankedBy ? [{ descending: true }] : query.sort;
    this.#filter = new RowFilter(conditions);
  }

  take(row: ReadRow): void {
    const feature = this.#filter.feature(row);
    if (!feature || !this.#filter.meets(row)) return;
    this.#ranked.push({
      seq: row.seq,
      values: this.#valuesOf(feature),
    });
  }

  #valuesOf(feature: StoredFeature): unknown[] {
    const { sort, rankedBy } = this.#query;
    if (rankedBy) return [relevance(feature, rankedBy)];
    return sort.map((key) => plainValue(feature.valueAt(key)));
  }

  /** The insertion numbers of the page that is asked for, in their order, and how it ends. */
  page(): { seqs: number[]; end: StreamEnd } {
    const { afterSorted, limit } = this.#query;
    const sort = this.#directions;
    const ranked = this.#ranked.sort((a, b) => compareRanked(a, b, sort));
    const start = afterSorted ? indexBehind(ranked, afterSorted, sort) : 0;
    const end = Math.min(ranked.length, start + limit);
    const last = ranked[end - 1];
    return {
      seqs: ranked.slice(start, end).map(({ seq }) => seq),
      end: { more: ranked.length > end, last: 0, ...(last ? { lastSorted: toCursor(last) } : {}) },
    };
  }
}

/** Long texts are cut: a cursor must fit into a handle. */
const MAX_CURSOR_CHARS = 200;

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

/** The index of the first feature behind a cursor. The feature itself says best where that is, if it is unchanged. */
function indexBehind(ranked: Ranked[], cursor: SortCursor, sort: readonly Direction[]): number {
  const itself = ranked.findIndex(({ seq }) => seq === cursor.seq);
  if (itself >= 0 && sameJson(toCursor(ranked[itself]!), cursor)) return itself + 1;
  const behind = ranked.findIndex((other) => compareRanked(other, cursor, sort) > 0);
  return behind < 0 ? ranked.length : behind;
}

function compareRanked(a: Ranked, b: Ranked, sort: readonly Direction[]): number {
  for (let i = 0; i < sort.length; i++) {
    const order = compareValues(a.values[i], b.values[i], sort[i]!.descending);
    if (order !== 0) return order;
  }
  return a.seq - b.seq;
}

/** Missing values come last whichever way the rest is sorted. */
function compareValues(a: unknown, b: unknown, descending: boolean): number {
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
  if (typeof a === 'number') return a - (b as number);
  if (typeof a === 'string') return compareCodePoints(a, b as string);
  return typeof a === 'boolean' ? Number(a) - Number(b) : 0;
}
