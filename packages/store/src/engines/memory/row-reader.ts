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
import { type MemoryRow, stateAt, toReadRow } from './rows.ts';
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
    return [new MemoryAccess(this.#space, query, ids && [...this.seqsOf(ids).values()])];
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

  seqsOf(ids: readonly string[]): Map<string, number> {
    return new Map(ids.flatMap((id) => this.#space.ids.get(id) ?? []).map(({ seq, row }) => [row!.id, seq]));
  }

  idsAt(seqs: readonly number[]): string[] {
    return seqs.flatMap((seq) => this.#space.slots.at(seq)?.row?.id ?? []);
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
    return this.#statesOf(version, batch).map((row) => toReadRow(row));
  }

  #statesOf(version: number, batch: VersionBatch): MemoryRow[] {
    const { slots, ids, history } = this.#space;
    if ('ids' in batch)
      return batch.ids.flatMap((id) => {
        const slot = { seq: 0, row: ids.get(id)?.row, past: [...history.statesOf(id)] };
        return stateAt(slot, version) ?? [];
      });
    if ('seqs' in batch)
      return batch.seqs.flatMap((seq) => {
        const slot = slots.at(seq);
        return (slot && stateAt(slot, version)) ?? [];
      });
    const { after, upTo, limit, part } = batch;
    const rows: MemoryRow[] = [];
    for (const slot of slots.after(after)) {
      if (slot.seq > upTo || rows.length === limit) break;
      const row = part && slot.seq % part.count !== part.index ? undefined : stateAt(slot, version);
      if (row) rows.push(row);
    }
    return rows;
  }

  timeOf(version: number): number | undefined {
    return this.#space.history.timeOf(version);
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
