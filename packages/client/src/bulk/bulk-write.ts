import type { CallOptions } from '../connection.ts';
import type { FeatureInput } from '../geojson.ts';
import { writeParameters } from '../query.ts';
import { Chunk, type FeatureText, toEntry } from './chunk.ts';
import { addToReport, type BulkReport, BulkWriteError, emptyReport, type FeatureResult } from './report.ts';
import { sendChunk, type Write } from './send-chunk.ts';

export type { BulkReport } from './report.ts';

export type FeatureSource = Iterable<FeatureInput | FeatureText> | AsyncIterable<FeatureInput | FeatureText>;

export type BulkOptions = CallOptions & {
  addTags?: readonly string[];
  removeTags?: readonly string[];
  /** The most features of a request: 5000. */
  chunkFeatures?: number;
  /** About the most bytes of a request: 1 MiB. */
  chunkBytes?: number;
  /** Requests at a time: 3. */
  parallel?: number;
  /** Compress what is sent; by default unless the hub is on this machine. */
  gzip?: boolean;
  /** Hears of each chunk once the hub has it on disk, or has refused it. */
  onChunk?: (results: readonly FeatureResult[]) => void | Promise<void>;
};

const PATIENCE_MS = 60_000;

/** Features with an id that is still on its way wait for it, so that the later one wins. */
export async function writeInBulk(
  write: Write,
  source: FeatureSource,
  options: BulkOptions & { gzip: boolean },
): Promise<BulkReport> {
  const { chunkFeatures = 5000, chunkBytes = 1 << 20, addTags, removeTags, signal } = options;
  const sending = {
    gzip: options.gzip,
    signal,
    patience: options.patience ?? PATIENCE_MS,
    query: writeParameters({ addTags, removeTags }),
  };
  const flights = new Flights(options.parallel ?? 3);
  const report = emptyReport();
  const launch = async (chunk: Chunk) => {
    const results = await sendChunk(write, chunk.entries, sending);
    results.push(...chunk.superseded);
    addToReport(report, results);
    await options.onChunk?.(results);
  };
  try {
    let chunk = new Chunk();
    let position = 0;
    for await (const feature of source) {
      signal?.throwIfAborted();
      const entry = toEntry(feature, position++);
      const isFull = chunk.size >= chunkFeatures || chunk.length + entry.text.length > chunkBytes;
      if (isFull && chunk.size > 0) {
        await flights.add(chunk, launch);
        chunk = new Chunk();
      }
      chunk.add(entry);
    }
    if (chunk.size > 0) await flights.add(chunk, launch);
    await flights.settle();
    return report;
  } catch (error) {
    // What is on its way may still arrive, and then belongs into the report.
    await flights.settle().catch(() => {});
    throw signal?.aborted ? error : new BulkWriteError(error, report);
  }
}

/** Chunks on their way. The first failure of one is thrown at the next occasion. */
class Flights {
  readonly #most: number;
  readonly #flying = new Map<Chunk, Promise<void>>();
  #failure: { error: unknown } | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  async add(chunk: Chunk, launch: (chunk: Chunk) => Promise<void>): Promise<void> {
    while (this.#flying.size >= this.#most) await Promise.race(this.#flying.values());
    for (const [other, flight] of [...this.#flying]) if (chunk.sharesIdWith(other)) await flight;
    this.#throwFailure();
    const flight = launch(chunk)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#flying.delete(chunk));
    this.#flying.set(chunk, flight);
  }

  async settle(): Promise<void> {
    await Promise.all(this.#flying.values());
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
