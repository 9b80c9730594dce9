import { emptyBBox, extend, isEmptyBBox } from '@meridian/geo';
import { hasTags } from '../../model/feature/tags.ts';
import type { Extent } from '../../model/results.ts';
import { StatsDelta } from '../../model/statistics/stats-delta.ts';
import type { ContentSize } from '../../read/step-size.ts';
import { ActivityRecorder, type OutboxEntry } from '../../rules/activity/activity-log.ts';
import { applyWrite } from '../../rules/write/apply-write.ts';
import { DryRunResult } from '../../rules/write/dry-run-result.ts';
import {
  type FeatureTable,
  type NewRow,
  type StateName,
  StoredRow,
} from '../../rules/write/feature-table.ts';
import { resultOrUnprocessed } from '../../rules/write/unprocessed.ts';
import type {
  ContentState,
  DeleteRequest,
  DeleteResult,
  WriteRequest,
  WriteResult,
} from '../../rules/write/write-request.ts';
import { resultText } from '../../rules/write/write-result.ts';
import { BoxGrid } from './box-grid.ts';
import type { Budget } from './budget.ts';
import { MemoryHistory } from './history.ts';
import { type MemoryRow, type Slot, toMemoryRow } from './rows.ts';
import { Slots } from './slots.ts';

type StepRequest = Pick<WriteRequest, 'versioning' | 'activityLogs' | 'dryRun'>;

/** What an empty space takes. */
const SPACE_COST = 4096;

/** A space in memory. Each request is carried out at once and as a whole: what it did is undone if it fails. */
export class MemorySpace implements FeatureTable {
  readonly slots = new Slots();
  readonly ids = new Map<string, Slot>();
  readonly grid = new BoxGrid();
  readonly history: MemoryHistory;
  /** What statistics answer from, and what the request under way adds to it. */
  readonly counts = new StatsDelta();
  readonly #statsDelta = new StatsDelta();
  readonly #id: string;
  readonly #budget: Budget;
  readonly #cost = { bytes: SPACE_COST };
  readonly #undo: (() => void)[] = [];
  #content = { version: 0, updatedAt: Date.now(), lastSeq: 0 };
  #extent: Extent | 'unknown' | undefined;
  #outbox: OutboxEntry[] = [];
  #lastEntry = 0;
  #recorder: ActivityRecorder | undefined;
  /** Positions that the request under way leaves without anything. */
  #emptied = 0;
  #isVersioned = false;
  #isChanged = false;

  constructor(id: string, budget: Budget) {
    this.#id = id;
    this.#budget = budget;
    this.history = new MemoryHistory(
      this.slots,
      this.ids,
      (step) => void this.#undo.push(step),
      ({ cost }) => this.#spend(-cost),
    );
    budget.spend(SPACE_COST);
  }

  /** Gives its memory back. */
  drop(): void {
    this.#budget.used -= this.#cost.bytes;
  }

  get content(): ContentState {
    const { version, updatedAt } = this.#content;
    return { version, updatedAt };
  }

  /** Memory that it takes, history included; an estimate from above. */
  get usedBytes(): number {
    return this.#cost.bytes;
  }

