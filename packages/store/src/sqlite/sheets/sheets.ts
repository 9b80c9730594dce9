import type { DatabaseSync } from 'node:sqlite';
import { boxOf, type Geometry, isEmptyBBox, SheetWriter } from '@meridian/geo';
import { geometryText, propertiesText } from '../../feature/feature-text.ts';
import type { ReadRow } from '../../read/row.ts';
import { IN_LIST } from '../rows.ts';
import { READ_COLUMNS } from '../space-reader.ts';
import { boundsOf, type Cell, cellOf, DEEPEST, meetsCell, REACH, toUnitBox, type UnitBox } from './cell.ts';
import { SheetTable, TO_MAKE } from './sheet-table.ts';

/** A sheet of more features is divided: about what a tile shows that is worth looking at. */
const MOST_FEATURES = 2048;

/** Features with a longer text are not put into sheets, of which many might have them. */
const LONGEST_TEXT = 16 * 1024;
/** Nor are those that are so many times larger than a sheet's cell. */
const LARGEST = 4;

/** Dividing a cell is worth it if this part of its features is smaller than a quarter of it. */
const SMALL_PART = 1 / 4;

/** A sheet beside which more than this part of its features must be read one by one is of no use. */
const OTHERS_PART = 1 / 4;

const MOST_BYTES = 4 * 1024 * 1024;

/** Sheets are made anew when nothing was written to them for so long, or after the longer time all the same. */
const CALM_MS = 2000;
const LATEST_MS = 20_000;

/**
 * What vector tiles are drawn from: features in the form they are drawn in, by place. Asked for by the first tile, made
 * in the background. A write only notes which sheets are right no longer, in its own transaction.
 */
export class Sheets {
  readonly #database: DatabaseSync;
  readonly #table: SheetTable;
  readonly #mostFeatures: number;
  #isWanted = false;
  /** Since when and until when something was written to sheets that have not been made anew. */
  #outdated: { first: number; last: number } | undefined;
  #hasWork = false;

  constructor(database: DatabaseSync, mostFeatures = MOST_FEATURES) {
    this.#database = database;
    this.#table = new SheetTable(database);
    this.#mostFeatures = mostFeatures;
    this.reload();
  }

  /** Forgets what memory holds: after a change was undone. */
  reload(): void {
    this.#table.reload();
    this.#isWanted = this.#database.prepare('SELECT 1 FROM sheet LIMIT 1').get() !== undefined;
    this.#hasWork = this.#next() !== undefined;
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** Inside a transaction; made by `makeStep` from then on. */
  want(): void {
    this.#table.begin();
    this.reload();
  }

  /** A feature that was here is changed, or one comes here. */
  outdate(geometry: Geometry | null): void {
    if (!this.#isWanted || !geometry || !this.#table.outdate(geometry)) return;
    const now = performance.now();
    this.#outdated = { first: this.#outdated?.first ?? now, last: now };
    this.#hasWork = true;
  }

  /** The space has no features any more; sheets are made again when they are asked for. */
  empty(): void {
    this.#table.empty();
    this.reload();
  }

  /** How many milliseconds from now there will be something to do; Infinity if there is nothing. */
  get workIn(): number {
    if (!this.#hasWork) return Infinity;
    if (!this.#outdated) return 0;
    const { first, last } = this.#outdated;
    return Math.max(0, Math.min(last + CALM_MS, first + LATEST_MS) - performance.now());
  }

  /** Makes one sheet, or divides cells that have too much in them. Inside a transaction. */
  makeStep(): void {
    for (let cell = this.#next(); cell; cell = this.#next()) if (this.#make(cell)) break;
    this.#hasWork = this.#next() !== undefined;
    if (!this.#hasWork) this.#outdated = undefined;
  }

  #next(): Cell | undefined {
    const row = this.#database
      .prepare(`SELECT key, level FROM sheet WHERE state = ${TO_MAKE} LIMIT 1`)
      .get() as { key: number; level: number } | undefined;
    return row && cellOf(row.key, row.level);
  }

  /** False where nothing but a division came of it. */
  #make(cell: Cell): boolean {
    const seqs = this.#nearby(cell);
    if (seqs.length > this.#mostFeatures) {
      this.#divide(cell, seqs);
      return false;
    }
    const { sheet, entries, others } = this.#drawn(cell, seqs);
    if (!sheet) this.#divide(cell, seqs);
    else if (others.length > seqs.length * OTHERS_PART) this.#table.leaveOut(cell);
    else this.#table.keep(cell, entries, sheet, others);
    return true;
  }

  /** Numbers of the features near a cell, and a few that only seem to be; not many more than a sheet may have. */
  #nearby(cell: Cell): number[] {
    const { west, south, east, north } = boundsOf(cell);
    const statement = this.#database.prepare(
      `SELECT seq FROM box WHERE west <= ? AND east >= ? AND south <= ? AND north >= ? LIMIT ${this.#mostFeatures + 1}`,
    );
    return statement.all(east, west, north, south).map(({ seq }) => seq as number);
  }

  #divide(cell: Cell, seqs: readonly number[]): void {
    const size = 2 ** -cell.level / 4;
    const boxes = this.#database.prepare(`SELECT west, south, east, north FROM feature WHERE seq ${IN_LIST}`);
    let small = 0;
    for (const row of boxes.all(JSON.stringify(seqs)))
      if (extentOf(toUnitBox(row as Parameters<typeof toUnitBox>[0])) <= size) small++;
    if (cell.level < DEEPEST && small >= seqs.length * SMALL_PART) this.#table.divide(cell);
    else this.#table.leaveOut(cell);
  }

  /** The sheet of a cell, undefined if it would be too large; `others`: what is not put into it. */
  #drawn(cell: Cell, seqs: readonly number[]) {
    const rows = this.#database.prepare(
      `SELECT ${READ_COLUMNS} FROM feature WHERE seq ${IN_LIST} ORDER BY seq`,
    );
    const writer = new SheetWriter();
    const others: number[] = [];
    const largest = LARGEST * 2 ** -cell.level;
    let entries = 0;
    let bytes = 0;
    for (const row of rows.iterate(JSON.stringify(seqs)) as unknown as Iterable<ReadRow>) {
      const geometry = JSON.parse(geometryText(row)) as Geometry;
      const bounds = boxOf(geometry);
      // Exactly as a write decides which sheets it touches; the index of boxes finds a few more.
      if (isEmptyBBox(bounds) || !meetsCell(toUnitBox(bounds), cell, REACH)) continue;
      entries++;
      if (row.text.length > LONGEST_TEXT || extentOf(toUnitBox(bounds)) > largest) others.push(row.seq);
      else {
        writer.add(row.seq, row.id, geometry, propertiesText(row));
        bytes += row.text.length;
      }
    }
    return { sheet: bytes > MOST_BYTES ? undefined : writer.finish(), entries, others };
  }
}

function extentOf({ left, top, right, bottom }: UnitBox): number {
  return Math.max(right - left, bottom - top);
}
