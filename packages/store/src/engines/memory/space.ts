import { type BBox, emptyBBox, extendBy, isEmptyBBox } from '@meridian/geo';
import { hasTags } from '../../model/feature/tags.ts';
import type { Extent } from '../../model/results.ts';
import { StatsDelta } from '../../model/statistics/stats-delta.ts';
import type { ContentSize } from '../../read/step-size.ts';
import type { OutboxEntry } from '../../rules/activity/activity-log.ts';
import { fewBoxes } from '../../rules/touched/touched-boxes.ts';
import { isMergedAfter, lastTouched, merged, type TouchedEntry } from '../../rules/touched/touched-log.ts';
import { carryOutWrite, type Requests, removeIds } from '../../rules/write/carry-out.ts';
import { StoredRow } from '../../rules/write/feature-table.ts';
import { PendingHistory } from '../../rules/write/pending-history.ts';
import { pendingRequests } from '../../rules/write/pending-requests.ts';
import {
  type FeatureState,
  type OldState,
  PendingTable,
  type StoredStates,
  statsDeltaOf,
} from '../../rules/write/pending-table.ts';
import type {
  ContentState,
  DeleteRequest,
  DeleteResult,
  WriteRequest,
  WriteResult,
} from '../../rules/write/write-request.ts';
import { BoxGrid } from './box-grid.ts';
import type { Budget } from './budget.ts';
import { MemoryHistory } from './history.ts';
import { type MemoryRow, type Slot, toMemoryRow } from './rows.ts';
import { Slots } from './slots.ts';

/** What an empty space takes. */
const SPACE_COST = 4096;

/** A space in memory. What a request changes is collected first, and then done as a whole. */
export class MemorySpace implements StoredStates {
  readonly slots = new Slots();
  readonly ids = new Map<string, Slot>();
  readonly grid = new BoxGrid();
  readonly history = new MemoryHistory(this.slots, this.ids);
  /** What statistics answer from. */
  readonly counts = new StatsDelta();
  readonly #id: string;
  readonly #budget: Budget;
  /** Memory that it takes, history included; an estimate from above. */
  usedBytes = SPACE_COST;
  #content = { version: 0, updatedAt: Date.now(), lastSeq: 0 };
  #extent: { version: number; found: Extent | undefined } | undefined;
  #touched: TouchedEntry[] = [];
  #outbox: OutboxEntry[] = [];
  #lastEntry = 0;

  constructor(id: string, budget: Budget) {
    this.#id = id;
    this.#budget = budget;
    budget.spend(SPACE_COST);
  }

  /** Gives its memory back. */
  drop(): void {
    this.#budget.used -= this.usedBytes;
  }

  get content(): ContentState {
    const { version, updatedAt } = this.#content;
    return { version, updatedAt };
  }

