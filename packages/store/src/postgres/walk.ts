import type { AreaTest } from '../query/area.ts';
import { StoredFeature } from '../query/match.ts';
import type { FeatureQuery } from '../query/query.ts';
import { isPlainView, showFeature } from '../query/view.ts';
import { encode } from '../read/feature-work.ts';
import { Ranking } from '../read/ranking.ts';
import type { ReadRow } from '../read/row.ts';
import { countedArea, type Read, type RowRead, sampledFrom, sampledPart, workOf } from '../read/row-read.ts';
import { RowSieve } from '../read/row-sieve.ts';
import { type Chunk, type WaitingWalk, workThroughLater } from '../read/row-work.ts';
import { near, numbered, surelyInside } from './conditions.ts';
import { counting } from './counting.ts';
import { readVersion } from './past-reader.ts';
import { tableOf } from './place.ts';
import type { Reading } from './reading.ts';
import { readRows, rowSteps, type Step, stepsAlong } from './rows.ts';
import { READ_COLUMNS } from './space-table.ts';
import { idOf } from './stored-row.ts';
import { numberArray } from './text-key.ts';

/** A query whose area, if it has one, is ready to be held against features. */
export type WalkQuery = Omit<FeatureQuery, 'area'> & { area?: AreaTest | undefined };

const SORTED_STEP_ROWS = 500;

export function walk(reading: Reading, read: Read, area: AreaTest | undefined): WaitingWalk {
  if (read.kind === 'features') {
    const { query } = read;
    if (query.sort.length > 0) return sortedWalk(reading, { ...query, area });
    const isPlain = isPlainView(query.view) && query.filter.tests.length === 0 && query.version === undefined;
    if (isPlain && sampledFrom(read) === Infinity) return plainWalk(reading, { ...query, area });
  }
  return lookingWalk(reading, read, area);
}

/** Nothing is decoded that need not be: PostgreSQL joins the stored texts and hands over one value. */
async function* plainWalk(reading: Reading, query: WalkQuery): WaitingWalk {
  const { area, after } = query;
  let left = query.limit;
  let last = after;
  const steps = stepsAlong(reading, query, after);
  for (let step = await steps.next(); !step.done; ) {
    const joined = await readJoined(reading, step.value, left, area);
    const found = joined.unsure > 0 ? await lookAtRows(reading, step.value, left, area!) : joined;
    if (found.chunk) yield found.chunk;
    if (found.shown > 0) last = found.lastShown;
    if (found.more) return { more: true, last };
    left -= found.shown;
    step = await steps.next(found);
  }
  return { more: false, last };
}

/** What a step found (`count` and `last` of all its rows), and what of it is shown. `more`: more than that passes. */
type Shown = {
  chunk: Chunk | undefined;
  shown: number;
  lastShown: number;
  more: boolean;
  count: number;
  last: number;
};

/** The first `left` rows of a step as one text. `unsure`: so many may not meet the area after all. */
async function readJoined(
  reading: Reading,
  step: Step,
  left: number,
  area: AreaTest | undefined,
): Promise<Shown & { unsure: number }> {
  // One row more than is shown tells whether there are any.
  const limit = Math.min(step.limit, left + 1);
  const { sql, values } = numbered(step.where, 1);
  const sure = area && numbered([surelyInside(area)], values.length + 1);
  const isCut = left < limit;
  const filter = isCut ? `FILTER (WHERE place <= ${left})` : '';
  const [chunk, count, lastShown, unsure] = await reading.bytes(
    `SELECT string_agg(text, ',' ORDER BY seq) ${filter}, count(*), max(seq) ${filter},
       ${sure ? 'count(*) FILTER (WHERE NOT sure)' : '0'} FROM (
       SELECT seq, text ${isCut ? ', row_number() OVER (ORDER BY seq) AS place' : ''}
         ${sure ? `, ${sure.sql} AS sure` : ''}
       FROM ${tableOf(reading.place)} WHERE ${sql} ORDER BY seq LIMIT ${limit}) AS found`,
    [...values, ...(sure?.values ?? [])],
  );
  const found = toNumber(count!);
  return {
    chunk: chunk ? new Uint8Array(chunk) : undefined,
    shown: Math.min(found, left),
    lastShown: toNumber(lastShown!),
    more: found > left,
    count: found,
    last: toNumber(lastShown!),
    unsure: toNumber(unsure!),
  };
}

