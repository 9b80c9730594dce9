import type { FeatureResult, Features, FeatureText } from '@meridian/client';
import {
  type Feature,
  type FeatureReader,
  measuresLeftOut,
  type ReadRecord,
  type SourceLocation,
} from '@meridian/formats/node';
import { Duplicates } from './duplicates.ts';
import type { ImportInput } from './import-input.ts';
import { type ImportOptions, identityOf, readOptions } from './import-options.ts';
import { type Counts, Ledger } from './ledger.ts';
import { chosenProperties, prepare, type Read, withOtherId } from './prepare.ts';
import { Preview } from './preview.ts';
import { Refusals } from './refusals.ts';
import { SentLocations } from './sent-locations.ts';
import { StateFile } from './state-file.ts';
import type { SyncPlan } from './sync/sync-plan.ts';
import type { Where } from './where.ts';

/** State on disk may lag behind by so much: what is sent again after a crash changes nothing. */
const SAVE_EVERY_MS = 500;

/** A hub writes features that come together at less cost each. */
const CHUNK = { chunkFeatures: 4000, chunkBytes: 1 << 21 };

/** What became of one file. */
export type FileReport = Counts & {
  file: string;
  /** All records: the sum of what became of them. */
  read: number;
  /** Features whose id came before in the same file; `--on-duplicate` says which counts. */
  repeatedIds: number;
  /** Features that were written after a repair; they are listed, too. */
  repaired: number;
  /** Too many different ids to notice all that came twice. */
  areRepeatsIncomplete?: boolean;
  /** What the file does not say and was found out: `delimiter ";"`. */
  guessed: string[];
  /** Why the file could not be read to its end. */
  reason?: string;
  /** Where refused features are listed, if there are any. */
  report?: string;
  /** Records that an earlier run had done with. */
  resumedAt?: number;
  isComplete: boolean;
};

/** Reads one file and writes its features. Stops in good order when asked to, and remembers how far it came. */
export class FileImport {
  readonly file: string;
  readonly #options: ImportOptions;
  readonly #where: Where | undefined;
  readonly #state: StateFile | undefined;
  readonly #ledger: Ledger;
  readonly #reader: FeatureReader;
  readonly #refusals: Refusals;
  readonly #resumedAt: number | undefined;
  readonly #duplicates: Duplicates;
  readonly #preview: Preview | undefined;
  readonly #locations = new SentLocations();
  readonly #reading = new AbortController();
  #isComplete = false;
  #failure: string | undefined;
  #repaired = 0;
  /** Features whose measures were left out. */
  #measured = 0;
  #savedAt = 0;

