import type { DatabaseSync } from 'node:sqlite';
import { parseGeometry } from '../../model/feature/feature-text.ts';
import type { DensityIndex } from './density/density-index.ts';
import { type FeatureRow, ROW, toStoredRow } from './feature-rows.ts';
import type { History } from './history.ts';
import type { PropertyIndex } from './property-index.ts';
import type { SqliteTileBlocks } from './tile-blocks/sqlite-tile-blocks.ts';

/** What is to be done for a space that no request waits for. */
export class BackgroundWork {
  readonly #database: DatabaseSync;
  readonly #history: History;
  readonly #index: PropertyIndex;
  readonly #densityIndex: DensityIndex;
  readonly #blocks: SqliteTileBlocks;

  constructor(
    database: DatabaseSync,
    history: History,
    index: PropertyIndex,
    densityIndex: DensityIndex,
    blocks: SqliteTileBlocks,
  ) {
    this.#database = database;
    this.#history = history;
    this.#index = index;
    this.#densityIndex = densityIndex;
    this.#blocks = blocks;
  }

  /** In how many milliseconds there is something to do; Infinity if there is nothing. */
  get dueIn(): number {
    const isDue = this.#history.hasExpired || !this.#index.isComplete || !this.#densityIndex.isComplete;
    return isDue ? 0 : this.#blocks.workIn;
  }

  /** A bounded piece of it, inside a transaction; of what is built row by row, so many rows. */
  step(rows: number): void {
    if (this.#history.hasExpired) return this.#history.pruneStep();
    const next = this.#database.prepare(`${ROW} WHERE seq > ? ORDER BY seq LIMIT ${rows}`);
    if (!this.#index.isComplete) return this.#index.buildStep((after) => next.all(after).map(toStoredRow));
    if (!this.#densityIndex.isComplete)
      return this.#densityIndex.buildStep((after) => next.all(after).map(toLocated));
    this.#blocks.makeStep();
  }
}

function toLocated(row: unknown) {
  const { seq, id, ...stored } = row as FeatureRow;
  return { seq, id, geometry: parseGeometry(stored) };
}
