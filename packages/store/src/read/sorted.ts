import type { AreaTest } from '../model/query/area.ts';
import type { FeatureQuery } from '../model/query/query.ts';
import { showRow } from '../model/query/view.ts';
import type { Chunk } from './chunk.ts';
import { ask, type Effect, forEach } from './effect.ts';
import { encode } from './feature-sink.ts';
import { Ranking } from './ranking.ts';
import type { RowReader } from './row-reader.ts';
import type { ReadEnd } from './row-sink.ts';
import { rowsOf } from './scan.ts';
import { readVersion, STEP_ROWS, versionRows } from './versions.ts';

/** Features in the order of property values; equal values in the order of insertion. */
export function* sortedRows(
  reader: RowReader,
  query: FeatureQuery,
  area: AreaTest | undefined,
): Effect<ReadEnd, Chunk> {
  const { filter, part, version, view } = query;
  const ranking = new Ranking(query, { tests: filter.tests, area, part: 1 });
  const scanned = { filter, area, ...(part && { part }) };
  const rows =
    version === undefined ? rowsOf(reader, scanned, { after: 0 }) : versionRows(reader, version, scanned, 0);
  yield* forEach(rows, function* (rows) {
    for (const row of rows) ranking.take(row);
    yield undefined;
  });
  const { seqs, end } = ranking.page();
  const step = Math.min(STEP_ROWS, yield* ask(() => reader.stepRows()));
  let shown = 0;
  for (let from = 0; from < seqs.length; from += step) {
    const these = seqs.slice(from, from + step);
    const read =
      version === undefined
        ? yield* ask(() => reader.byPositions(these))
        : yield* readVersion(reader, version, { seqs: these });
    const bySeq = new Map(read.map((row) => [row.seq, row]));
    // Those that are not there were deleted since the read began.
    const texts = these.flatMap((seq) => bySeq.get(seq) ?? []).map((row) => showRow(row, view));
    shown += texts.length;
    if (texts.length > 0) yield encode(texts);
  }
  return { ...end, shown };
}
