import { hasTags } from '../../model/feature/tags.ts';
import { tagsOf } from '../../model/query/match.ts';
import { type Effect, type Maybe, maybe } from '../effect.ts';
import type { Access, Batch, FoundRows, HistoryReader, RowQuery } from '../row-reader.ts';
import { readVersion } from '../versions.ts';
import { versionTexts } from './version-texts.ts';

/** All rows of a version in insertion order; there is no index of what is long gone. */
export class VersionAccess implements Access {
  readonly name = 'all rows';
  readonly isOrdered = false;
  readonly isScannable = true;
  readonly isWhole = false;
  readonly texts?: NonNullable<Access['texts']>;
  readonly #reader: HistoryReader;
  readonly #version: number;
  readonly #query: RowQuery;

  constructor(reader: HistoryReader, version: number, query: RowQuery) {
    this.#reader = reader;
    this.#version = version;
    this.#query = query;
    const texts = versionTexts(reader, version, query);
    if (texts) this.texts = texts;
  }

  positions(): undefined {
    return undefined;
  }

  rows(batch: Batch): Maybe<FoundRows> {
    return maybe(this.#rows(batch));
  }

  *#rows(batch: Batch): Effect<FoundRows> {
    if (batch.kind !== 'window')
      throw new Error(`the rows of a version are read in windows, not as ${batch.kind}`);
    const { after, upTo, limit } = batch;
    const { filter, part } = this.#query;
    const rows = yield* readVersion(this.#reader, this.#version, { after, upTo, limit, part });
    const passing = filter.tags.length > 0 ? rows.filter((row) => hasTags(tagsOf(row), filter.tags)) : rows;
    return { rows: passing, count: rows.length, last: rows.at(-1)?.seq ?? 0 };
  }
}
