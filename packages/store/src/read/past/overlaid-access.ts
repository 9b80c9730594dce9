import type { ReadRow } from '../../model/feature/row.ts';
import { hasTags } from '../../model/feature/tags.ts';
import { tagsOf } from '../../model/query/match.ts';
import type { PastBlock } from '../columns/past-rows.ts';
import { ask, type Effect, type Maybe, maybe } from '../effect.ts';
import { meeting } from '../row-filter.ts';
import type {
  Access,
  AccessName,
  Batch,
  FoundRows,
  FoundTexts,
  FramedTexts,
  HistoryReader,
  RowQuery,
} from '../row-reader.ts';
import { overlaidTexts } from './overlaid-texts.ts';
import type { Overlay } from './overlay.ts';
import { versionRowsAt } from './version-rows.ts';
import { versionTexts } from './version-texts.ts';

/** A way to rows of the present, without those that have changed since a version, and with what they were then. */
export class OverlaidAccess implements Access {
  readonly name: AccessName;
  readonly isOrdered: boolean;
  readonly isScannable: boolean;
  readonly isWhole: boolean;
  readonly texts?: NonNullable<Access['texts']>;
  readonly #reader: HistoryReader;
  readonly #present: Access;
  readonly #overlay: Overlay;
  readonly #query: RowQuery;
  /** What has changed since, held against the query. */
  #past: { block: PastBlock | undefined } | undefined;

  constructor(reader: HistoryReader, present: Access, overlay: Overlay, query: RowQuery) {
    this.name = present.name;
    this.isOrdered = present.isOrdered;
    this.isScannable = present.isScannable;
    this.isWhole = present.isWhole;
    this.#reader = reader;
    this.#present = present;
    this.#overlay = overlay;
    this.#query = query;
    const ofAll = present.name === 'all rows' ? versionTexts(reader, overlay.version, query) : undefined;
    if (ofAll) this.texts = ofAll;
    else if (present.framedTexts) this.texts = (batch, left) => this.#texts(batch, left);
  }

  positions(after: number, max: number): Maybe<number[] | undefined> {
    return maybe(this.#positions(after, max));
  }

  *#positions(after: number, max: number): Effect<number[] | undefined> {
    const present = yield* ask(() => this.#present.positions(after, max));
    if (!present) return undefined;
    yield* this.#overlay.extend(this.#reader, false);
    const old = (yield* this.#oldRows(after, Infinity)).map(({ seq }) => seq);
    const unchanged = present.filter((seq) => !this.#overlay.hasChanged(seq));
    const seqs = [...unchanged, ...old].sort((a, b) => a - b);
    return seqs.length <= max ? seqs : undefined;
  }

  rows(batch: Batch): Maybe<FoundRows> {
    return maybe(batch.kind === 'list' ? this.#listed(batch.seqs) : this.#merged(batch));
  }

  /** Found by the present or by what has changed. */
  *#listed(seqs: number[]): Effect<FoundRows> {
    const { part, area } = this.#query;
    const own = part ? seqs.filter((seq) => seq % part.count === part.index) : seqs;
    const present = (unchanged: number[]) => this.#present.rows({ kind: 'list', seqs: unchanged });
    const rows = yield* versionRowsAt(this.#reader, this.#overlay, own, present, area);
    return { rows: this.#tagged(rows), count: seqs.length, last: seqs.at(-1) ?? 0 };
  }

  *#merged(batch: Exclude<Batch, { kind: 'list' }>): Effect<FoundRows> {
    const found = yield* ask(() => this.#present.rows(batch));
    const isMore = batch.kind === 'whole' ? found.count > batch.limit : found.count >= batch.limit;
    if (batch.kind === 'whole' && isMore) return found;
    // What was written while these were read may be in them.
    yield* this.#overlay.extend(this.#reader, false);
    const end = batch.kind === 'window' ? batch.upTo : Infinity;
    const old = yield* this.#oldRows(batch.after, isMore ? found.last : end);
    const unchanged = found.rows.filter(({ seq }) => !this.#overlay.hasChanged(seq));
    return { ...found, rows: old.length > 0 ? inOrder([...unchanged, ...old]) : unchanged };
  }

  *#texts(batch: Batch, left: number): Effect<FoundTexts> {
    if (batch.kind === 'list') return yield* this.#listedTexts(batch.seqs, left);
    const found = yield* this.#present.framedTexts!(batch);
    const isMore = batch.kind === 'whole' ? found.count > batch.limit : found.count >= batch.limit;
    if (batch.kind === 'whole' && isMore)
      return { ...found, chunk: undefined, shown: 0, lastShown: 0, more: false };
    // What was written while these were read may be in them.
    yield* this.#overlay.extend(this.#reader, false);
    const end = batch.kind === 'window' ? batch.upTo : Infinity;
    const old = yield* this.#oldRows(batch.after, isMore ? found.last : end);
    return yield* this.#joined(found, old, left);
  }

  *#listedTexts(seqs: number[], left: number): Effect<FoundTexts> {
    const { part, area } = this.#query;
    const own = part ? seqs.filter((seq) => seq % part.count === part.index) : seqs;
    const unchanged = own.filter((seq) => !this.#overlay.hasChanged(seq));
    const found = yield* this.#present.framedTexts!({ kind: 'list', seqs: unchanged });
    // What was written while these were read may be in them.
    yield* this.#overlay.extend(this.#reader, false);
    const old = this.#tagged(this.#overlay.rowsAt(own, area));
    return yield* this.#joined({ ...found, count: seqs.length, last: seqs.at(-1) ?? 0 }, old, left);
  }

  *#joined(found: FramedTexts, old: readonly ReadRow[], left: number): Effect<FoundTexts> {
    const passing = yield* meeting(old, this.#query.area);
    const changed = this.#overlay.changedBetween(found.seqs[0] ?? 0, found.seqs.at(-1) ?? 0);
    return overlaidTexts(found, changed, passing, left);
  }

  #tagged(rows: ReadRow[]): ReadRow[] {
    const { tags } = this.#query.filter;
    return tags.length > 0 ? rows.filter((row) => hasTags(tagsOf(row), tags)) : rows;
  }

  *#oldRows(after: number, upTo: number): Effect<ReadRow[]> {
    const isFiltered = this.#query.filter.tests.length > 0;
    this.#past ??= { block: isFiltered ? yield* this.#overlay.evaluate(this.#query) : undefined };
    return this.#overlay.rowsBetween(after, upTo, this.#query, this.#past.block);
  }
}

function inOrder(rows: ReadRow[]): ReadRow[] {
  return rows.sort((a, b) => a.seq - b.seq);
}
