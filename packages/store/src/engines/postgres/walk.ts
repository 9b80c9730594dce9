import type { AreaTest } from '../../model/query/area.ts';
import { StoredFeature } from '../../model/query/match.ts';
import { isPlainView, showFeature } from '../../model/query/view.ts';
import { encode } from '../../read/feature-work.ts';
import { Ranking } from '../../read/ranking.ts';
import {
  clusterWorkOf,
  type Read,
  type RowRead,
  sampledFrom,
  type WalkQuery,
  workOf,
} from '../../read/row-read.ts';
import { type WaitingWalk, workThroughLater } from '../../read/row-work.ts';
import { drawing } from '../../read/tile-drawing.ts';
import { candidateRows, keptHexes, shownPart } from './candidates.ts';
import { plainWalk } from './plain-walk.ts';
import type { Reading } from './reading.ts';
import { rowSteps, rowsAt } from './rows.ts';
import { tileFromSheets } from './tile-blocks/sheet-reads.ts';

const SORTED_STEP_ROWS = 500;

export function walk(reading: Reading, read: Read, area: AreaTest | undefined): WaitingWalk {
  if (read.kind === 'features') {
    const { query } = read;
    if (query.sort.length > 0) return sortedWalk(reading, { ...query, area });
    const isPlain = isPlainView(query.view) && query.filter.tests.length === 0 && query.version === undefined;
    if (isPlain && sampledFrom(read) === Infinity) return plainWalk(reading, { ...query, area });
  }
  return read.kind === 'tile' ? tileWalk(reading, read, area) : lookingWalk(reading, read, area);
}

async function* tileWalk(
  reading: Reading,
  read: Extract<RowRead, { kind: 'tile' }>,
  area: AreaTest | undefined,
): WaitingWalk {
  const tile = await tileFromSheets(reading, read.query);
  if (reading.wish) yield undefined;
  return yield* tile ? drawing(tile) : lookingWalk(reading, read, area);
}

/** Each candidate is looked at: to test it, to show it otherwise than it is stored, to draw or to count it. */
async function* lookingWalk(reading: Reading, read: RowRead, area: AreaTest | undefined): WaitingWalk {
  const hexes = area && (await keptHexes(reading, read, area));
  if (hexes) {
    const work = clusterWorkOf(read, area);
    for (const { cell, qty } of hexes.cells) work.addCounted(cell, qty);
    return yield* workThroughLater(hexes.rest, work);
  }
  const part = yield* shownPart(reading, read, area);
  const rows = await candidateRows(reading, read, area, part);
  if (reading.wish) yield undefined;
  return yield* workThroughLater(rows, workOf(read, { area, part }));
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
