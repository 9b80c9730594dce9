import type { SourceLocation } from './feature.ts';
import type { Limits } from './limits.ts';
import type { ReadOptions } from './options.ts';
import type { Platform } from './platform.ts';
import type { Progress } from './progress.ts';
import type { Source } from './source.ts';

/** One file being read: what a format's reader gets. */
export class Reading {
  readonly source: Source;
  readonly file: string;
  readonly options: ReadOptions;
  readonly limits: Limits;
  readonly platform: Platform;
  readonly progress: Progress;
  readonly #counter: { records: number };

  constructor(
    parts: Pick<Reading, 'source' | 'file' | 'options' | 'limits' | 'platform' | 'progress'>,
    counter = { records: 0 },
  ) {
    this.source = parts.source;
    this.file = parts.file;
    this.options = parts.options;
    this.limits = parts.limits;
    this.platform = parts.platform;
    this.progress = parts.progress;
    this.#counter = counter;
  }

  /** Another file of the same source: the inside of an archive. Records are counted on. */
  within(source: Source, file: string): Reading {
    return new Reading({ ...this, source, file }, this.#counter);
  }

  /** The location of the next record; undefined if it is to be skipped. */
  next(where: Omit<SourceLocation, 'file' | 'record'> = {}): SourceLocation | undefined {
    this.options.signal?.throwIfAborted();
    const record = ++this.#counter.records;
    return record <= (this.options.skip ?? 0) ? undefined : { file: this.file, record, ...where };
  }
}
