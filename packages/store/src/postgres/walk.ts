import type { AreaTest } from '../query/area.ts';
import { StoredFeature } from '../query/match.ts';
import { isPlainView, showFeature } from '../query/view.ts';
import { encode } from '../read/feature-work.ts';
import { Ranking } from '../read/ranking.ts';
import type { ReadRow } from '../read/row.ts';
import {
  countedArea,
  type Read,
  type RowRead,
  readPart,
  sampledFrom,
  sampledPart,
  workOf,
} from '../read/row-read.ts';
import { type WaitingWalk, workThroughLater } from '../read/row-work.ts';
import { near, numbered } from './conditions.ts';
import { counting } from './counting.ts';
import { readVersion } from './past-reader.ts';
import { tableOf } from './place.ts';
import { plainWalk, type WalkQuery } from './plain-walk.ts';
import type { Reading } from './reading.ts';
import { type RowQuery, rowSteps } from './rows.ts';
import { sampledRows } from './sampled-rows.ts';
import { READ_COLUMNS } from './space-table.ts';
import { idOf } from './stored-row.ts';
import { numberArray } from './text-key.ts';

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

/** Each candidate is looked at: to test it, to show it otherwise than it is stored, to draw or to count it. */
async function* lookingWalk(reading: Reading, read: RowRead, area: AreaTest | undefined): WaitingWalk {
  const shown = await shownPart(reading, read, area);
  const query: RowQuery =
    read.kind === 'features' ? { ...read.query, area } : { filter: read.query.filter, area };
  const from = read.kind === 'features' ? read.query.after : 0;
  const part = readPart(read, shown);
  const isSampled = part < 1 && query.version === undefined;
  const steps = isSampled ? sampledRows(reading, query, from, part) : rowSteps(reading, query, from);
  return yield* workThroughLater(steps, workOf(read, { area, part: shown }));
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
