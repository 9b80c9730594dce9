import type { KeptSheet } from '../../../pyramid/tile-blocks/sheet-drawing.ts';

/** Sheets that were read lately, by what they are of and when they were made; those read least lately go first. */
export class SheetMemory {
  readonly #mostBytes: number;
  readonly #sheets = new Map<string, KeptSheet>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(name: string): KeptSheet | undefined {
    const sheet = this.#sheets.get(name);
    if (!sheet) return undefined;
    this.#sheets.delete(name);
    this.#sheets.set(name, sheet);
    return sheet;
  }

  keep(name: string, sheet: KeptSheet): void {
    if (this.#sheets.has(name)) return;
    this.#sheets.set(name, sheet);
    this.#bytes += sheet.bytes.length;
    for (const [oldest, { bytes }] of this.#sheets) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#sheets.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
