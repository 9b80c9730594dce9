import type { CallOptions } from '../connection.ts';
import type { FeatureInput } from '../geojson.ts';
import { writeParameters } from '../query.ts';
import { retryTimeoutOf } from '../retry.ts';
import { type Chunk, Chunker, type FeatureText } from './chunk.ts';
import { addToReport, type BulkReport, BulkWriteError, emptyReport, type FeatureResult } from './report.ts';
import { sendChunk, type Write } from './send-chunk.ts';

export type { BulkReport } from './report.ts';

export type FeatureSource = Iterable<FeatureInput | FeatureText> | AsyncIterable<FeatureInput | FeatureText>;

export type BulkOptions = CallOptions & {
  addTags?: readonly string[];
  removeTags?: readonly string[];
  /** The most features of a request: 1000. Larger ones are no faster, and cost a hub more memory. */
  chunkFeatures?: number;
  /** About the most bytes of a request: 512 KiB. */
  chunkBytes?: number;
  /** Requests at a time: 3. */
  parallel?: number;
  /** Compress what is sent; by default unless the hub is on this machine. */
  gzip?: boolean;
  /** Hears of each chunk once the hub has it on disk, or has refused it. */
  onChunk?: (results: readonly FeatureResult[]) => void | Promise<void>;
};

const RETRY_TIMEOUT_MS = 60_000;

/** Features with an id that is still on its way wait for it, so that the later one wins. */
export async function writeInBulk(
  write: Write,
  source: FeatureSource,
  options: BulkOptions & { gzip: boolean },
): Promise<BulkReport> {
  const { chunkFeatures = 1000, chunkBytes = 1 << 19, addTags, removeTags, signal } = options;
  const sending = {
    gzip: options.gzip,
    signal,
    retryTimeoutMs: retryTimeoutOf(options) ?? RETRY_TIMEOUT_MS,
    query: writeParameters({ addTags, removeTags }),
  };
  const flights = new Flights(options.parallel ?? 3);
  const report = emptyReport();
  const launch = async (chunk: Chunk) => {
    const { bytes } = chunk;
    const results = await sendChunk(write, chunk.entries, { ...sending, bytes });
    bytes.release();
    for (const superseded of chunk.superseded) results.push(superseded);
    addToReport(report, results);
    await options.onChunk?.(results);
  };
  const chunks = new Chunker(chunkFeatures, chunkBytes);
  let failure: { error: unknown } | undefined;
  try {
    for await (const feature of source) {
      signal?.throwIfAborted();
      const full = chunks.add(feature);
      if (full) await flights.add(full, launch);
    }
  } catch (error) {
    failure = { error };
  }
  try {
    // Also after a failure of the source: what came before it is good, and what is on its way will be reported.
    await flights.finish(chunks.rest, launch);
  } catch (error) {
    failure ??= { error };
  }
  if (!failure) return report;
  throw signal?.aborted ? failure.error : new BulkWriteError(failure.error, report);
}

/** Chunks on their way. The first failure of one is thrown at the next occasion. */
class Flights {
  readonly #max: number;
  readonly #flying = new Map<Chunk, Promise<void>>();
  #failure: { error: unknown } | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  async add(chunk: Chunk, launch: (chunk: Chunk) => Promise<void>): Promise<void> {
    while (this.#flying.size >= this.#max) await Promise.race(this.#flying.values());
    for (const [other, flight] of [...this.#flying]) if (chunk.sharesIdWith(other)) await flight;
    this.#throwFailure();
    const flight = launch(chunk)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#flying.delete(chunk));
    this.#flying.set(chunk, flight);
  }

  /** Sends the last chunk, if there is something in it and nothing has failed, and waits for all. */
  async finish(last: Chunk, launch: (chunk: Chunk) => Promise<void>): Promise<void> {
    try {
      if (last.size > 0) await this.add(last, launch);
    } finally {
      await Promise.all(this.#flying.values());
    }
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
