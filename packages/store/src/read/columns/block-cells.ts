import type { CellCodes, Hexbin, HexCells, Quadbin } from '@meridian/geo';
import { TRUE } from '../../columns/outcomes.ts';
import { ENTRY, FIRST_CELL, type StoredCells } from '../../columns/stored-cells.ts';
import { codesIn } from '../shared-cells.ts';

/** In place of the code of a cell in `codes`: not looked at yet; in none; in which it takes the geometry to know. */
export const UNKNOWN = -1;
export const NOWHERE = -2;
export const OPEN = -3;
/** From here on down: where in `lists` the cells of a row are. */
const FIRST_LIST = -4;

/** So many cells of a block are looked up as fast when they are met. */
const FEW_CELLS = 2048;

/**
 * In which cells of one kind and resolution the rows of a block are. A block never changes, so what was found once holds, and a
 * map asks for the same cells again and again. Only what does not depend on the area of a query is noted.
 */
export class BlockCells {
  /** What gave cells their codes. */
  readonly source: HexCells | CellCodes;
  readonly codes: Int32Array;
  /** For each row that is in several: how many, then their codes. */
  #lists = new Int32Array(0);
  #listed = 0;
  #stored: StoredRows | undefined;
  /** Whether it was looked for what is stored. */
  isLookedFor = false;

  constructor(rows: number, source: HexCells | CellCodes) {
    this.source = source;
    this.codes = new Int32Array(rows).fill(UNKNOWN);
  }

  /** The codes of a row in several cells. */
  list(code: number): Int32Array {
    const start = FIRST_LIST - code;
    return this.#lists.subarray(start + 1, start + 1 + this.#lists[start]!);
  }

  /** Counts each row that passes in its cells, which are known. */
  countIn(bins: Hexbin | Quadbin, outcomes: Uint8Array): void {
    const { codes } = this;
    const lists = this.#lists;
    for (let row = 0; row < outcomes.length; row++) {
      if (outcomes[row] !== TRUE) continue;
      const code = codes[row]!;
      if (code >= 0) bins.addQty(code, 1);
      else {
        const start = FIRST_LIST - code;
        bins.addInEach(lists, start + 1, start + 1 + lists[start]!);
      }
    }
  }

  noteList(row: number, cells: readonly number[]): void {
    const start = this.#begin(row, cells.length);
    for (let nth = 0; nth < cells.length; nth++) this.#lists[start + nth] = cells[nth]!;
  }