function toNumber(digits: Buffer | null): number {
  return digits ? Number(digits.toString()) : 0;
}

/** The same where features have to be held against the area. */
async function lookAtRows(reading: Reading, step: Step, left: number, area: AreaTest): Promise<Shown> {
  const rows = await readRows(reading, step, area);
  const sieve = new RowSieve({ tests: [], area, part: 1 });
  const meeting = rows.filter((row) => sieve.meets(row));
  const shown = meeting.slice(0, left);
  return {
    chunk: shown.length > 0 ? encode(shown.map(({ text }) => text)) : undefined,
    shown: shown.length,
    lastShown: shown.at(-1)?.seq ?? 0,
    more: meeting.length > left,
    count: rows.length,
    last: rows.at(-1)?.seq ?? 0,
  };
}

/** Each candidate is looked at: to test it, to show it otherwise than it is stored, to draw or to count it. */
async function* lookingWalk(reading: Reading, read: RowRead, area: AreaTest | undefined): WaitingWalk {
  const { filter } = read.query;
  const part = await shownPart(reading, read, area);
  const steps =
    read.kind === 'features'
      ? rowSteps(reading, { ...read.query, area }, read.query.after)
      : rowSteps(reading, { filter, area }, 0);
  return yield* workThroughLater(steps, workOf(read, { area, part }));
}

/** The part of what matches that a sampled read shows. Most have too little in their area to be counted at all. */
async function shownPart(reading: Reading, read: RowRead, area: AreaTest | undefined): Promise<number> {
  const from = sampledFrom(read);
  const counted = area && countedArea(read, area);
  if ((await reading.content()).count < from || (counted && !(await hasNearby(reading, counted, from))))
    return 1;
  return sampledPart(read, await counting(reading, read.query.filter, counted));
}

async function hasNearby(reading: Reading, area: AreaTest, many: number): Promise<boolean> {
  const { sql, values } = numbered([near(area)], 1);
  const [row] = await reading.rows<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT FROM ${tableOf(reading.place)} WHERE ${sql} LIMIT ${many}) AS found`,
    values,
  );
  return row!.count >= many;
}

/** A walk in the order of property values; equal values in the order of insertion. */
async function* sortedWalk(reading: Reading, query: WalkQuery): WaitingWalk {
  const ranking = new Ranking(query, { tests: query.filter.tests, area: query.area, part: 1 });
  for await (const rows of rowSteps(reading, query, 0)) {
    for (const row of rows) ranking.take(row);
    yield undefined;
  }
  const { seqs, end } = ranking.page();
  const plain = isPlainView(query.view);
  const size = Math.min(SORTED_STEP_ROWS, await reading.stepRows());
  for (let from = 0; from < seqs.length; from += size) {
    const these = seqs.slice(from, from + size);
    const rows = new Map((await rowsAt(reading, these, query.version)).map((row) => [row.seq, row]));
    // Those that are not there were deleted since the walk began.
    const texts = these
      .flatMap((seq) => rows.get(seq) ?? [])
      .map((row) =>
        plain ? row.text : showFeature(new StoredFeature(row.id, row), query.view, row.hasZ === 1),
      );
    if (texts.length > 0) yield encode(texts);
  }
  return end;
}

/** Rows by their place, as they were in a version or as they are. */
async function rowsAt(reading: Reading, seqs: number[], version: number | undefined): Promise<ReadRow[]> {
  if (version !== undefined)
    return readVersion(reading, version, 'seq = ANY($2::bigint[])', [numberArray(seqs)]);
  const rows = await reading.rows<ReadRow & { key: string }>(
    `SELECT id AS key, ${READ_COLUMNS} FROM ${tableOf(reading.place)} WHERE seq = ANY($1::bigint[])`,
    [numberArray(seqs)],
  );
  for (const row of rows) row.id = idOf(row);
  return rows;
}
