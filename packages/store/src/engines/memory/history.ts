import { behindChange } from '../../model/query/changesets.ts';
import { CHANGES, type ChangeCursor, type ChangesQuery } from '../../model/query/query.ts';
import { type HistorySize, historySize, SAMPLED_STATES } from '../../model/results.ts';
import type { ChangedRow, LastChange } from '../../read/row-reader.ts';
import { DELETED, type HistoryExtent, MADE_AT } from '../../rules/history.ts';
import type { PendingHistory } from '../../rules/write/pending-history.ts';
import type { PendingTable } from '../../rules/write/pending-table.ts';
import { type MemoryRow, type PastRow, type Slot, stateAt, toReadRow } from './rows.ts';
import type { Slots } from './slots.ts';

/** Above every position: a change and a position make one number, which orders by both. */
const CHANGE = 2 ** 50;
/** Above the changes that readers see. */
const VISIBLE = (CHANGES.length + 1) * CHANGE;

/** What a version changed, `sorted` once it was read; and when it was made. */
type Notes = { keys: Set<number>; sorted?: number[]; madeAt?: number };

/** Past states, by position and by id, and what each version changed. */
export class MemoryHistory {
  readonly #slots: Slots;
  readonly #ids: ReadonlyMap<string, Slot>;
  readonly #byId = new Map<string, Set<PastRow>>();
  readonly #notes = new Map<number, Notes>();
  /** How many past states there are. */
  states = 0;
  extent: HistoryExtent | undefined;

  /** `ids`: the positions of the present states. */
  constructor(slots: Slots, ids: ReadonlyMap<string, Slot>) {
    this.#slots = slots;
    this.#ids = ids;
  }

  /** Takes in what requests have changed; comes before the present states are replaced. */
  add({ oldStates, noted }: PendingTable): void {
    for (const { row, until } of oldStates) {
      const slot = this.#slots.at(row.seq)!;
      const state = { row: slot.row!, until };
      slot.past.push(state);
      this.#byId.set(row.id, (this.#byId.get(row.id) ?? new Set()).add(state));
      this.states++;
    }
    for (const { version, change, seq } of noted) {
      const notes = this.#notes.get(version) ?? { keys: new Set() };
      this.#notes.set(version, notes);
      if (change === MADE_AT) notes.madeAt = seq;
      else notes.keys.add(change * CHANGE + seq);
    }
  }

  /** Removes what is no longer to be retained; gives the states that went. */
  move({ stored, extent, isForgotten }: PendingHistory): MemoryRow[] {
    this.extent = extent;
    if (isForgotten) return [...this.#notes.keys()].flatMap((version) => this.#forget(version));
    const gone: MemoryRow[] = [];
    if (stored && extent)
      for (let version = stored.oldest; version < extent.oldest; version++)
        gone.push(...this.#forget(version));
    return gone;
  }

  #forget(version: number): MemoryRow[] {
    const keys = [...(this.#notes.get(version)?.keys ?? [])];
    this.#notes.delete(version);
    return keys.flatMap((key) => this.#endedBy(version, this.#slots.at(key % CHANGE)));
  }

  #endedBy(version: number, slot: Slot | undefined): MemoryRow[] {
    const at = slot ? slot.past.findIndex(({ until }) => until === version) : -1;
    if (at < 0) return [];
    const [state] = slot!.past.splice(at, 1);
    const ofId = this.#byId.get(state!.row.id)!;
    ofId.delete(state!);
    if (ofId.size === 0) this.#byId.delete(state!.row.id);
    this.states--;
    return [state!.row];
  }

  /** The past states of an id. */
  statesOf(id: string): PastRow[] {
    return [...(this.#byId.get(id) ?? [])];
  }

  /** Of those of which it was noted. */
  timesOf(versions: readonly number[]): Map<number, number> {
    const times = versions.map((version) => [version, this.#notes.get(version)?.madeAt] as const);
    return new Map(times.flatMap(([version, at]) => (at === undefined ? [] : [[version, at]])));
  }

  /** The positions of what was changed by versions after one, up to the latest. */
  changedSince(version: number, latest: number, limit: number): number[] {
    const seqs: number[] = [];
    for (let after = version + 1; after <= latest && seqs.length < limit; after++)
      for (const key of this.#notes.get(after)?.keys ?? []) seqs.push(key % CHANGE);
    return seqs.slice(0, limit);
  }

  /** The changes behind a cursor, in their order. */
  changesAfter({ from, to }: ChangesQuery, cursor: ChangesQuery['after'], limit: number): ChangedRow[] {
    const behind = behindChange(cursor, from);
    const last = behind.change * CHANGE + behind.seq;
    const isBehind = (version: number, key: number) => key > last || version > behind.version;
    return this.#noted(behind.version, to, limit, isBehind);
  }

  lastChanges({ to }: ChangesQuery, cursor: ChangeCursor, limit: number): LastChange[] {
    const { version: from, change, seq } = cursor;
    const first = (CHANGES.indexOf(change) + 1) * CHANGE;
    const isBehind = (version: number, key: number) =>
      key > first && key < first + CHANGE && (version > from || key > first + seq);
    return this.#noted(from, to, limit, isBehind).map((one) => {
      const { version, row } = one;
      if (one.change !== 'deleted' || !row)
        return { ...one, isLast: this.#stateAt(one.seq, to) === this.#stateAt(one.seq, version) };
      const states = [this.#ids.get(row.id)?.row, ...this.statesOf(row.id).map((past) => past.row)];
      return { ...one, isLast: !states.some((state) => state && state.since > version && state.since <= to) };
    });
  }

  #noted(from: number, to: number, limit: number, isMeant: (version: number, key: number) => boolean) {
    const changed: ChangedRow[] = [];
    for (let version = from; version <= to; version++)
      for (const key of sortedKeys(this.#notes.get(version))) {
        if (key >= VISIBLE || !isMeant(version, key)) continue;
        if (changed.length === limit) return changed;
        const code = Math.floor(key / CHANGE);
        const seq = key % CHANGE;
        const row = this.#stateAt(seq, code === DELETED ? version - 1 : version);
        changed.push({ version, change: CHANGES[code - 1]!, seq, row: row && toReadRow(row) });
      }
    return changed;
  }

  #stateAt(seq: number, version: number): MemoryRow | undefined {
    const slot = this.#slots.at(seq);
    return slot && stateAt(slot, version);
  }

  size(present: number): HistorySize {
    let count = 0;
    for (const { keys } of this.#notes.values()) for (const key of keys) if (key < VISIBLE) count++;
    const states = this.#byId.values().flatMap((past) => past.values());
    const sizes = [...states.take(SAMPLED_STATES).map(({ row }) => Buffer.byteLength(row.text))];
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return historySize({ count, present, states: sizes.length, bytes });
  }
}

function sortedKeys(notes: Notes | undefined): number[] {
  if (!notes) return [];
  notes.sorted ??= [...notes.keys].sort((a, b) => a - b);
  return notes.sorted;
}
