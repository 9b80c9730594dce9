import type { DatabaseSync } from 'node:sqlite';
import type { BBox, Geometry } from '@meridian/geo';
import type { ReadRow } from '../../../model/feature/row.ts';
import { TO_MAKE } from '../../../pyramid/tile-blocks/block-cells.ts';
import {
  dividing,
  dueAt,
  MAX_FEATURES,
  type Making,
  makeTileBlock,
  type Outdated,
} from '../../../pyramid/tile-blocks/build-block.ts';
import { boundsOf, type Cell, cellOf } from '../../../pyramid/tile-blocks/cell.ts';
import { IN_LIST } from '../rows.ts';
import { READ_COLUMNS } from '../space-reader.ts';
import { TileBlockTable } from './tile-block-table.ts';

/**
 * What vector tiles are drawn from: features in the form they are drawn in, by location. Asked for by the first tile, made
 * in the background. A write only notes which tile blocks are right no longer, in its own transaction.
 */
export class SqliteTileBlocks {
  readonly #database: DatabaseSync;
  readonly #table: TileBlockTable;
  readonly #maxFeatures: number;
  #isWanted = false;
  #outdated: Outdated | undefined;
  #hasWork = false;

  constructor(database: DatabaseSync, maxFeatures = MAX_FEATURES) {
    this.#database = database;
    this.#table = new TileBlockTable(database);
    this.#maxFeatures = maxFeatures;
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

  /** The space has no features any more; tile blocks are made again when they are asked for. */
  empty(): void {
    this.#table.empty();
    this.reload();
  }

  /** How many milliseconds from now there will be something to do; Infinity if there is nothing. */
  get workIn(): number {
    if (!this.#hasWork) return Infinity;
    if (!this.#outdated) return 0;
    return Math.max(0, dueAt(this.#outdated) - performance.now());
  }

  /** Makes one tile block, or divides cells that have too much in them. Inside a transaction. */
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
    const isTooMuch = seqs.length > this.#maxFeatures;
    const making = isTooMuch ? dividing(cell, this.#boxes(seqs)) : makeTileBlock(cell, this.#rows(seqs));
    this.#keep(cell, making);
    return !isTooMuch;
  }

  #keep(cell: Cell, making: Making): void {
    if (making === 'divide') this.#table.divide(cell);
    else if (making === 'leave out') this.#table.leaveOut(cell);
    else this.#table.keep(cell, making.entries, making.block, making.others);
  }

  /** Numbers of the features near a cell, and a few that only seem to be; not many more than a tile block may have. */
  #nearby(cell: Cell): number[] {
    const { west, south, east, north } = boundsOf(cell);
    const statement = this.#database.prepare(
      `SELECT seq FROM box WHERE west <= ? AND east >= ? AND south <= ? AND north >= ? LIMIT ${this.#maxFeatures + 1}`,
    );
    return statement.all(east, west, north, south).map(({ seq }) => seq as number);
  }

  #boxes(seqs: readonly number[]): BBox[] {
    const boxes = this.#database.prepare(`SELECT west, south, east, north FROM feature WHERE seq ${IN_LIST}`);
    return boxes.all(JSON.stringify(seqs)) as BBox[];
  }

  #rows(seqs: readonly number[]): Iterable<ReadRow> {
    const rows = this.#database.prepare(
      `SELECT ${READ_COLUMNS} FROM feature WHERE seq ${IN_LIST} ORDER BY seq`,
    );
    return rows.iterate(JSON.stringify(seqs)) as unknown as Iterable<ReadRow>;
  }
}