  #noteStored(row: number, stored: StoredRows): void {
    const { from, length } = stored.listOf(row);
    const start = this.#begin(row, length);
    for (let nth = 0; nth < length; nth++) this.#lists[start + nth] = stored.listed(from + nth);
  }

  /** Makes room for the list of a row. Where it begins. */
  #begin(row: number, length: number): number {
    const start = this.#listed;
    this.#listed += length + 1;
    if (this.#listed > this.#lists.length) {
      const larger = new Int32Array(2 * this.#listed);
      larger.set(this.#lists);
      this.#lists = larger;
    }
    this.#lists[start] = length;
    this.codes[row] = FIRST_LIST - start;
    return start + 1;
  }

  /** Whether rows take what is stored of them: then geometries were looked at. */
  get isStored(): boolean {
    return this.#stored !== undefined;
  }

  /** From now on they do. */
  useStored(stored: StoredCells): void {
    this.#stored = new StoredRows(stored, codesIn(this.source));
  }

  /** Looks up the cells of all rows that pass together, which takes less time than to do it row by row. */
  prepareStored(outcomes: Uint8Array): void {
    if (this.#stored && this.#stored.cellCount > FEW_CELLS) this.#stored.nameCells(outcomes, this.codes);
  }

  /** Takes the cells of a row from what is stored; tells whether it says anything of them. */
  takeStored(row: number): boolean {
    const stored = this.#stored;
    if (!stored) return false;
    const entry = stored.entryOf(row);
    if (entry === ENTRY.unknown) return false;
    if (entry === ENTRY.several) this.#noteStored(row, stored);
    else
      this.codes[row] =
        entry === ENTRY.nowhere ? NOWHERE : entry === ENTRY.open ? OPEN : stored.codeOf(entry);
    return true;
  }

  /** How many rows that pass have cells which are not known. */
  countUnknown(outcomes: Uint8Array): number {
    const { codes } = this;
    let count = 0;
    for (let row = 0; row < outcomes.length; row++)
      if (outcomes[row] === TRUE && codes[row] === UNKNOWN) count++;
    return count;
  }

  get bytes(): number {
    return this.codes.byteLength + this.#lists.byteLength + (this.#stored?.bytes ?? 0);
  }
}

/** Stored cells with the codes that this thread has given them. */
class StoredRows {
  readonly #stored: StoredCells;
  readonly #source: CellCodes;
  /** Of each cell its code and 1; 0 = not asked for yet: what is not asked for needs no code. */
  readonly #codes: Int32Array;
  /** Where the list of each row that is in several cells begins, and which of the lists that is. */
  #lists: { starts: Uint32Array; nth: Uint32Array } | undefined;

  constructor(stored: StoredCells, source: CellCodes) {
    this.#stored = stored;
    this.#source = source;
    this.#codes = new Int32Array(stored.numbers.length);
  }

  get bytes(): number {
    return this.#stored.bytes + this.#codes.byteLength;
  }

  /** How many different ones there are. */
  get cellCount(): number {
    return this.#codes.length;
  }

  entryOf(row: number): number {
    return this.#stored.entries[row]!;
  }

  /** Gives codes to the cells of those rows that pass and have none yet. */
  nameCells(outcomes: Uint8Array, known: Int32Array): void {
    const { entries, lists, numbers } = this.#stored;
    const isNamed = new Uint8Array(numbers.length);
    for (let row = 0; row < entries.length; row++) {
      const entry = entries[row]!;
      if (outcomes[row] !== TRUE || known[row] !== UNKNOWN) continue;
      if (entry >= FIRST_CELL) isNamed[entry - FIRST_CELL] = 1;
      else if (entry === ENTRY.several) {
        const { from, length } = this.listOf(row);
        for (let at = from; at < from + length; at++) isNamed[lists[at]! - FIRST_CELL] = 1;
      }
    }
    const cells = new Uint32Array(numbers.length);
    let count = 0;
    for (let cell = 0; cell < numbers.length; cell++) {
      cells[count] = cell;
      count += isNamed[cell]! & Number(this.#codes[cell] === 0);
    }
    const asked = new Float64Array(count);
    for (let nth = 0; nth < count; nth++) asked[nth] = numbers[cells[nth]!]!;
    const codes = this.#source.codesOf(asked);
    for (let nth = 0; nth < count; nth++) this.#codes[cells[nth]!] = codes[nth]! + 1;
  }

  codeOf(entry: number): number {
    const cell = entry - FIRST_CELL;
    if (this.#codes[cell] === 0) this.#codes[cell] = this.#source.codeOf(this.#stored.numbers[cell]!) + 1;
    return this.#codes[cell]! - 1;
  }

  /** Where in all lists that of a row is. */
  listOf(row: number): { from: number; length: number } {
    this.#lists ??= this.#findLists();
    const nth = this.#lists.nth[row]!;
    return { from: this.#lists.starts[nth]!, length: this.#stored.lengths[nth]! };
  }

  /** The code of a cell in a list. */
  listed(at: number): number {
    return this.codeOf(this.#stored.lists[at]!);
  }

  #findLists(): { starts: Uint32Array; nth: Uint32Array } {
    const { entries, lengths } = this.#stored;
    const starts = new Uint32Array(lengths.length);
    const nth = new Uint32Array(entries.length);
    for (let row = 0, next = 0, start = 0; row < entries.length; row++) {
      if (entries[row] !== ENTRY.several) continue;
      starts[next] = start;
      nth[row] = next;
      start += lengths[next++]!;
    }
    return { starts, nth };
  }
}
