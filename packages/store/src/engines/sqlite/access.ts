import { GEOMETRY_TYPES } from '@meridian/geo';
import { type Candidate, PLAIN_POINT } from '../../pyramid/density/geometry-rows.ts';
import type { Effect } from '../../read/effect.ts';
import type {
  Access,
  AccessName,
  Batch,
  Counted,
  Found,
  FoundCandidates,
  FoundRows,
  FoundTexts,
  FramedTexts,
  RowQuery,
} from '../../read/row-reader.ts';
import { STEP_MS } from '../../read/row-sink.ts';
import { MAX_COLLECTED } from '../../read/scan.ts';
import { meetingArea } from './box-index.ts';
import { cachedStatement } from './cached-statements.ts';
import { FRAMED, type Framed, framesOf, IN_LIST, JOINED, type Joined, pickRows } from './rows.ts';
import type { SeqIndex } from './seq-index.ts';
import type { SpaceReader } from './space-reader.ts';
import { tagFilter } from './tag-search.ts';

const POINT = GEOMETRY_TYPES.indexOf('Point') + 1;
const CANDIDATE_COLUMNS = `seq, id, CASE WHEN geometry_type = ${POINT} AND has_z = 0 THEN ${PLAIN_POINT}
  ELSE geometry_type END, west, south, east, north`;

/** So many rows are held against the area before the clock is looked at; a polygon may take a millisecond. */
const TESTED_TOGETHER = 250;

/** The texts at listed positions. */
const LISTED = `FROM (SELECT seq, text FROM feature WHERE seq ${IN_LIST} ORDER BY seq)`;

/** Positions that a batch leads to, ascending; `recheck` has those that may reach out of the area, absent = all may. */
type Positions = Found & { seqs: number[]; recheck?: ReadonlySet<number> };

/** Rows by their positions, which an index has. */
export class IndexAccess implements Access {
  readonly name: AccessName;
  readonly isOrdered: boolean;
  readonly isScannable: boolean;
  readonly isWhole = false;
  readonly #reader: SpaceReader;
  readonly #query: RowQuery;
  readonly #index: SeqIndex;
  readonly #hasTags: ((seqs: number[]) => number[]) | undefined;

  constructor(reader: SpaceReader, query: RowQuery, index: SeqIndex) {
    this.#reader = reader;
    this.#query = query;
    this.#index = index;
    this.name = index.name;
    this.isOrdered = index.page !== undefined;
    this.isScannable = index.window !== undefined;
    const { tags } = query.filter;
    const isSettled = index.settlesTags || tags.length === 0;
    this.#hasTags = isSettled ? undefined : tagFilter(reader.database, tags);
  }

  positions(after: number, max: number): number[] | undefined {
    const seqs = this.#index.page ? this.#index.page(after, max + 1) : this.#index.collect(after, max);
    return seqs && seqs.length <= max ? seqs : undefined;
  }

  rows(batch: Batch): FoundRows {
    const { seqs, recheck, count, last } = this.#lookUp(batch);
    const rows = pickRows(this.#reader, seqs);
    if (this.#query.area) for (const row of rows) row.needsRecheck = recheck?.has(row.seq) ?? true;
    return { rows, count, last };
  }

  candidates(batch: Batch): FoundCandidates {
    const { seqs, count, last } = this.#lookUp(batch);
    const pick = this.#reader.database.prepare(
      `SELECT ${CANDIDATE_COLUMNS} FROM feature WHERE seq ${IN_LIST} ORDER BY seq`,
    );
    pick.setReturnArrays(true);
    return { candidates: pick.all(JSON.stringify(seqs)) as unknown as Candidate[], count, last };
  }

  *texts(batch: Batch, left: number): Effect<FoundTexts> {
    const positions = this.#lookUp(batch);
    const passing = yield* this.#meeting(positions);
    const wanted = passing.slice(0, left);
    const joined = wanted.length > 0 ? joinTexts(this.#reader, wanted) : { chunk: undefined, shown: 0 };
    const { count, last } = positions;
    return { ...joined, count, last, lastShown: wanted.at(-1) ?? 0, more: passing.length > left };
  }

  *framedTexts(batch: Batch): Effect<FramedTexts> {
    const positions = this.#lookUp(batch);
    const passing = yield* this.#meeting(positions);
    const found = cachedStatement(this.#reader.database, `SELECT ${FRAMED} ${LISTED}`).get(
      JSON.stringify(passing),
    ) as Framed;
    return { ...framesOf(found), count: positions.count, last: positions.last };
  }

  *count(): Effect<Counted> {
    const counted = this.#hasTags ? undefined : this.#index.count?.();
    if (counted) return counted;
    let sure = 0;
    const recheck: number[] = [];
    for (const positions of this.#everything()) {
      for (const seq of positions.seqs)
        if (this.#query.area && positions.recheck?.has(seq) !== false) recheck.push(seq);
        else sure++;
      yield undefined;
    }
    return { sure, recheck };
  }

  *#everything(): Generator<Positions, void, void> {
    const seqs = this.#index.page ? undefined : this.#index.collect(0, MAX_COLLECTED);
    if (seqs) return yield this.#lookUp({ kind: 'list', seqs });
    const end = this.#reader.lastSeq();
    for (let after = 0; after < end; ) {
      const limit = MAX_COLLECTED;
      const batch: Batch = this.#index.page
        ? { kind: 'page', after, limit }
        : { kind: 'window', after, upTo: Math.min(end, after + limit), limit };
      const positions = this.#lookUp(batch);
      yield positions;
      if (positions.count < limit && this.#index.page) return;
      after = batch.kind === 'window' ? batch.upTo : positions.last;
    }
  }

  /** The positions of a batch that pass what is not the index's. */
  #lookUp(batch: Batch): Positions {
    const seqs = this.#found(batch);
    const { part } = this.#query;
    const own = part ? seqs.filter((seq) => seq % part.count === part.index) : seqs;
    const recheck = this.#index.recheck?.();
    return {
      seqs: this.#hasTags && own.length > 0 ? this.#hasTags(own) : own,
      ...(recheck && { recheck }),
      count: seqs.length,
      last: seqs.at(-1) ?? 0,
    };
  }

  #found(batch: Batch): number[] {
    switch (batch.kind) {
      case 'list':
        return batch.seqs;
      case 'page':
        return this.#index.page!(batch.after, batch.limit);
      case 'window':
        return this.#index.window!(batch.after, batch.upTo, batch.limit);
      case 'whole':
        throw new Error('SQLite gives nothing whole');
    }
  }

  /** Those that meet the area indeed. */
  *#meeting({ seqs, recheck }: Positions): Effect<number[]> {
    const { area } = this.#query;
    if (!area || !recheck) return seqs;
    const passing: number[] = [];
    let started = performance.now();
    for (let i = 0; i < seqs.length; i += TESTED_TOGETHER) {
      const these = seqs.slice(i, i + TESTED_TOGETHER);
      passing.push(...meetingArea(this.#reader, area, these, recheck));
      if (performance.now() - started < STEP_MS) continue;
      yield undefined;
      started = performance.now();
    }
    return passing;
  }
}

/** Nothing is decoded: SQLite joins the stored texts and hands over one buffer. Some may have been deleted meanwhile. */
function joinTexts(reader: SpaceReader, seqs: readonly number[]): Pick<FoundTexts, 'chunk' | 'shown'> {
  const join = cachedStatement(reader.database, `SELECT ${JOINED} ${LISTED}`);
  const { chunk, shown } = join.get(JSON.stringify(seqs)) as Joined;
  return { chunk: chunk ?? undefined, shown };
}
