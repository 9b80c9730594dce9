import type { AreaTest } from '../../model/query/area.ts';
import type { Chunk } from '../../read/chunk.ts';
import type { Effect } from '../../read/effect.ts';
import { RowFilter } from '../../read/row-filter.ts';
import type { FoundTexts, FramedTexts } from '../../read/row-reader.ts';
import { STEP_MS } from '../../read/row-sink.ts';
import { type FramedRow, framedText, framesIn, unframed } from './framed-texts.ts';

/** What is selected of rows, and of all of them together, to join their texts; which rows come framed. */
export function joinedRows(
  framed: 'all' | 'recheck' | 'none',
  sure: string,
): { columns: string; aggregates: string } {
  const isFramed = framed === 'all' ? 'true' : framed === 'recheck' ? `NOT (${sure})` : 'false';
  return {
    columns: `seq, ${framedText(isFramed, sure)} AS framed`,
    aggregates: "string_agg(framed, ',' ORDER BY seq), count(*), max(seq)",
  };
}

/** The first `left` texts that pass; none where there are more than `max`. */
export function passingTexts(
  [joined, counted, highest]: (Buffer | null)[],
  max: number,
  left: number,
  area: AreaTest | undefined,
): FoundTexts {
  const [count, last] = [toNumber(counted), toNumber(highest)];
  if (!joined || count > max) return { count, last, chunk: undefined, shown: 0, lastShown: 0, more: false };
  const rowFilter = new RowFilter({ tests: [], area, part: 1 });
  let passed = 0;
  let missed = 0;
  let lastShown = last;
  const keep = (row: FramedRow): boolean => {
    if (!row.isSure && !rowFilter.meets({ ...row.read(), seq: row.seq, id: '', hasZ: 0 })) {
      missed++;
      return false;
    }
    if (++passed > left) return false;
    lastShown = row.seq;
    return true;
  };
  const retained = unframed(joined, keep);
  const more = passed > left;
  return {
    ...{ count, last, more },
    chunk: retained.length > 0 ? (retained as Chunk) : undefined,
    shown: more ? left : count - missed,
    lastShown: more ? lastShown : last,
  };
}

/** Where the texts are that pass; none where there are more than `max`. All of them have marks. */
export function* framesOf(
  [joined, counted, highest]: (Buffer | null)[],
  max: number,
  area: AreaTest | undefined,
): Effect<FramedTexts> {
  const [count, last] = [toNumber(counted), toNumber(highest)];
  const found: FramedTexts = { count, last, chunk: undefined, seqs: [], starts: [], lengths: [] };
  if (!joined || count > max) return found;
  const rowFilter = new RowFilter({ tests: [], area, part: 1 });
  let started = performance.now();
  for (const { row, from, to } of framesIn(joined)) {
    if (row.isSure || rowFilter.meets({ ...row.read(), seq: row.seq, id: '', hasZ: 0 })) {
      found.seqs.push(row.seq);
      found.starts.push(from);
      found.lengths.push(to - from);
    }
    if (row.isSure || performance.now() - started < STEP_MS) continue;
    yield undefined;
    started = performance.now();
  }
  return { ...found, chunk: joined as Chunk };
}

function toNumber(digits: Buffer | null | undefined): number {
  return digits ? Number(digits.toString()) : 0;
}
