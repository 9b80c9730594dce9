import { plainValue } from '../json/exact-json.ts';
import { compareCodePoints, matches, StoredFeature } from '../query/match.ts';
import type { FeatureQuery, SortKey } from '../query/query.ts';
import { isPlainView, showFeature } from '../query/view.ts';
import { READ_COLUMNS, type ReadRow, type SpaceReader } from './space-reader.ts';
import { candidateRows, encode, type Walk } from './walk.ts';

const STEP_ROWS = 500;

type Ranked = { seq: number; values: unknown[] };

/** A walk in the order of property values. `after` and `last` count features passed over. */
export function* sortedWalk(reader: SpaceReader, query: FeatureQuery): Walk {
  const ranked: Ranked[] = [];
  for (const rows of candidateRows(reader, query, 0)) {
    for (const row of rows) {
      const feature = new StoredFeature(row.id, row);
      if (!matches(feature, query.filter.tests)) continue;
      ranked.push({ seq: row.seq, values: query.sort.map((key) => plainValue(feature.valueAt(key))) });
    }
    yield undefined;
  }
  ranked.sort((a, b) => compareRanked(a, b, query.sort));
  const end = Math.min(ranked.length, query.after + query.limit);
  const plain = isPlainView(query.view);
  const bySeq = reader.database.prepare(`SELECT ${READ_COLUMNS} FROM feature WHERE seq = ?`);
  for (let from = query.after; from < end; from += STEP_ROWS) {
    const texts: string[] = [];
    for (const { seq } of ranked.slice(from, Math.min(end, from + STEP_ROWS))) {
      const row = bySeq.get(seq) as ReadRow | undefined;
      // Deleted since the walk began.
      if (!row) continue;
      texts.push(plain ? row.text : showFeature(new StoredFeature(row.id, row), query.view, row.hasZ === 1));
    }
    if (texts.length > 0) yield encode(texts);
  }
  return { more: ranked.length > end, last: end };
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
