import type { AreaTest } from '../../model/query/area.ts';
import type { WalkQuery } from '../../read/row-read.ts';
import { RowSieve } from '../../read/row-sieve.ts';
import type { Chunk, WaitingWalk } from '../../read/row-work.ts';
import { numbered, surelyInside } from './conditions.ts';
import { type MarkedRow, markedText, unmarked } from './marked-texts.ts';
import { tableOf } from './place.ts';
import type { Reading } from './reading.ts';
import { type Found, rowsOfStep, type Step, stepsAlong } from './rows.ts';

/** Nothing is decoded that need not be: PostgreSQL joins the stored texts and hands over one value. */
export async function* plainWalk(reading: Reading, query: WalkQuery): WaitingWalk {
  const { area, after } = query;
  let left = query.limit;
  let last = after;
  const steps = stepsAlong(reading, query, after);
  for (let step = await steps.next(); !step.done; ) {
    const found = await readStep(reading, step.value, left, area);
    if (found.shown > 0) last = found.lastShown;
    if (found.more) return { more: true, last, chunk: found.chunk };
    left -= found.shown;
    step = await steps.next(found);
    if (step.done) return { more: false, last, chunk: found.chunk };
    if (found.chunk) yield found.chunk;
  }
  return { more: false, last };
}

/** What of a step is shown. `more`: more than that passes. */
type Shown = Found & { chunk: Chunk | undefined; shown: number; lastShown: number; more: boolean };

async function readStep(
  reading: Reading,
  step: Step,
  left: number,
  area: AreaTest | undefined,
): Promise<Shown> {
  if (step.isWhole) return readJoined(reading, step, left, area);
  // One row more than is shown tells whether there are any.
  const limit = Math.min(step.limit, left + 1);
  const found = await readJoined(reading, { ...step, limit }, left, area);
  // Some of those may have missed the area, and others behind them not.
  const isShort = limit < step.limit && found.count >= limit && !found.more;
  return isShort ? readJoined(reading, step, left, area) : found;
}

/** The first `left` rows of a step as one text; none of a step that is to be taken as a whole and is too long for it. */
async function readJoined(
  reading: Reading,
  step: Step,
  left: number,
  area: AreaTest | undefined,
): Promise<Shown> {
  const { sql, values } = numbered(step.where, 1);
  const sure = area ? numbered([surelyInside(area)], values.length + 1) : { sql: 'true', values: [] };
  // Where the answer may end among them, each has to be told from the next.
  const isCut = left < step.limit;
  const marked = markedText(isCut ? 'true' : area ? `NOT (${sure.sql})` : 'false', sure.sql);
  const [joined, count, last] = await reading.bytes(
    `SELECT string_agg(marked, ',' ORDER BY seq), count(*), max(seq)
      FROM (${rowsOfStep(`seq, ${marked} AS marked`, tableOf(reading.place), sql, step)}) AS found`,
    [...values, ...sure.values],
  );
  const found = { count: toNumber(count!), last: toNumber(last!) };
  if (step.isWhole && found.count > step.limit) return { ...found, ...NOTHING };
  return { ...found, ...passing(joined ?? null, found, left, area) };
}

const NOTHING = { chunk: undefined, shown: 0, lastShown: 0, more: false };

function passing(
  joined: Buffer | null,
  { count, last }: Found,
  left: number,
  area: AreaTest | undefined,
): Omit<Shown, keyof Found> {
  if (!joined) return NOTHING;
  const sieve = new RowSieve({ tests: [], area, part: 1 });
  let passed = 0;
  let missed = 0;
  let lastShown = last;
  const keep = (row: MarkedRow): boolean => {
    if (!row.isSure && !sieve.meets({ ...row.read(), seq: row.seq, id: '', hasZ: 0 })) {
      missed++;
      return false;
    }
    if (++passed > left) return false;
    lastShown = row.seq;
    return true;
  };
  const kept = unmarked(joined, keep);
  const more = passed > left;
  return {
    chunk: kept.length > 0 ? (kept as Chunk) : undefined,
    shown: more ? left : count - missed,
    lastShown: more ? lastShown : last,
    more,
  };
}

function toNumber(digits: Buffer | null): number {
  return digits ? Number(digits.toString()) : 0;
}