  constructor(input: ImportInput, url: string, options: ImportOptions, where?: Where) {
    const { name: file, fingerprint } = input;
    this.file = file;
    this.#options = options;
    this.#where = where;
    this.#duplicates = new Duplicates(options.onDuplicate);
    this.#preview = options.dryRun ? new Preview() : undefined;
    const identity = { file, url, space: options.to, options: identityOf(options) };
    this.#state = fingerprint && new StateFile(process.env, { ...identity, fingerprint });
    const earlier = options.resume ? this.#state?.read() : undefined;
    this.#resumedAt = earlier?.records;
    this.#ledger = new Ledger(earlier?.records, earlier?.counts);
    this.#reader = input.read({
      ...readOptions(options),
      skip: earlier?.records ?? 0,
      signal: this.#reading.signal,
    });
    this.#refusals = new Refusals(
      options.report ?? `${input.reportName}.refused.ndjson`,
      earlier !== undefined || input.appendsReport === true,
    );
  }

  get isResumable(): boolean {
    return this.#state !== undefined;
  }

  get progress() {
    const { bytesRead: bytes, size: ofBytes } = this.#reader;
    return { features: total(this.#ledger.counts), bytes, ofBytes };
  }

  get report(): FileReport {
    const { counts } = this.#ledger;
    return {
      file: this.file,
      read: total(counts),
      ...counts,
      repeatedIds: this.#duplicates.repeats,
      ...(this.#duplicates.isIncomplete && { areRepeatsIncomplete: true }),
      guessed: [...this.#reader.guesses, ...(this.#measured > 0 ? [measuresLeftOut(this.#measured)] : [])],
      ...(this.#failure !== undefined && { reason: this.#failure }),
      repaired: this.#repaired,
      ...((counts.failed > 0 || this.#repaired > 0) && { report: this.#refusals.path }),
      ...(this.#resumedAt !== undefined && { resumedAt: this.#resumedAt }),
      isComplete: this.#isComplete,
    };
  }

  /** What is in the file, after a dry run. */
  get preview(): string {
    const { format, crs } = this.#reader;
    return this.#preview?.describe({ format, crs }) ?? '';
  }

  /** Remembers for the report why it ended early. */
  fail(reason: string): void {
    this.#failure = reason;
  }

  /** Reads no further; what is on its way still arrives. */
  stop(): void {
    this.#reading.abort();
  }

  /** Writes down how far everything is acknowledged. */
  save(): void {
    if (this.#isComplete) this.#state?.remove();
    else this.#state?.write(this.#ledger.settled);
    this.#savedAt = Date.now();
  }

  /** Reads and checks, and counts what would be written; with a plan, adds it to that. */
  async check(plan?: SyncPlan): Promise<void> {
    try {
      for await (const _feature of this.#features(undefined, plan));
      this.#isComplete = !this.#reading.signal.aborted;
    } finally {
      this.#refusals.close();
    }
  }

  /** `beforeFirst` is awaited when the first feature is there to be written. */
  async write(
    features: Features,
    beforeFirst: () => Promise<void>,
    signal: AbortSignal,
    onChunk: () => void,
  ): Promise<void> {
    const { tags, parallel, chunkFeatures, retryTimeout: retryTimeoutMs } = this.#options;
    try {
      await features.writeAll(this.#features(beforeFirst), {
        signal,
        retryTimeoutMs,
        parallel,
        ...(chunkFeatures === undefined ? CHUNK : { chunkFeatures }),
        ...(tags && { addTags: tags }),
        onChunk: (results) => {
          this.#finish(results);
          onChunk();
        },
      });
      this.#isComplete = !this.#reading.signal.aborted;
    } finally {
      this.save();
      this.#refusals.close();
    }
  }

  /**
   * Without `beforeFirst` nothing is written: it is a check. Ends when reading is cancelled, even during a slow operation.
   * Every generator that records pass through takes its time: there is only this one.
   */
  async *#features(beforeFirst?: () => Promise<void>, plan?: SyncPlan): AsyncGenerator<FeatureText> {
    const { signal } = this.#reading;
    let isFirst = true;
    try {
      for await (const record of this.#reader) {
        if (signal.aborted) return;
        const repeats = this.#duplicates.repeats;
        const feature = this.#accept(record, beforeFirst !== undefined, plan);
        if (!feature) continue;
        const { location } = record as Read;
        if (plan) {
          this.#show(record.feature!);
          this.#ledger.finish(location.record, await plan.add(feature, this.#ledger.counts));
        } else if (!beforeFirst) {
          this.#show(record.feature!);
          const isReplaced = this.#options.onDuplicate === 'last' && this.#duplicates.repeats > repeats;
          this.#ledger.finish(location.record, isReplaced ? 'repeated' : 'inserted');
        } else {
          if (isFirst) await beforeFirst();
          isFirst = false;
          this.#locations.add(location);
        }
        yield feature;
      }
    } catch (error) {
      if (error !== signal.reason) throw error;
    }
  }

  /** The feature that comes of a record; undefined where there is none, which is then accounted for. */
  #accept(record: ReadRecord, isWritten: boolean, plan: SyncPlan | undefined): FeatureText | undefined {
    const { location } = record.refused ?? record;
    this.#ledger.begin(location.record);
    // A condition looks at the feature behind what is made of it here.
    const isSentAtOnce = isWritten && !plan && !this.#where;
    const prepared = record.refused ? record.refused.reason : prepare(record, this.#options, isSentAtOnce);
    if (this.#where && record.feature && !this.#where(record.feature, idOf(prepared))) {
      this.#ledger.finish(location.record, 'excluded');
      return undefined;
    }
    const made = plan && typeof prepared !== 'string' ? plan.identify(prepared) : prepared;
    if (typeof made === 'string') {
      this.#refuse(location, record.refused?.id ?? record.feature?.id, made);
      return undefined;
    }
    const verdict = this.#duplicates.judge(made.id);
    if (!('id' in verdict)) {
      if ('reason' in verdict) this.#refuse(location, made.id, verdict.reason);
      else this.#ledger.finish(location.record, 'skipped');
      return undefined;
    }
    if (record.isMeasured) this.#measured++;
    if (record.repaired !== undefined) {
      this.#repaired++;
      this.#refusals.add(location, verdict.id, record.repaired, true);
    }
    return verdict.id === made.id ? made : withOtherId(made, verdict.id);
  }

  /** As it would be written. */
  #show(feature: Feature): void {
    if (this.#preview === undefined) return;
    const properties = chosenProperties(feature, this.#options);
    if (typeof properties !== 'string') this.#preview.add({ ...feature, properties });
  }

  #finish(results: readonly FeatureResult[]): void {
    for (const { position, id, outcome, message } of results) {
      const location = this.#locations.take(position);
      if (outcome === 'failed') this.#refuse(location, id, message!);
      else this.#ledger.finish(location.record, outcome);
    }
    if (Date.now() - this.#savedAt > SAVE_EVERY_MS) this.save();
  }

  #refuse(location: SourceLocation, id: string | undefined, reason: string): void {
    this.#refusals.add(location, id, reason);
    this.#ledger.finish(location.record, 'failed');
  }
}

/** Empty where a feature has no id to be imported under. */
function idOf(prepared: FeatureText | string): string {
  return typeof prepared === 'string' ? '' : prepared.id;
}

export function total(counts: Counts): number {
  const { inserted, updated, unchanged, repeated, skipped, excluded, failed } = counts;
  return inserted + updated + unchanged + repeated + skipped + excluded + failed;
}