  contentIn(area: readonly BBox[]): ContentState {
    return { ...this.content, version: lastTouched(this.#touched, this.#content.version, area) };
  }

  get size(): ContentSize & { lastSeq: number } {
    const { count, bytes, maxBytes } = this.counts;
    return { count, bytes, maxBytes, lastSeq: this.#content.lastSeq };
  }

  /** The box around all features: computed once for each version. */
  get extent(): Extent | undefined {
    const { version } = this.#content;
    if (this.#extent?.version !== version) {
      const bbox = emptyBBox();
      for (const { row } of this.slots.after(0)) if (row?.box) extendBy(bbox, row.box);
      this.#extent = { version, found: isEmptyBBox(bbox) ? undefined : { bbox, exact: true } };
    }
    return this.#extent.found;
  }

  write(request: WriteRequest): WriteResult {
    return this.#carryOut((requests, table) => carryOutWrite(requests, table, this.#id, request));
  }

  delete(request: DeleteRequest): DeleteResult {
    const { ids, tags, returning } = request;
    return this.#carryOut((requests, table) => {
      const removed = requests.attempt(() => {
        if (ids) return removeIds(table, request);
        const rows = [...this.slots.after(0)].flatMap(({ row }) => row ?? []);
        const matching = tags ? rows.filter((row) => hasTags(row.tags, tags)) : rows;
        for (const row of matching) table.remove(new StoredRow(row, row));
        return returning || tags ? matching.map(({ id }) => id) : [];
      }, request);
      return { ids: removed, content: requests.content };
    });
  }

  get outbox(): readonly OutboxEntry[] {
    return this.#outbox;
  }

  clearOutbox(upTo: number): void {
    const gone = this.#outbox.filter(({ seq }) => seq <= upTo).length;
    this.#spend(-costOf(this.#outbox.splice(0, gone)));
  }

  state(id: string): FeatureState | undefined {
    const row = this.ids.get(id)?.row;
    return row && { ...stateOf(row), version: row.since };
  }

  oldStates(id: string): OldState[] {
    const states = this.history.statesOf(id);
    return states.map(({ row, until }) => ({ ...stateOf(row), since: row.since, until }));
  }

  /** What it throws changes nothing. */
  #carryOut<T>(work: (requests: Requests, table: PendingTable) => T): T {
    const content = { ...this.#content };
    const table = new PendingTable({ ...content, count: this.counts.count }, this);
    const history = new PendingHistory(this.history.extent);
    const result = work(pendingRequests(this.#id, table, history, content), table);
    const boxes = this.#touchedBy(table);
    this.#save(table, history);
    if (content.version > this.#content.version) this.#touch(content.version, boxes);
    this.#content = content;
    return result;
  }

  #save(table: PendingTable, history: PendingHistory): void {
    const { changes, outbox, oldStates } = table;
    const made = changes.flatMap(({ after }) =>
      after ? toMemoryRow(after.row.seq, after.fresh!, after.version) : [],
    );
    const isRetained = new Set(oldStates.map(({ row }) => row.seq));
    const gone = changes.flatMap(({ before }) =>
      before && !isRetained.has(before.row.seq) ? this.ids.get(before.row.id)!.row! : [],
    );
    this.#spend(costOf(made) - costOf(gone) + costOf(outbox));
    this.history.add(table);
    for (const { before } of changes) if (before) this.#remove(this.ids.get(before.row.id)!);
    for (const row of made.sort((a, b) => a.seq - b.seq)) this.#file(row);
    if (this.ids.size > 0) this.counts.absorb(statsDeltaOf(changes));
    else this.counts.empty();
    for (const entry of outbox) this.#outbox.push({ ...entry, seq: ++this.#lastEntry });
    this.#spend(-costOf(this.history.move(history)));
    this.slots.compact(this.ids.size + this.history.states);
  }

  /** What is changed is still stored as it was. */
  #touchedBy({ changes }: PendingTable): readonly BBox[] {
    const boxes = changes.flatMap(({ id, after }) => [this.ids.get(id)?.row?.box, after?.fresh?.facts?.bbox]);
    return fewBoxes(boxes);
  }

  #touch(last: number, boxes: readonly BBox[]): void {
    const first = this.#content.version + 1;
    this.#touched.push({ first, last, boxes });
    if (isMergedAfter(first, last)) this.#touched = merged(this.#touched);
  }

  #remove(slot: Slot): void {
    this.ids.delete(slot.row!.id);
    this.grid.remove(slot.row!);
    slot.row = undefined;
  }

  #file(row: MemoryRow): void {
    const slot = this.slots.at(row.seq) ?? this.slots.append(row.seq);
    slot.row = row;
    this.ids.set(row.id, slot);
    this.grid.add(row);
  }

  /** A fault where it is too much. */
  #spend(bytes: number): void {
    this.#budget.spend(bytes);
    this.usedBytes += bytes;
  }
}

function stateOf(row: MemoryRow) {
  return { row: new StoredRow(row, row), hasZ: row.hasZ === 1 };
}

function costOf(list: readonly ({ cost: number } | { text: string })[]): number {
  return list.reduce((sum, one) => sum + ('cost' in one ? one.cost : one.text.length), 0);
}
