import { plainValue } from '../json/exact-json.ts';
import { sameJson } from '../json/own.ts';
import { compareCodePoints, StoredFeature } from '../query/match.ts';
import type { SortedPlace, SortKey } from '../query/query.ts';
import { isPlainView, showFeature } from '../query/view.ts';
import { encode } from '../read/feature-work.ts';
import { RowSieve } from '../read/row-sieve.ts';
import type { Walk } from '../read/row-work.ts';
import { rowAt } from './past-reader.ts';
import { rowSteps } from './rows.ts';
import type { SpaceReader } from './space-reader.ts';
import type { WalkQuery } from './walk.ts';

const STEP_ROWS = 500;

type Ranked = { seq: number; values: unknown[] };

/** A walk in the order of property values; equal values in the order of insertion. */
export function* sortedWalk(reader: SpaceReader, query: WalkQuery): Walk {
  const ranked: Ranked[] = [];
  const sieve = new RowSieve({ tests: query.filter.tests, area: query.area, part: 1 });
  for (const rows of rowSteps(reader, query, 0)) {
    for (const row of rows) {
      const feature = sieve.feature(row);
      if (!feature || !sieve.meets(row)) continue;
      ranked.push({ seq: row.seq, values: query.sort.map((key) => plainValue(feature.valueAt(key))) });
    }
    yield undefined;
  }
  ranked.sort((a, b) => compareRanked(a, b, query.sort));
  const start = query.afterSorted ? placeBehind(ranked, query.afterSorted, query.sort) : 0;
  const end = Math.min(ranked.length, start + query.limit);
  const plain = isPlainView(query.view);
  const find = rowAt(reader, query.version);
  for (let from = start; from < end; from += STEP_ROWS) {
    const texts: string[] = [];
    for (const { seq } of ranked.slice(from, Math.min(end, from + STEP_ROWS))) {
      const row = find(seq);
      // Deleted since the walk began.
      if (!row) continue;
      texts.push(plain ? row.text : showFeature(new StoredFeature(row.id, row), query.view, row.hasZ === 1));
    }
    if (texts.length > 0) yield encode(texts);
  }
  const last = ranked[end - 1];
  return { more: ranked.length > end, last: 0, ...(last ? { lastSorted: toPlace(last) } : {}) };
}

/** Long texts are cut: a place must fit into a handle. */
const PLACE_CHARS = 200;

function toPlace({ seq, values }: Ranked): SortedPlace {
  return {
    seq,
    values: values.map((value) => {
      if (typeof value === 'string') return value.slice(0, PLACE_CHARS).toWellFormed();
      // Of what has no order only the kind matters.
      return typeof value === 'object' && value !== null ? {} : (value ?? null);
    }),
  };
}

/** The index of the first feature behind a place. The feature itself says best where that is, if it is unchanged. */
function placeBehind(ranked: Ranked[], place: SortedPlace, sort: readonly SortKey[]): number {
  const itself = ranked.findIndex(({ seq }) => seq === place.seq);
  if (itself >= 0 && sameJson(toPlace(ranked[itself]!), place)) return itself + 1;
  const behind = ranked.findIndex((other) => compareRanked(other, place, sort) > 0);
  return behind < 0 ? ranked.length : behind;
}

function compareRanked(a: Ranked, b: Ranked, sort: readonly SortKey[]): number {
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
