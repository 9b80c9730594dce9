import type { FeatureStream, WriteBody } from '@meridian/store';
import { Budget } from './budget.ts';
import { FairQueue, LARGEST_SHARE, type QueueTicket } from './fair-queue.ts';
import { OpenExports } from './open-exports.ts';

export type LoadLimits = {
  /** Reads that run at once. */
  maxConcurrentReads: number;
  maxQueuedReads: number;
  maxQueuedWrites: number;
  /** Longest time that a read or a write waits in the queue. */
  maxQueueWaitMs: number;
  /** Concurrent responses of many features. */
  maxOpenAnswers: number;
  /** Request bodies in memory. */
  maxQueuedBytes: number;
};

/**
 * So much of writes is with the storage at once: enough for many small ones to share a commit, and for the next of a load to
 * be there when one is done, of which each has 2 MiB. It is no more than is done in a few tenths of a second. All else queues
 * here, fairly by account and with a time limit.
 */
const RUNNING_WRITE_BYTES = 6 * 1024 * 1024;
/** So many files of other formats than GeoJSON are made at once, and so many are being sent: each has a thread. */
const RUNNING_EXPORTS = 2;
const MAX_OPEN_EXPORTS = 16;
/** What a write costs besides its bytes. */
const WRITE_COST_BYTES = 64 * 1024;
/** Of deletes, which have no body, nobody knows how much they will find. */
const DELETE_COST_BYTES = 256 * 1024;
/** Compressed bodies grow about so much. */
const INFLATION = 8;

/** Threads that run what users have defined. No account gets more than all but one of them. */
export const PROCESSOR_THREADS = 2;

/** How much work is taken on at once, and whose comes first. What is too much is refused, not piled up. */
export class Load {
  readonly reads: FairQueue;
  readonly writes: FairQueue;
  readonly processing: FairQueue;
  readonly exports: FairQueue;
  readonly openExports: OpenExports;
  readonly responses: Budget;
  readonly bodies: Budget;

  constructor(limits: LoadLimits) {
    const { maxQueueWaitMs: maxWaitMs } = limits;
    this.reads = new FairQueue('reads', {
      capacity: limits.maxConcurrentReads,
      maxWaiting: limits.maxQueuedReads,
      maxWaitMs,
    });
    this.writes = new FairQueue('writes', {
      capacity: RUNNING_WRITE_BYTES,
      maxWaiting: limits.maxQueuedWrites,
      maxWaitMs,
    });
    this.processing = new FairQueue('processing', {
      capacity: PROCESSOR_THREADS,
      maxWaiting: limits.maxQueuedWrites,
      maxWaitMs,
    });
    this.exports = new FairQueue('exports', {
      capacity: RUNNING_EXPORTS,
      maxWaiting: MAX_OPEN_EXPORTS,
      maxWaitMs,
    });
    this.openExports = new OpenExports(MAX_OPEN_EXPORTS);
    this.responses = new Budget('responses are being sent', limits.maxOpenAnswers);
    this.bodies = new Budget('bytes are being received', limits.maxQueuedBytes);
  }

  read<T>(ticket: QueueTicket, work: () => Promise<T>): Promise<T> {
    return this.reads.run(ticket, 1, work);
  }

  /** `body` is absent for deletes. */
  write<T>(ticket: QueueTicket, body: WriteBody | undefined, work: () => Promise<T>): Promise<T> {
    return this.writes.run(ticket, writeCost(body), work);
  }

  /** Rules and schemas of users at work. */
  process<T>(ticket: QueueTicket, work: () => Promise<T>): Promise<T> {
    return this.processing.run(ticket, 1, work);
  }

  /** The same for what has begun. */
  processOn<T>(ticket: QueueTicket, work: () => Promise<T>): Promise<T> {
    return this.processing.runOn(ticket, 1, work);
  }

  /**
   * Every chunk of a stream queues, so that a long response does not delay short ones. The first two queue
   * together: a short response is a chunk and its end, and nothing is sent before both are known.
   */
  async *stream(ticket: QueueTicket, open: () => FeatureStream): FeatureStream {
    const stream = open();
    let isCounted = false;
    try {
      let coming = this.reads.run(ticket, 1, () => firstTwo(stream));
      for (;;) {
        for (const { value, done } of await coming) {
          if (done) return value;
          if (!isCounted) this.responses.take(ticket, 1);
          isCounted = true;
          yield value;
        }
        coming = this.reads.runOn(ticket, 1, async () => [await stream.next()]);
      }
    } finally {
      if (isCounted) this.responses.giveBack(ticket, 1);
      await stream.return(undefined as never);
    }
  }
}

/** However large a write is, it leaves room for others beside it. */
function writeCost(body: WriteBody | undefined): number {
  if (!body) return DELETE_COST_BYTES;
  const bytes = body.bytes.byteLength * (body.coding === 'identity' ? 1 : INFLATION);
  return Math.min(bytes + WRITE_COST_BYTES, RUNNING_WRITE_BYTES * LARGEST_SHARE);
}

type Piece = Awaited<ReturnType<FeatureStream['next']>>;

async function firstTwo(stream: FeatureStream): Promise<Piece[]> {
  const first = await stream.next();
  return first.done ? [first] : [first, await stream.next()];
}
