import { behindChange } from '../../model/query/changesets.ts';
import { CHANGES, type ChangeCursor, type ChangesQuery } from '../../model/query/query.ts';
import { type HistorySize, historySize, SAMPLED_STATES } from '../../model/results.ts';
import type { ChangedRow, LastChange } from '../../read/row-reader.ts';
import { beginning, DELETED, expired, type HistoryExtent, VersionChanges } from '../../rules/history.ts';
import type { StateName } from '../../rules/write/feature-table.ts';
import { StoredRow } from '../../rules/write/feature-table.ts';
import type { ContentState } from '../../rules/write/write-request.ts';
import { type MemoryRow, type PastRow, type Slot, stateAt, toReadRow } from './rows.ts';
import type { Slots } from './slots.ts';

/** Above every position: a change and a position make one number, which orders by both. */
const CHANGE = 2 ** 50;

/** What a version changed; `sorted` once it was read. */
type Notes = { keys: Set<number>; sorted?: number[] };

/** What was: states that have ended, and what each version changed. Undone together with the write that made it. */
export class MemoryHistory {
  readonly #slots: Slots;
  readonly #ids: ReadonlyMap<string, Slot>;
  readonly #undo: (step: () => void) => void;
  readonly #free: (row: MemoryRow) => void;
  readonly #past = new Map<string, PastRow[]>();
  readonly #notes = new Map<number, Notes>();
  readonly #times = new Map<number, number>();
  extent: HistoryExtent | undefined;
  #version = 0;
  readonly changes = new VersionChanges({
    note: (change, seq) => this.#note(change * CHANGE + seq),
    strike: (change, seq) => this.#strike(change * CHANGE + seq),
    endState: (seq) => this.#endState(this.#slots.at(seq)!),
  });

  /** `free` hears of states that are no longer needed. */
  constructor(
    slots: Slots,
    ids: ReadonlyMap<string, Slot>,
    undo: (step: () => void) => void,
    free: (row: MemoryRow) => void,
  ) {
    this.#slots = slots;
    this.#ids = ids;
    this.#undo = undo;
    this.#free = free;
  }

