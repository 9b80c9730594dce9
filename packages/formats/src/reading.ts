import { AS_THEY_ARE, type CrsDefinition, crsName, type ToWgs84, toWgs84 } from './crs/projection.ts';
import type { SourceLocation } from './feature.ts';
import type { Limits } from './limits.ts';
import type { ReadOptions } from './options.ts';
import type { Platform } from './platform.ts';
import type { Progress } from './progress.ts';
import type { Source } from './source.ts';

/** What a file turned out to have: what a user may choose from. */
export type FileContents = {
  /** Names of its layers (GeoPackage, TopoJSON), also of those that are not read. */
  layers: readonly string[];
  /** Of a table with a header: all its columns, and those that say where things are. */
  table?: { columns: readonly string[]; lon?: string; lat?: string; geometry?: string };
};

/** What all files of one source have in common. */
type Counter = { records: number; guesses: string[]; crs?: string; contents: FileContents };

/** One file being read: what a format's reader gets. */
export class Reading {
  readonly source: Source;
  readonly file: string;
  readonly options: ReadOptions;
  readonly limits: Limits;
  readonly platform: Platform;
  readonly progress: Progress;
  readonly #counter: Counter;

  constructor(
    parts: Pick<Reading, 'source' | 'file' | 'options' | 'limits' | 'platform' | 'progress'>,
    counter: Counter = { records: 0, guesses: [], contents: { layers: [] } },
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

  /** What was found out and not said: `longitude in "x"`. */
  get guesses(): readonly string[] {
    return this.#counter.guesses;
  }

  /** Remembers for the user what was guessed; the same guess about several files is one. */
  guess(text: string): void {
    if (!this.#counter.guesses.includes(text)) this.#counter.guesses.push(text);
  }

  get contents(): FileContents {
    return this.#counter.contents;
  }

  /** Of an archive with several files, what the last one has. */
  found(contents: Partial<FileContents>): void {
    Object.assign(this.#counter.contents, contents);
  }

  /** The system of coordinates that records come from; undefined for WGS 84. */
  get crs(): string | undefined {
    return this.#counter.crs;
  }

  /** The way to WGS 84 from a system that the user or the file names. */
  async project(definition: CrsDefinition): Promise<ToWgs84> {
    const project = await toWgs84(definition, this.file);
    if (project !== AS_THEY_ARE) this.#counter.crs = crsName(definition);
    return project;
  }

  /** The location of the next record; undefined if it is to be skipped. */
  next(where: Omit<SourceLocation, 'file' | 'record'> = {}): SourceLocation | undefined {
    this.options.signal?.throwIfAborted();
    const record = ++this.#counter.records;
    return record <= (this.options.skip ?? 0) ? undefined : { file: this.file, record, ...where };
  }
}
