import { StatsDelta } from '../../model/statistics/stats-delta.ts';
import { type ActivityLogTarget, ActivityRecorder, type OutboxEntry } from '../activity/activity-log.ts';
import { MADE_AT, VersionChanges } from '../history.ts';
import { type FeatureTable, type NewRow, type StateName, StoredRow } from './feature-table.ts';

/** A feature as it is now; `fresh` where this transaction wrote it. */
export type FeatureState = { row: StoredRow; version: number; hasZ: boolean; fresh?: NewRow };

/** A feature as it was in the versions from `since` to the one before `until`. */
export type OldState = { row: StoredRow; since: number; until: number; hasZ: boolean };

export type NotedChange = { version: number; change: number; seq: number; id: string };

/** Stands for a feature that no request of the transaction has changed. */
const UNTOUCHED = Symbol('untouched');

/** What a transaction makes of one feature. */
export type FeatureChange = { id: string; before: FeatureState | undefined; after: FeatureState | undefined };

/** What is stored of the features that requests name. */
export interface StoredStates {
  state(id: string): FeatureState | undefined;
  oldStates(id: string): readonly OldState[];
}

/**
 * What a few write requests make of the features that they name, before it is written: changed request by request, written
 * at once. A request that fails is undone; those before it stay.
 */
export class PendingTable implements FeatureTable {
  nextVersion: number;
  lastSeq: number;
  /** Whether what is replaced or removed is retained. */
  keepsHistory = false;
  readonly #stored: StoredStates;
  readonly #now = new Map<string, FeatureState | undefined>();
  #oldStates: OldState[] = [];
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
  /** What the request changed, and what was there before it: many features, for which a function each would be too much. */
  readonly #changed: string[] = [];
  readonly #replaced: (FeatureState | typeof UNTOUCHED | undefined)[] = [];
  #isChanged = false;

  constructor(
    { version, lastSeq, count }: { version: number; lastSeq: number; count: number },
    stored: StoredStates,
  ) {
    this.nextVersion = version + 1;
    this.lastSeq = lastSeq;
    this.#count = count;
    this.#stored = stored;
  }

  /** One request: its changes go again if it throws. If it made any, the next version is another. */
  attempt<T>(work: () => T): T {
    const { lastSeq } = this;
    const count = this.#count;
    const recorded = this.outbox.length;
    this.#undo = [];
    this.#changed.length = this.#replaced.length = 0;
    this.#isChanged = false;
    this.#changes.begin();
    try {
      const result = work();
      if (this.#isChanged) this.nextVersion++;
      return result;
    } catch (error) {
      for (const undo of this.#undo.reverse()) undo();
      this.#restore();
      this.#count = count;
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
    return this.#now.has(id) ? this.#now.get(id) : this.#stored.state(id);
  }

  oldState(id: string, { uuid, version }: StateName): StoredRow | undefined {
    const isIt = ({ row, since, until }: OldState) =>
      uuid !== undefined ? row.revision.uuid === uuid : since <= version! && version! < until;
    const oldStates = [...this.#stored.oldStates(id), ...this.#oldStates.filter(({ row }) => row.id === id)];
    return oldStates.find(isIt)?.row;
  }

  insert(row: NewRow): void {
    const { id } = row.feature;
    const seq = ++this.lastSeq;
    this.#set(id, this.#fresh(seq, row), 1);
    this.#recorder?.saved(row);
    if (this.keepsHistory) this.#changes.inserted(seq, id);
  }

  replace(before: StoredRow, row: NewRow): void {
    if (this.keepsHistory) this.#changes.replacing(before.seq, before.id);
    this.#set(before.id, this.#fresh(before.seq, row), 0);
    this.#recorder?.updated(before, row);
  }

  remove(before: StoredRow): void {
    const { id, seq } = before;
    this.#recorder?.deleted(before);
    if (this.keepsHistory) this.#changes.removing(seq, id);
    this.#set(id, undefined, -1);
  }

  count(): number {
    return this.#count;
  }

  /** All that is to be forgotten of the history: what was retained before, and what these requests have added. */
  forgetHistory(): void {
    const [oldStates, noted] = [this.#oldStates, [...this.#noted]];
    this.#oldStates = [];
    this.#noted.clear();
    this.#undo.push(() => {
      this.#oldStates = oldStates;
      for (const [key, change] of noted) this.#noted.set(key, change);
    });
  }

  /** When a version was made; times never go back. */
  noteTime(version: number, madeAt: number): void {
    this.#noted.set(`${version} ${MADE_AT}`, { version, change: MADE_AT, seq: madeAt, id: '' });
  }

  get changes(): FeatureChange[] {
    return [...this.#now].map(([id, after]) => ({ id, before: this.#stored.state(id), after }));
  }

  get oldStates(): readonly OldState[] {
    return this.#oldStates;
  }

  get noted(): NotedChange[] {
    return [...this.#noted.values()];
  }

  #fresh(seq: number, row: NewRow): FeatureState {
    const { createdAt, updatedAt, feature } = row;
    const version = this.keepsHistory ? this.nextVersion : 0;
    const stored = new StoredRow({ seq, id: feature.id, createdAt, updatedAt }, row);
    return { row: stored, version, hasZ: row.facts?.hasZ === true, fresh: row };
  }

  #set(id: string, state: FeatureState | undefined, counts: number): void {
    this.#changed.push(id);
    this.#replaced.push(this.#now.has(id) ? this.#now.get(id) : UNTOUCHED);
    this.#now.set(id, state);
    this.#isChanged = true;
    this.#count += counts;
  }

  /** Takes back what a request changed, the last change first. */
  #restore(): void {
    for (let i = this.#changed.length - 1; i >= 0; i--) {
      const before = this.#replaced[i];
      if (before === UNTOUCHED) this.#now.delete(this.#changed[i]!);
      else this.#now.set(this.#changed[i]!, before);
    }
  }

  /** Keeps what a feature was; false where it became so in this very version. */
  #end(id: string): boolean {
    const { row, version, hasZ } = this.#state(id)!;
    if (version >= this.nextVersion) return false;
    const oldState = { row, since: version, until: this.nextVersion, hasZ };
    this.#oldStates.push(oldState);
    this.#undo.push(() => {
      this.#oldStates = this.#oldStates.filter((other) => other !== oldState);
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

/** What changes make of the statistics. */
export function statsDeltaOf(changes: readonly FeatureChange[]): StatsDelta {
  const statsDelta = new StatsDelta();
  for (const { before, after } of changes) {
    if (before) statsDelta.add(before.row.feature, Buffer.byteLength(before.row.text), -1);
    if (after) statsDelta.add(after.fresh!.feature, Buffer.byteLength(after.row.text), 1);
  }
  return statsDelta;
}