  get size(): ContentSize & { lastSeq: number } {
    const { count, bytes, maxBytes } = this.counts;
    return { count, bytes, maxBytes, lastSeq: this.#content.lastSeq };
  }

  /** The box around all features: looked for again only after something at its edge has gone. */
  get extent(): Extent | undefined {
    if (this.#extent === 'unknown') {
      this.#extent = undefined;
      for (const { row } of this.slots.after(0)) if (row) this.#widen(row);
    }
    return this.#extent;
  }

  write(request: WriteRequest): WriteResult {
    return resultOrUnprocessed(
      request,
      () => this.content,
      () => {
        const outcome = this.#step((now) => applyWrite(request, this.#id, this, now), request);
        const body = request.returning
          ? new TextEncoder().encode(resultText(request, outcome, this.content.version))
          : undefined;
        return { body, content: this.content };
      },
    );
  }

  delete(request: DeleteRequest): DeleteResult {
    const { ids, tags, writtenAt, returning } = request;
    const removed = this.#step(() => {
      const slots = ids
        ? [...new Set(ids)]
            .flatMap((id) => this.ids.get(id) ?? [])
            .filter(({ row }) => !writtenAt || writtenAt.get(row!.id) === row!.updatedAt)
        : [...this.slots.after(0)].filter(({ row }) => row);
      const isWhole = !ids && !tags && !this.#recorder;
      const matching = slots.filter(
        ({ row }) =>
          (!tags || hasTags(row!.tags, tags)) && (!writtenAt || writtenAt.get(row!.id) === row!.updatedAt),
      );
      const gone = returning || !isWhole ? matching.map(({ row }) => row!.id) : [];
      if (isWhole) this.#removeAll(matching);
      else for (const { row } of matching) this.remove(new StoredRow(row!, row!));
      return gone;
    }, request);
    return { ids: removed, content: this.content };
  }

  /** Without looking at each feature: nothing is left for the statistics. */
  #removeAll(slots: readonly Slot[]): void {
    for (const slot of slots) this.#end(slot);
    const { maxBytes } = this.counts;
    const before = new StatsDelta();
    before.absorb(this.counts);
    this.counts.maxBytes = maxBytes;
    this.#undo.push(() => this.counts.absorb(before));
  }

  get outbox(): readonly OutboxEntry[] {
    return this.#outbox;
  }

  clearOutbox(upTo: number): void {
    for (const { seq, text } of this.#outbox) if (seq <= upTo) this.#spend(-text.length);
    this.#outbox = this.#outbox.filter(({ seq }) => seq > upTo);
  }

  get nextVersion(): number {
    return this.#content.version + 1;
  }

  get(id: string): StoredRow | undefined {
    const row = this.ids.get(id)?.row;
    return row && new StoredRow(row, row);
  }

  oldState(id: string, state: StateName): StoredRow | undefined {
    return this.#isVersioned ? this.history.find(id, state) : undefined;
  }

  count(): number {
    return this.counts.count + this.#statsDelta.count;
  }

  insert(row: NewRow): void {
    this.#recorder?.saved(row);
    const slot = this.slots.append(++this.#content.lastSeq);
    this.#begin(slot, row);
    if (this.#isVersioned) this.history.changes.inserted(slot.seq, row.feature.id);
  }

  replace(before: StoredRow, row: NewRow): void {
    this.#recorder?.updated(before, row);
    const slot = this.ids.get(before.id)!;
    this.#statsDelta.add(before.feature, Buffer.byteLength(before.text), -1);
    if (this.#isVersioned) this.history.changes.replacing(slot.seq, before.id);
    this.#withdraw(slot);
    this.#begin(slot, row);
  }

  remove(before: StoredRow): void {
    this.#recorder?.deleted(before);
    this.#statsDelta.add(before.feature, Buffer.byteLength(before.text), -1);
    this.#end(this.ids.get(before.id)!);
  }

  #begin(slot: Slot, row: NewRow): void {
    const made = toMemoryRow(slot.seq, row, this.#isVersioned ? this.nextVersion : 0);
    this.#statsDelta.add(row.feature, Buffer.byteLength(row.text), 1);
    this.#file(slot, made);
    this.#spend(made.cost);
    this.#undo.push(() => this.#unfile(slot));
  }

  #end(slot: Slot): void {
    if (this.#isVersioned) this.history.changes.removing(slot.seq, slot.row!.id);
    this.#withdraw(slot);
    if (!slot.past) this.#emptied++;
  }

  /** Takes the present state away; it costs nothing any more unless it has become a part of the history. */
  #withdraw(slot: Slot): void {
    const row = slot.row!;
    this.#unfile(slot);
    if (slot.past?.at(-1)?.row !== row) this.#spend(-row.cost);
    this.#undo.push(() => this.#file(slot, row));
  }

  #file(slot: Slot, row: MemoryRow): void {
    slot.row = row;
    this.ids.set(row.id, slot);
    this.grid.add(row);
    this.#widen(row);
    this.#isChanged = true;
  }

  #unfile(slot: Slot): void {
    const row = slot.row!;
    slot.row = undefined;
    this.ids.delete(row.id);
    this.grid.remove(row);
    if (row.box) this.#extent = 'unknown';
    this.#isChanged = true;
  }

  #widen({ box }: MemoryRow): void {
    if (!box || this.#extent === 'unknown') return;
    const bbox = this.#extent?.bbox ?? emptyBBox();
    extend(bbox, box.west, box.south);
    extend(bbox, box.east, box.north);
    if (!isEmptyBBox(bbox)) this.#extent = { bbox, exact: true };
  }

  #spend(bytes: number): void {
    this.#cost.bytes += bytes;
    this.#budget.used += bytes;
  }

  /** One request: undone as a whole if it throws, or if it was only a dry run. */
  #step<T>(work: (now: number) => T, { versioning, activityLogs, dryRun }: StepRequest): T {
    const before = { ...this.#content };
    const [used, cost, outbox] = [this.#budget.used, this.#cost.bytes, this.#outbox.length];
    const now = Date.now();
    const versionsToKeep = versioning?.versionsToKeep;
    this.#isVersioned = versionsToKeep !== undefined;
    this.#isChanged = false;
    this.#emptied = 0;
    this.#undo.length = 0;
    this.#recorder = activityLogs && new ActivityRecorder(this.#id, activityLogs, now, this.#record);
    try {
      if (this.#isVersioned) this.history.beginVersion(before);
      const result = work(now);
      if (dryRun) throw new DryRunResult(result);
      this.#budget.check(used);
      this.#commit(now, versionsToKeep);
      return result;
    } catch (error) {
      for (const step of this.#undo.reverse()) step();
      this.slots.cut(before.lastSeq);
      this.#content = before;
      this.#statsDelta.clear();
      this.#outbox.length = outbox;
      this.#cost.bytes = cost;
      this.#budget.used = used;
      if (error instanceof DryRunResult) return error.result as T;
      throw error;
    }
  }

  #record = ({ spaceId, feature, text }: Omit<OutboxEntry, 'seq'>): void => {
    this.#outbox.push({ seq: ++this.#lastEntry, spaceId, feature, text });
    this.#spend(text.length);
  };

  #commit(now: number, versionsToKeep: number | undefined): void {
    if (this.#isChanged) {
      this.#content.version++;
      this.#content.updatedAt = Math.max(now, this.#content.updatedAt);
      this.counts.absorb(this.#statsDelta);
      this.slots.emptied(this.#emptied);
    }
    if (versionsToKeep !== undefined) {
      const { version, updatedAt } = this.#content;
      if (this.#isChanged) this.history.noteTime(version, updatedAt);
      this.history.prune(version, versionsToKeep);
    } else if (this.history.extent) this.history.end();
  }
}
