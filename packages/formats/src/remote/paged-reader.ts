import type { FormatId } from '../detect.ts';
import type { ReadRecord } from '../feature.ts';
import { nodePlatform } from '../node/platform.ts';
import type { ReadOptions } from '../options.ts';
import { type FeatureReader, readerFor } from '../read.ts';
import { bytesSource } from '../source.ts';

export type Page = { bytes: Uint8Array; format: FormatId } & Pick<ReadOptions, 'areAxesOfAuthority'>;

/** Pages of a service; `next` is told how many features the page before had. */
export type Pages = AsyncGenerator<Page, void, number>;

const readPage = readerFor(nodePlatform);

/** The features of a service that come in pages, as if they were one file. */
export class PagedReader implements FeatureReader {
  bytesRead = 0;
  readonly size = undefined;
  format: FormatId | undefined;
  crs: string | undefined;
  readonly contents = { layers: [] };
  readonly #guesses = new Set<string>();
  readonly #file: string;
  readonly #pages: Pages;
  readonly #options: ReadOptions;

  constructor(file: string, pages: Pages, options: ReadOptions) {
    this.#file = file;
    this.#pages = pages;
    // Each page is read from its start; the types of values are those that the first page suggests.
    const { skip: _skip, layer: _layer, ...others } = options;
    this.#options = { ...others, valueTypes: {} };
  }

  get guesses(): readonly string[] {
    return [...this.#guesses];
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ReadRecord> {
    let records = 0;
    try {
      for (let count = 0; ; ) {
        const { done, value: page } = await this.#pages.next(count);
        if (done) return;
        const { bytes, ...how } = page;
        this.format = how.format;
        const reader = readPage(bytesSource(bytes, this.#file), { ...this.#options, ...how });
        count = 0;
        for await (const record of reader) {
          count++;
          yield this.#numbered(record, ++records);
        }
        this.bytesRead += bytes.length;
        this.crs ??= reader.crs;
        for (const guess of reader.guesses) this.#guesses.add(guess);
      }
    } finally {
      await this.#pages.return();
    }
  }

  /** Lines and bytes would be those of a page that nobody has. */
  #numbered(record: ReadRecord, number: number): ReadRecord {
    const location = { file: this.#file, record: number };
    if (record.refused !== undefined) return { ...record, refused: { ...record.refused, location } };
    const { feature, text, isMeasured, repaired } = record;
    return {
      feature,
      location,
      ...(text !== undefined && { text }),
      ...(isMeasured && { isMeasured }),
      ...(repaired !== undefined && { repaired }),
    };
  }
}
