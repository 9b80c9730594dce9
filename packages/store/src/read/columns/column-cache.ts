import type { Column } from '../../columns/batch.ts';
import type { Summary } from '../../columns/summary.ts';
import type { BlockCells } from './block-cells.ts';

/** Decoded columns that a reader thread remembers, in bytes. */
export const COLUMN_CACHE_BYTES = 96 * 1024 * 1024;
const ENTRY_BYTES = 200;

type Kept = Column | Summary | BlockCells;
type Entry = { value: Kept; bytes: number };

/** Decoded columns, summaries and cells by space and block; those not used for longest are forgotten first. */
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

  column(key: string): Column | undefined {
    return this.#get(`c${key}`) as Column | undefined;
  }

  summary(key: string): Summary | undefined {
    return this.#get(`s${key}`) as Summary | undefined;
  }

  keepColumn(key: string, column: Column, storedBytes: number): void {
    const { kinds, numbers, codes } = column;
    // Texts take about twice their bytes once they are read, and something each; of numbers nothing else is left.
    const texts = codes.length > 0 ? 4 * storedBytes : 0;
    const bytes = kinds.byteLength + numbers.byteLength + codes.byteLength + texts + ENTRY_BYTES;
    this.#keep(`c${key}`, { value: column, bytes });
  }

  cells(key: string): BlockCells | undefined {
    return this.#get(`b${key}`) as BlockCells | undefined;
  }

  keepCells(key: string, cells: BlockCells): void {
    this.#keep(`b${key}`, { value: cells, bytes: cells.bytes + ENTRY_BYTES });
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
    const before = this.#entries.get(key);
    if (before) this.#bytes -= before.bytes;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const [oldest, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}
