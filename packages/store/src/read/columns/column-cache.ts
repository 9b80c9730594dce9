import { DecodedColumn } from '../../columns/decode-column.ts';
import type { IndexPart } from '../../columns/inverted-index.ts';
import type { Summary } from '../../columns/summary.ts';
import type { BlockCells } from './block-cells.ts';

/** What a reader thread remembers of columns, in bytes: the properties of a million features fit in. */
const COLUMN_CACHE_BYTES = 128 * 1024 * 1024;
const ENTRY_BYTES = 200;
/** Where there is too much, room is made for more than the next: to look for it every time would take long. */
const LEFT = 7 / 8;

type Kept = DecodedColumn | IndexPart | Summary | BlockCells | Uint8Array;
/** `bytes`: without what a column makes of itself. */
type Entry = { value: Kept; bytes: number };

/**
 * Columns, summaries, cells and what filters come to, by space and block. Where they become too much, the half not used for longest is first reduced to what
 * is stored of it, from which the rest is soon made again; then those not used for longest are forgotten.
 */
export class ColumnCache {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(maxBytes = COLUMN_CACHE_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
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
    this.#keep(`i${key}`, { value: part, bytes: part.bytes + ENTRY_BYTES });
  }

  keepColumn(key: string, column: DecodedColumn): void {
    const { memory } = column;
    const before = memory.bytes;
    this.#keep(`c${key}`, { value: column, bytes: column.bytes - before + ENTRY_BYTES });
    memory.onGrowth = (bytes) => this.#grow(bytes);
    if (before > 0) this.#grow(before);
  }

  cells(key: string): BlockCells | undefined {
    return this.#get(`b${key}`) as BlockCells | undefined;
  }

  keepCells(key: string, cells: BlockCells): void {
    this.#keep(`b${key}`, { value: cells, bytes: cells.bytes + ENTRY_BYTES });
  }

  /** What a filter comes to for each row. */
  outcomes(key: string): Uint8Array | undefined {
    return this.#get(`o${key}`) as Uint8Array | undefined;
  }

  keepOutcomes(key: string, outcomes: Uint8Array): void {
    this.#keep(`o${key}`, { value: outcomes, bytes: outcomes.length + ENTRY_BYTES });
  }

  keepSummary(key: string, summary: Summary): void {
    this.#keep(`s${key}`, { value: summary, bytes: summary.members.bits.length + ENTRY_BYTES });
  }

  #get(key: string): Kept | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  #keep(key: string, entry: Entry): void {
    this.#forget(key);
    this.#entries.set(key, entry);
    this.#grow(entry.bytes);
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#maxBytes) return;
    const enough = LEFT * this.#maxBytes;
    // What was used of late stays as it is: it would be made again at once.
    let older = this.#entries.size / 2;
    for (const { value } of this.#entries.values()) {
      if (this.#bytes <= enough) return;
      if (older-- <= 0) break;
      if (value instanceof DecodedColumn) this.#reduce(value);
    }
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= enough) return;
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
