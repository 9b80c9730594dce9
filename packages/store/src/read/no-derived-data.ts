import type { ReadRow } from '../model/feature/row.ts';
import { ask, type Effect, type Maybe, maybe } from './effect.ts';
import type { RowReader } from './row-reader.ts';

type DerivedReads =
  | 'seqsOf'
  | 'idsAt'
  | 'isAllInside'
  | 'hasDensity'
  | 'tileCounts'
  | 'hexCounts'
  | 'nearCandidates'
  | 'hasTileBlocks'
  | 'cellsWithin'
  | 'tileBlocks';

/**
 * For readers of nothing but rows. Counts, samples and tile blocks: the planner asks first whether there are any, and reads
 * rows. Ids and positions are those of the rows.
 */
export abstract class NoDerivedData implements Pick<RowReader, DerivedReads> {
  abstract byPositions(seqs: readonly number[]): Maybe<ReadRow[]>;
  abstract byIds(ids: readonly string[]): Maybe<ReadRow[]>;

  seqsOf(ids: readonly string[]): Maybe<Map<string, number>> {
    return maybe(this.#seqsOf(ids));
  }

  *#seqsOf(ids: readonly string[]): Effect<Map<string, number>> {
    return new Map((yield* ask(() => this.byIds(ids))).map(({ id, seq }) => [id, seq]));
  }

  idsAt(seqs: readonly number[]): Maybe<string[]> {
    return maybe(this.#idsAt(seqs));
  }

  *#idsAt(seqs: readonly number[]): Effect<string[]> {
    return (yield* ask(() => this.byPositions(seqs))).map(({ id }) => id);
  }

  isAllInside(): boolean {
    return false;
  }

  hasDensity(): boolean {
    return false;
  }

  tileCounts(): never {
    return notThere();
  }

  hexCounts(): never {
    return notThere();
  }

  nearCandidates(): never {
    return notThere();
  }

  hasTileBlocks(): boolean {
    return false;
  }

  cellsWithin(): never {
    return notThere();
  }

  tileBlocks(): never {
    return notThere();
  }
}

function notThere(): never {
  throw new Error('this engine has no derived data');
}
