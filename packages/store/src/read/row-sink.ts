import type { ReadRow } from '../model/feature/row.ts';
import type { StreamEnd } from '../model/results.ts';
import type { Chunk } from './chunk.ts';
import { type Effect, until } from './effect.ts';
import { geosFor } from './geos-at-need.ts';
import type { BuildRequest } from './row-reader.ts';

/**
 * Rows in, pieces of a response out: what is done with what an engine finds, the same for every engine. The engine hands
 * over, in insertion order, every row that may match; what the rows are tested for is settled here.
 */
export interface RowSink {
  /** Where it fails, nothing has changed: for want of GEOS, the same row is pushed again. */
  push(row: ReadRow): void;
  /** Once set, no further row changes the response. */
  readonly isFull: boolean;
  /** What is ready to send by now; after `finish`, the rest piece by piece until there is none. */
  flush(): Chunk | undefined;
  /** Called once, behind the last row. */
  finish(): StreamEnd;
}

/** The end of a read; the last chunk may come with it. */
export type ReadEnd = StreamEnd & { chunk?: Chunk | undefined };

/** A step works no longer than this before others get their turn. */
export const STEP_MS = 20;

/** So many filed rows are drawn before the clock is looked at. */
const FILED_PER_LOOK = 64;

/** Puts rows through a sink. What else comes with them is passed on. */
export function* consume(
  batches: Effect<void, ReadRow[] | BuildRequest>,
  sink: RowSink,
): Effect<ReadEnd, Chunk | BuildRequest> {
  yield* until<void, ReadRow[] | BuildRequest, Chunk | BuildRequest>(batches, function* (rows) {
    if (Array.isArray(rows)) yield* taking(rows, sink);
    else yield rows;
    return !sink.isFull;
  });
  return yield* finished(sink);
}

/** What a sink has after its last row. */
export function* finished(sink: RowSink): Effect<ReadEnd, Chunk> {
  const end = sink.finish();
  let last = sink.flush();
  for (let chunk = sink.flush(); chunk; chunk = sink.flush()) {
    yield last;
    last = chunk;
  }
  return { ...end, chunk: last };
}

function* taking(rows: readonly ReadRow[], sink: RowSink): Effect<void, Chunk> {
  let started = performance.now();
  for (let i = 0; i < rows.length && !sink.isFull; i++) {
    const row = rows[i]!;
    try {
      sink.push(row);
    } catch (error) {
      yield* geosFor(error);
      sink.push(row);
    }
    // Of what is filed, many take less time than looking at the clock.
    if ((row.drawOn && i % FILED_PER_LOOK > 0) || performance.now() - started < STEP_MS) continue;
    yield undefined;
    started = performance.now();
  }
  yield sink.flush();
}