  /** Comes before what makes a version; `latest` is the one before it, and since when. */
  beginVersion({ version: latest, updatedAt }: ContentState): void {
    const { extent } = this;
    if (!extent) {
      this.extent = beginning(latest);
      if (latest > 0) this.noteTime(latest, updatedAt);
      this.#undo(() => {
        this.extent = undefined;
        this.#times.clear();
      });
    }
    this.#version = latest + 1;
    this.changes.begin();
  }

  /** Times of versions never go back. */
  noteTime(version: number, madeAt: number): void {
    this.#times.set(version, madeAt);
  }

  timeOf(version: number): number | undefined {
    return this.#times.get(version);
  }

  #note(key: number): void {
    const notes = this.#notes.get(this.#version) ?? { keys: new Set() };
    this.#notes.set(this.#version, notes);
    notes.keys.add(key);
    this.#undo(() => void notes.keys.delete(key));
  }

  #strike(key: number): boolean {
    const keys = this.#notes.get(this.#version)?.keys;
    if (!keys?.delete(key)) return false;
    this.#undo(() => void keys.add(key));
    return true;
  }

  #endState(slot: Slot): boolean {
    const row = slot.row!;
    if (row.since >= this.#version) return false;
    const state = { row, until: this.#version };
    slot.past ??= [];
    slot.past.push(state);
    const ofId = this.#past.get(row.id) ?? [];
    ofId.push(state);
    this.#past.set(row.id, ofId);
    this.#undo(() => this.#drop(slot, state));
    return true;
  }

  #drop(slot: Slot, state: PastRow): void {
    slot.past = without(slot.past!, state);
    const ofId = without(this.#past.get(state.row.id)!, state);
    if (ofId) this.#past.set(state.row.id, ofId);
    else this.#past.delete(state.row.id);
  }

  find(id: string, { uuid, version }: StateName): StoredRow | undefined {
    const states = this.#past.get(id) ?? [];
    if (uuid === undefined)
      return toStored(states.find(({ row, until }) => row.since <= version! && version! < until));
    return states.map(toStored).find((row) => row!.revision.uuid === uuid);
  }

  /** The states of an id that a version may have ended. */
  statesOf(id: string): readonly PastRow[] {
    return this.#past.get(id) ?? [];
  }

  /** The positions of what was changed by versions after one, up to the latest. */
  changedSince(version: number, latest: number, limit: number): number[] {
    const seqs: number[] = [];
    for (let after = version + 1; after <= latest; after++)
      for (const key of this.#notes.get(after)?.keys ?? []) {
        if (seqs.length === limit) return seqs;
        seqs.push(key % CHANGE);
      }
    return seqs;
  }

  /** Lets the oldest versions go where there are more than are to be kept. */
  prune(latest: number, versionsToKeep: number): void {
    const from = this.extent!.oldest;
    this.extent = expired(this.extent!, latest, versionsToKeep);
    for (let version = from; version < this.extent.oldest; version++) this.#forget(version);
  }

  #forget(version: number): void {
    this.#times.delete(version);
    const notes = this.#notes.get(version);
    if (!notes) return;
    this.#notes.delete(version);
    let emptied = 0;
    for (const key of notes.keys) {
      const slot = this.#slots.at(key % CHANGE);
      const state = slot?.past?.find(({ until }) => until === version);
      if (!slot || !state) continue;
      this.#drop(slot, state);
      this.#free(state.row);
      if (!slot.past && !slot.row) emptied++;
    }
    this.#slots.emptied(emptied);
  }

  /** Forgets all of it. */
  end(): void {
    for (const version of [...this.#notes.keys()]) this.#forget(version);
    this.#times.clear();
    this.extent = undefined;
  }

  /** The changes behind a cursor, in their order. */
  changesAfter({ from, to }: ChangesQuery, cursor: ChangesQuery['after'], limit: number): ChangedRow[] {
    const behind = behindChange(cursor, from);
    const last = behind.change * CHANGE + behind.seq;
    const changed: ChangedRow[] = [];
    for (const [version, key] of this.#noted(behind.version, to)) {
      if (changed.length === limit) break;
      if (key > last || version > behind.version) changed.push(this.#changed(version, key));
    }
    return changed;
  }

  lastChanges({ to }: ChangesQuery, cursor: ChangeCursor, limit: number): LastChange[] {
    const changed: LastChange[] = [];
    for (const [version, key] of this.#noted(cursor.version, to)) {
      if (changed.length === limit) break;
      const one = this.#changed(version, key);
      if (one.change !== cursor.change || (version === cursor.version && one.seq <= cursor.seq)) continue;
      changed.push({ ...one, isLast: this.#isLast(one, to) });
    }
    return changed;
  }

  /** The changes of a range of versions that readers see. */
  *#noted(from: number, to: number): Generator<[version: number, key: number], void, void> {
    for (let version = from; version <= to; version++) {
      const notes = this.#notes.get(version);
      for (const key of notes ? sortedKeys(notes) : [])
        if (key < (CHANGES.length + 1) * CHANGE) yield [version, key];
    }
  }

  #changed(version: number, key: number): ChangedRow {
    const code = Math.floor(key / CHANGE);
    const seq = key % CHANGE;
    const row = this.#stateAt(seq, code === DELETED ? version - 1 : version);
    return { version, change: CHANGES[code - 1]!, seq, row: row && toReadRow(row) };
  }

  #stateAt(seq: number, version: number): MemoryRow | undefined {
    const slot = this.#slots.at(seq);
    return slot && stateAt(slot, version);
  }

  #isLast({ version, change, seq, row }: ChangedRow, to: number): boolean {
    if (change !== 'deleted') return this.#stateAt(seq, to) === this.#stateAt(seq, version);
    const id = row!.id;
    const later = [this.#ids.get(id)?.row, ...this.statesOf(id).map((state) => state.row)];
    return !later.some((state) => state && state.since > version && state.since <= to);
  }

  size(present: number): HistorySize {
    let [count, states, bytes] = [0, 0, 0];
    for (const { keys } of this.#notes.values())
      for (const key of keys) if (key < (CHANGES.length + 1) * CHANGE) count++;
    for (const past of this.#past.values())
      for (const { row } of past)
        if (states < SAMPLED_STATES) {
          states++;
          bytes += Buffer.byteLength(row.text);
        }
    return historySize({ count, present, states, bytes });
  }
}

function sortedKeys(notes: Notes): number[] {
  if (notes.sorted?.length !== notes.keys.size) notes.sorted = [...notes.keys].sort((a, b) => a - b);
  return notes.sorted!;
}

function without(states: PastRow[], state: PastRow): PastRow[] | undefined {
  const left = states.filter((one) => one !== state);
  return left.length > 0 ? left : undefined;
}

function toStored(state: PastRow | undefined): StoredRow | undefined {
  return state && new StoredRow(state.row, state.row);
}
