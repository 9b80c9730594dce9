import {
  type ActivityLogTarget,
  ActivityRecorder,
  type OutboxEntry,
} from '../../rules/activity/activity-log.ts';
import { VersionChanges } from '../../rules/history.ts';
import {
  type FeatureTable,
  type NewRow,
  type StateName,
  StoredRow,
} from '../../rules/write/feature-table.ts';

/** A feature as it is now; `fresh` where this transaction wrote it. */
export type FeatureState = { row: StoredRow; version: number; hasZ: boolean; fresh?: NewRow };

/** A feature as it was in the versions from `since` to the one before `until`. */
export type PastState = { row: StoredRow; since: number; until: number; hasZ: boolean };

export type NotedChange = { version: number; change: number; seq: number; id: string };

/** What a transaction makes of one feature. */
export type FeatureChange = { id: string; before: FeatureState | undefined; after: FeatureState | undefined };

/**
 * The features that a few write requests name, in memory: fetched at once, changed request by request, written at once.
 * A request that fails is undone; those before it stay.
 */
export class PendingTable implements FeatureTable {
  nextVersion: number;
  lastSeq: number;
  /** Whether what is replaced or removed is kept. */
  keepsPast = false;
  readonly #stored = new Map<string, FeatureState>();
  readonly #now = new Map<string, FeatureState | undefined>();
  readonly #storedPasts = new Map<string, PastState[]>();
  #pasts: PastState[] = [];
  readonly #noted = new Map<string, NotedChange>();
  readonly #changes = new VersionChanges({
    note: (change, seq, id) => this.#note(change, seq, id),
    strike: (change, seq) => this.#strike(change, seq),
    endState: (_, id) => this.#end(id),
  });
  #count: number;
  #recorder: ActivityRecorder | undefined;
  /** What is to be written into logs. */
  readonly outbox: Omit<OutboxEntry, 'seq'>[] = [];
  #undo: (() => void)[] = [];
  #isChanged = false;

  constructor(version: number, lastSeq: number, count: number) {
    this.nextVersion = version + 1;
    this.lastSeq = lastSeq;
    this.#count = count;
  }

  /** Takes in what is stored. */
  load(states: readonly FeatureState[], pasts: readonly PastState[]): void {
    for (const state of states) this.#stored.set(state.row.id, state);
    for (const past of pasts) {
      const known = this.#storedPasts.get(past.row.id);
      if (known) known.push(past);
      else this.#storedPasts.set(past.row.id, [past]);
    }
  }

  /** One request: its changes go again if it throws. If it made any, the next version is another. */
  attempt<T>(work: () => T): T {
    const { lastSeq } = this;
    const recorded = this.outbox.length;
    this.#undo = [];
    this.#isChanged = false;
    this.#changes.begin();
    try {
      const result = work();
      if (this.#isChanged) this.nextVersion++;
      return result;
    } catch (error) {
      for (const undo of this.#undo.reverse()) undo();
      this.lastSeq = lastSeq;
      this.outbox.length = recorded;
      throw error;
    }
  }

  /** From here on changes are recorded, or not. */
  record(space: string, logs: readonly ActivityLogTarget[] | undefined, now: number): void {
    this.#recorder = logs && new ActivityRecorder(space, logs, now, (entry) => void this.outbox.push(entry));
  }

  get(id: string): StoredRow | undefined {
    return this.#state(id)?.row;
  }

  #state(id: string): FeatureState | undefined {
    return this.#now.has(id) ? this.#now.get(id) : this.#stored.get(id);
  }

  past(id: string, { uuid, version }: StateName): StoredRow | undefined {
    const isIt = ({ row, since, until }: PastState) =>
      uuid !== undefined ? row.marks.uuid === uuid : since <= version! && version! < until;
    const pasts = [...(this.#storedPasts.get(id) ?? []), ...this.#pasts.filter(({ row }) => row.id === id)];
    return pasts.find(isIt)?.row;
  }

  insert(row: NewRow): void {
    const { id } = row.feature;
    const seq = ++this.lastSeq;
    this.#set(id, this.#fresh(seq, row), 1);
    this.#recorder?.saved(row);
    if (this.keepsPast) this.#changes.inserted(seq, id);
  }

  replace(before: StoredRow, row: NewRow): void {
    if (this.keepsPast) this.#changes.replacing(before.seq, before.id);
    this.#set(before.id, this.#fresh(before.seq, row), 0);
    this.#recorder?.updated(before, row);
  }

  remove(before: StoredRow): void {
    const { id, seq } = before;
    this.#recorder?.deleted(before);
    if (this.keepsPast) this.#changes.removing(seq, id);
    this.#set(id, undefined, -1);
  }

  count(): number {
    return this.#count;
  }

  /** All that is to be forgotten of the past: what was kept before, and what these requests have added. */
  forgetPast(): void {
    const [pasts, noted] = [this.#pasts, [...this.#noted]];
    this.#pasts = [];
    this.#noted.clear();
    this.#undo.push(() => {
      this.#pasts = pasts;
      for (const [key, change] of noted) this.#noted.set(key, change);
    });
  }

  get changes(): FeatureChange[] {
    return [...this.#now].map(([id, after]) => ({ id, before: this.#stored.get(id), after }));
  }

  get pasts(): readonly PastState[] {
    return this.#pasts;
  }

  get noted(): NotedChange[] {
    return [...this.#noted.values()];
  }

  #fresh(seq: number, row: NewRow): FeatureState {
    const { createdAt, updatedAt, feature } = row;
    const version = this.keepsPast ? this.nextVersion : 0;
    const stored = new StoredRow({ seq, id: feature.id, createdAt, updatedAt }, row);
    return { row: stored, version, hasZ: row.facts?.hasZ === true, fresh: row };
  }

  #set(id: string, state: FeatureState | undefined, counts: number): void {
    const known = this.#now.has(id);
    const before = this.#now.get(id);
    this.#now.set(id, state);
    this.#isChanged = true;
    this.#count += counts;
    this.#undo.push(() => {
      if (known) this.#now.set(id, before);
      else this.#now.delete(id);
      this.#count -= counts;
    });
  }

  /** Keeps what a feature was; false where it became so in this very version. */
  #end(id: string): boolean {
    const { row, version, hasZ } = this.#state(id)!;
    if (version >= this.nextVersion) return false;
    const past = { row, since: version, until: this.nextVersion, hasZ };
    this.#pasts.push(past);
    this.#undo.push(() => {
      this.#pasts = this.#pasts.filter((other) => other !== past);
    });
    return true;
  }

  #note(change: number, seq: number, id: string): void {
    const key = `${this.nextVersion} ${change} ${seq}`;
    this.#noted.set(key, { version: this.nextVersion, change, seq, id });
    this.#undo.push(() => this.#noted.delete(key));
  }

  #strike(change: number, seq: number): boolean {
    const key = `${this.nextVersion} ${change} ${seq}`;
    const noted = this.#noted.get(key);
    if (!noted) return false;
    this.#noted.delete(key);
    this.#undo.push(() => this.#noted.set(key, noted));
    return true;
  }
}
