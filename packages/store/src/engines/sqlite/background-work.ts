import type { DatabaseSync } from 'node:sqlite';
import { parseGeometry } from '../../model/feature/feature-text.ts';
import type { SqliteColumns } from './columns/sqlite-columns.ts';
import type { DensityIndex } from './density/density-index.ts';
import { type FeatureRow, ROW, toStoredRow } from './feature-rows.ts';
import type { History } from './history.ts';
import type { PropertyIndex } from './property-index.ts';
import type { SqliteTileBlocks } from './tile-blocks/sqlite-tile-blocks.ts';

/** What is built beside the features of a space, and what expires. */
export type BuiltParts = {
  history: History;
  index: PropertyIndex;
  densityIndex: DensityIndex;
  blocks: SqliteTileBlocks;
  columns: SqliteColumns;
};

/** What is to be done for a space that no request waits for. */
export class BackgroundWork {
  readonly #database: DatabaseSync;
  readonly #parts: BuiltParts;
  /** Tile blocks and columns are built in turns. */
  #wereColumnsLast = false;

  constructor(database: DatabaseSync, parts: BuiltParts) {
    this.#database = database;
    this.#parts = parts;
  }

  /** In how many milliseconds there is something to do; Infinity if there is nothing. */
  get dueIn(): number {
    const { history, index, densityIndex, blocks, columns } = this.#parts;
    const isDue = history.hasExpired || !index.isComplete || !densityIndex.isComplete;
    return isDue ? 0 : Math.min(blocks.workIn, columns.workIn);
  }

  /** Whether what comes next can wait: nothing grows meanwhile, as a history does that is not pruned. */
  get isPatient(): boolean {
    return !this.#parts.history.hasExpired;
  }

  /** A bounded piece of it, inside a transaction; of what is built row by row, so many rows. */
  step(rows: number, content: { version: number; lastSeq: number }): void {
    const { history, index, densityIndex, blocks, columns } = this.#parts;
    if (history.hasExpired) return history.pruneStep();
    const next = this.#database.prepare(`${ROW} WHERE seq > ? ORDER BY seq LIMIT ${rows}`);
    if (!index.isComplete) return index.buildStep((after) => next.all(after).map(toStoredRow));
    if (!densityIndex.isComplete) return densityIndex.buildStep((after) => next.all(after).map(toLocated));
    const isForColumns = columns.workIn === 0 && (blocks.workIn > 0 || !this.#wereColumnsLast);
    this.#wereColumnsLast = isForColumns;
    if (isForColumns) columns.step(rows, content);
    else blocks.makeStep();
  }
}

function toLocated(row: unknown) {
  const { seq, id, ...stored } = row as FeatureRow;
  return { seq, id, geometry: parseGeometry(stored), stored };
}
