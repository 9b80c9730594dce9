import type { ReadRow } from '../model/feature/row.ts';
import type { StreamEnd } from '../model/results.ts';

/** A piece of an answer, as bytes that are ready to send. */
export type Chunk = Uint8Array<ArrayBuffer>;

/**
 * Rows in, pieces of an answer out: what is done with what an engine finds, the same for every engine. The engine hands
 * over, in insertion order, every row that may match; what the rows are tested for is settled here.
 */
export interface RowWork {
  take(row: ReadRow): void;
  /** Once set, no further row changes the answer. */
  readonly isFull: boolean;
  /** What is ready to send by now; after `finish`, the rest piece by piece until there is none. */
  flush(): Chunk | undefined;
  /** Called once, behind the last row. */
  finish(): StreamEnd;
}

/** Steps of a walk. An undefined chunk means that a step found nothing; each is short, so that a walk can be stopped. */
export type Walk = Generator<Chunk | undefined, StreamEnd, void>;

/** A step works no longer than this before others get their turn. */
export const STEP_MS = 20;

/** Puts rows through the work, for engines that read without waiting. */
export function* workThrough(steps: Iterable<readonly ReadRow[]>, work: RowWork): Walk {
  for (const rows of steps) {
    yield* taking(rows, work);
    if (work.isFull) break;
  }
  return yield* ending(work);
}

/** The end of a walk; the last chunk may come with it. */
export type WalkEnd = StreamEnd & { chunk?: Chunk | undefined };

/** Steps of a walk that waits in between. */
export type WaitingWalk = AsyncGenerator<Chunk | undefined, WalkEnd, void>;

/** The same for engines that wait for their rows. */
export async function* workThroughLater(
  steps: AsyncIterable<readonly ReadRow[]>,
  work: RowWork,
): WaitingWalk {
  for await (const rows of steps) {
    yield* taking(rows, work);
    if (work.isFull) break;
  }
  return yield* ending(work);
}

function* taking(rows: readonly ReadRow[], work: RowWork): Generator<Chunk | undefined, void, void> {
  let started = performance.now();
  for (let i = 0; i < rows.length && !work.isFull; i++) {
    work.take(rows[i]!);
    if (performance.now() - started < STEP_MS) continue;
    yield undefined;
    started = performance.now();
  }
  yield work.flush();
}

function* ending(work: RowWork): Walk {
  const end = work.finish();
  for (let chunk = work.flush(); chunk; chunk = work.flush()) yield chunk;
  return end;
}
