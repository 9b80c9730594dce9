import { momentOf } from '@meridian/filter';
import { type Batch, type Column, KIND, valueIn } from '../columns/batch.ts';
import { batchOf } from '../columns/feature-batch.ts';
import type { ReadRow } from '../model/feature/row.ts';
import { StoredFeature } from '../model/query/match.ts';
import { type FeaturePath, NO_FILTER, type TimeExtentQuery } from '../model/query/query.ts';
import type { TimeExtent } from '../model/results.ts';
import { matchingBatches } from './batches.ts';
import { countingColumns } from './columns/choose-columns.ts';
import { ask, type Effect, forEach } from './effect.ts';
import type { RowReader } from './row-reader.ts';

const DAY_MS = 86_400_000;

/** From when to when the features of a space are; undefined where rows would have to be read that are more than allowed. */
export function* timeExtentOf(reader: RowReader, query: TimeExtentQuery): Effect<TimeExtent | undefined> {
  const paths = pathsOf(query);
  const isSmall = (yield* ask(() => reader.content())).count <= query.maxRows;
  if (!isSmall && !(yield* countingColumns(reader, { filter: NO_FILTER }))) return undefined;
  const times = new Times();
  yield* forEach(matchingBatches(reader, { filter: NO_FILTER }, paths), function* (batch) {
    times.take(batch, paths);
    yield undefined;
  });
  return times.extent;
}

/** One path, or those of the start and the end. */
export function pathsOf({ start, end }: TimeExtentQuery): FeaturePath[] {
  return [start, ...(end ? [end] : [])].map((path) => ({ root: 'properties', path }));
}

/** Collects the times of features. */
export class Times {
  #from = Infinity;
  #to = -Infinity;
  #isOpen = { from: false, to: false };
  /** Texts from the one to before the other lie between the times found so far, in whatever time zone they are. */
  #inside = { first: '', last: '' };

  /** With two paths, what has an end but no start has always been, and what has a start but no end goes on. */
  take(batch: Batch, [first, second]: readonly FeaturePath[]): void {
    const starts = batch.column(first!);
    if (!second) return this.#takeColumn(starts);
    const ends = batch.column(second);
    this.#takeColumn(starts);
    this.#takeColumn(ends);
    for (let row = 0; row < batch.rows; row++) {
      const hasStart = starts.kinds[row]! > KIND.null;
      if (hasStart === ends.kinds[row]! > KIND.null) continue;
      if (hasStart) this.#isOpen.to = true;
      else this.#isOpen.from = true;
    }
  }

  takeRows(rows: readonly ReadRow[], paths: readonly FeaturePath[]): void {
    const placed = rows.map((row) => ({ seq: row.seq, feature: new StoredFeature(row.id, row) }));
    this.take(batchOf(placed, paths), paths);
  }

  get extent(): TimeExtent {
    return {
      ...(this.#from <= this.#to && !this.#isOpen.from ? { from: this.#from } : {}),
      ...(this.#from <= this.#to && !this.#isOpen.to ? { to: this.#to } : {}),
    };
  }

  #takeColumn(column: Column): void {
    for (let row = 0; row < column.kinds.length; row++) {
      if (column.kinds[row] === KIND.json) continue;
      const value = valueIn(column, row);
      if (typeof value === 'string' && value >= this.#inside.first && value < this.#inside.last) continue;
      const moment = momentOf(value);
      if (moment) this.#add(moment.ms, moment.isDate ? moment.ms + DAY_MS - 1 : moment.ms);
    }
  }

  #add(from: number, to: number): void {
    if (from >= this.#from && to <= this.#to) return;
    this.#from = Math.min(this.#from, from);
    this.#to = Math.max(this.#to, to);
    // A time that is written down on a day may be on the day before or after it.
    const [first, last] = [dayOf(this.#from + 2 * DAY_MS), dayOf(this.#to - 2 * DAY_MS)];
    this.#inside = first && last ? { first, last } : { first: '', last: '' };
  }
}

/** As texts have it; undefined where they cannot. */
function dayOf(ms: number): string | undefined {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}
