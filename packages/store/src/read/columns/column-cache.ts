import { DecodedColumn } from '../../columns/decode-column.ts';
import type { IndexPart } from '../../columns/inverted-index.ts';
import type { Summary } from '../../columns/summary.ts';
import type { BlockCells } from './block-cells.ts';

/** What a thread remembers of columns where nothing else is said: the properties of a million features fit in. */
const COLUMN_CACHE_BYTES = 128 * 1024 * 1024;
const ENTRY_BYTES = 200;
/** Where there is too much, room is made for more than the next: to look for it every time would take long. */
const LEFT = 7 / 8;
/** What was used within this time makes no room for what is new. */
const LATELY_MS = 2000;

type Kept = DecodedColumn | IndexPart | Summary | BlockCells | Uint8Array;
/** `bytes`: without what a column makes of itself. `used`: when it was asked for last. */
type Entry = { value: Kept; bytes: number; used: number };

/**
 * Columns, summaries, cells and what filters come to, by space and block. Where they become too much, the half not used for longest is first
 * reduced to what is stored of it, from which the rest is soon made again; then those not used for longest are forgotten. But where all of it was
 * used just now, what is new is not kept: when a space with more columns than fit in is read over and over, the same part of them is there each
 * time, while each would be forgotten just before it is asked for again if those not used for longest had to go.
 */
export class ColumnCache {
  #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  readonly #now: () => number;

  constructor(maxBytes = COLUMN_CACHE_BYTES, now = () => performance.now()) {
    this.#maxBytes = maxBytes;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** From now on it may take so much. */
  bound(maxBytes: number): void {
    this.#maxBytes = maxBytes;
    this.#grow(0);
  }

  column(key: string): DecodedColumn | undefined {
    return this.#get(`c${key}`) as DecodedColumn | undefined;
  }

  part(key: string): IndexPart | undefined {
    return this.#get(`i${key}`) as IndexPart | undefined;
  }

  summary(key: string): Summary | undefined {
    return this.#get(`s${key}`) as Summary | undefined;
  }

  keepPart(key: string, part: IndexPart): void {
    this.#keep(`i${key}`, part, part.bytes);
  }

  keepColumn(key: string, column: DecodedColumn): void {
    const { memory } = column;
    const before = memory.bytes;
    if (!this.#keep(`c${key}`, column, column.bytes - before)) return;
    memory.onGrowth = (bytes) => this.#grow(bytes);
    if (before > 0) this.#grow(before);
  }

  cells(key: string): BlockCells | undefined {
    return this.#get(`b${key}`) as BlockCells | undefined;
  }

  keepCells(key: string, cells: BlockCells): void {
    this.#keep(`b${key}`, cells, cells.bytes);
  }

  /** What a filter comes to for each row. */
  outcomes(key: string): Uint8Array | undefined {
    return this.#get(`o${key}`) as Uint8Array | undefined;
  }

  keepOutcomes(key: string, outcomes: Uint8Array): void {
    this.#keep(`o${key}`, outcomes, outcomes.length);
  }

  keepSummary(key: string, summary: Summary): void {
    this.#keep(`s${key}`, summary, summary.members.bits.length);
  }

  #get(key: string): Kept | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.used = this.#now();
    return entry.value;
  }

  /** Tells whether there was room for it. */
  #keep(key: string, value: Kept, size: number): boolean {
    this.#forget(key);
    const bytes = size + ENTRY_BYTES;
    const used = this.#now();
    if (this.#bytes + bytes > this.#maxBytes) this.#makeRoom(bytes, used - LATELY_MS);
    if (this.#bytes + bytes > this.#maxBytes) return false;
    this.#entries.set(key, { value, bytes, used });
    this.#bytes += bytes;
    return true;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#makeRoom(0, Infinity);
  }

  /** For so many more bytes, by what was not used since. */
  #makeRoom(bytes: number, since: number): void {
    const enough = LEFT * this.#maxBytes - bytes;
    // What was used of late stays as it is: it would be made again at once.
    let older = this.#entries.size / 2;
    for (const { value, used } of this.#entries.values()) {
      if (this.#bytes <= enough) return;
      if (older-- <= 0 || used > since) break;
      if (value instanceof DecodedColumn) this.#reduce(value);
    }
    for (const [key, { used }] of this.#entries) {
      if (this.#bytes <= enough || used > since) return;
      this.#forget(key);
    }
  }

  #reduce(column: DecodedColumn): void {
    this.#bytes -= column.memory.bytes;
    column.shrink();
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    const { value, bytes } = entry;
    this.#entries.delete(key);
    this.#bytes -= bytes;
    if (!(value instanceof DecodedColumn)) return;
    this.#bytes -= value.memory.bytes;
    // Who still reads it may go on.
    value.memory.onGrowth = undefined;
  }
}
