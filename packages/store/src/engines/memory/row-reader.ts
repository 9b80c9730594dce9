import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import { idsOf } from '../../model/query/id-test.ts';
import type { ChangeCursor, ChangesQuery } from '../../model/query/query.ts';
import type { HistorySize, Statistics, VersionRange } from '../../model/results.ts';
import { listStatistics } from '../../model/statistics/list-statistics.ts';
import type { Effect } from '../../read/effect.ts';
import { NoDerivedData } from '../../read/no-derived-data.ts';
import type {
  Access,
  ChangedRow,
  HistoryReader,
  LastChange,
  RowQuery,
  VersionBatch,
} from '../../read/row-reader.ts';
import { stepRows } from '../../read/step-size.ts';
import { versionRange } from '../../read/version-range.ts';
import { MemoryAccess } from './access.ts';
import { type Slot, stateAt, toReadRow } from './rows.ts';
import type { MemorySpace } from './space.ts';

/** What the planner reads a space in memory with. Everything is answered at once. */
export class MemoryRowReader extends NoDerivedData implements HistoryReader {
  readonly isDistributed = false;
  readonly key: string;
  readonly #space: MemorySpace;

  constructor(space: MemorySpace, key: string) {
    super();
    this.#space = space;
    this.key = key;
  }

  content() {
    return this.#space.size;
  }

  stepRows(chunkBytes?: number): number {
    return stepRows(this.#space.size, chunkBytes);
  }

  statistics(): Statistics {
    return listStatistics(this.#space.counts, this.#space.extent);
  }

  /** Nothing is written between two reads that do not pause. */
  snapshot<T>(work: Effect<T>): Effect<T> {
    return work;
  }

  accesses(query: RowQuery): Access[] {
    const ids = query.area ? undefined : query.filter.tests.map(idsOf).find((list) => list !== undefined);
    const seqs = ids?.flatMap((id) => this.#space.ids.get(id)?.seq ?? []);
    return [new MemoryAccess(this.#space, query, seqs && [...new Set(seqs)])];
  }

  hasNearby(area: AreaTest, count: number): boolean {
    const near = this.#space.grid.find(area.boxes, count);
    return !near || near.size >= count;
  }

  byPositions(seqs: readonly number[], area?: AreaTest): ReadRow[] {
    const rows = seqs.flatMap((seq) => this.#space.slots.at(seq)?.row ?? []);
    return rows.sort((a, b) => a.seq - b.seq).map((row) => toReadRow(row, area));
  }

  byIds(ids: readonly string[]): ReadRow[] {
    return ids.flatMap((id) => this.#space.ids.get(id)?.row ?? []).map((row) => toReadRow(row));
  }

  idsAfter(after: number, limit: number): { seq: number; id: string }[] {
    const { rows } = new MemoryAccess(this.#space, EVERYTHING).rows({ kind: 'page', after, limit });
    return rows.map(({ seq, id }) => ({ seq, id }));
  }

  versions(): VersionRange {
    const { began = null, oldest = null } = this.#space.history.extent ?? {};
    return versionRange({ latest: this.#space.content.version, began, oldest });
  }

  presentCount(): { version: number; count: number } {
    return { version: this.#space.content.version, count: this.#space.size.count };
  }

  rowsOfVersion(version: number, batch: VersionBatch): ReadRow[] {
    const states = this.#positionsOf(batch).map((slot) => slot && stateAt(slot, version));
    const rows = states.filter((row) => row !== undefined);
    return [...('limit' in batch ? rows.take(batch.limit) : rows)].map((row) => toReadRow(row));
  }

  #positionsOf(batch: VersionBatch): IteratorObject<Omit<Slot, 'seq'> | undefined, void> {
    const { slots, ids, history } = this.#space;
    if ('ids' in batch)
      return batch.ids.values().map((id) => ({ row: ids.get(id)?.row, past: history.statesOf(id) }));
    if ('seqs' in batch) return batch.seqs.values().map((seq) => slots.at(seq));
    const { after, upTo, part } = batch;
    return slots.after(after, upTo).filter(({ seq }) => !part || seq % part.count === part.index);
  }

  timesOf(versions: readonly number[]): Map<number, number> {
    return this.#space.history.timesOf(versions);
  }

  changedSince(version: number, limit: number): number[] {
    return this.#space.history.changedSince(version, this.#space.content.version, limit);
  }

  changes(query: ChangesQuery, cursor: ChangesQuery['after'], limit: number): ChangedRow[] {
    return this.#space.history.changesAfter(query, cursor, limit);
  }

  lastChanges(query: ChangesQuery, cursor: ChangeCursor, limit: number): LastChange[] {
    return this.#space.history.lastChanges(query, cursor, limit);
  }

  historySize(): HistorySize {
    return this.#space.history.size(this.#space.size.bytes);
  }
}

const EVERYTHING: RowQuery = { filter: { tags: [], tests: [] } };
