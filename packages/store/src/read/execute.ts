import type { AreaTest } from '../model/query/area.ts';
import { candidateRows } from './candidates.ts';
import type { Chunk } from './chunk.ts';
import { binByColumns } from './columns/bin-columns.ts';
import type { ColumnStats } from './columns/regions.ts';
import { shownFraction } from './count.ts';
import { countedHexes } from './density.ts';
import type { Effect } from './effect.ts';
import { type CandidateSource, planOf } from './plan.ts';
import { firstRanked } from './ranked-rows.ts';
import { clusterSinkOf, type Read, sinkOf } from './row-read.ts';
import type { BuildRequest, RowReader } from './row-reader.ts';
import { consume, finished, type ReadEnd } from './row-sink.ts';
import { rowsAt } from './scan.ts';
import { sharedRows } from './shared-rows.ts';
import { sortedRows } from './sorted.ts';
import { joinedTexts } from './texts.ts';
import { tileFromBlocks } from './tile-blocks.ts';
import { drawing } from './tile-drawing.ts';

/** A read as it is carried out: pieces of the response, and what should be built to make it cheaper. */
export type Execution = Effect<ReadEnd, Chunk | BuildRequest>;

/** Told which way was taken; of columns, how many blocks were read and how many could be skipped. */
export type Trace = (
  taken: 'tile blocks' | 'hex counts' | 'cells of columns' | 'sorted by columns' | CandidateSource,
  stats?: ColumnStats,
) => void;

/** Carries out any read of one space. */
export function* execute(
  reader: RowReader,
  read: Read,
  area: AreaTest | undefined,
  trace: Trace = () => {},
): Execution {
  const plan = planOf(read);
  switch (plan.kind) {
    case 'sorted':
      return yield* sortedRows(reader, plan.query, area, trace);
    case 'joined texts':
      return yield* joinedTexts(reader, plan.query, area);
    case 'rows': {
      const tile = plan.tile && (yield* tileFromBlocks(reader, plan.tile));
      if (tile) {
        trace('tile blocks');
        return yield* drawing(tile);
      }
      const hexes =
        area && plan.hexResolution !== undefined
          ? yield* countedHexes(reader, area, plan.hexResolution)
          : undefined;
      if (hexes) {
        trace('hex counts');
        const { sink, clusters } = clusterSinkOf(read, area);
        for (const { cell, qty } of hexes.cells) clusters.addCounted(cell, qty);
        return yield* consume(rowsAt(reader, hexes.large, area), sink);
      }
      if (area?.isBoxes && plan.isBinned) {
        const { sink, clusters } = clusterSinkOf(read, area);
        const stats = yield* binByColumns(reader, { filter: read.query.filter, area }, clusters);
        if (stats) {
          trace('cells of columns', stats);
          return yield* finished(sink);
        }
      }
      const shown = yield* shownFraction(reader, read, plan.sampling, area);
      const isFiled = plan.sampling?.countedBy.includes('density') && area?.isBoxes && shown.shares;
      const shared = isFiled ? yield* sharedRows(reader, read, area, shown) : undefined;
      if (shared) trace('density');
      const candidates = shared ?? candidateRows(reader, read, area, shown, trace);
      const { standings } = shown;
      const rows = shared && standings ? firstRanked(reader, read, area!, standings, candidates) : candidates;
      return yield* consume(rows, sinkOf(read, { area, ...shown }));
    }
  }
}
