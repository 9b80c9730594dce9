import type { BBox } from '@meridian/geo';
import type { ReadRow } from '../model/feature/row.ts';
import type { KeyRange } from '../pyramid/density/cell-key.ts';
import type { GeometryRows } from '../pyramid/density/geometry-rows.ts';
import type { StoredCell } from '../pyramid/tile-blocks/block-cells.ts';
import type { Cell } from '../pyramid/tile-blocks/cell.ts';
import type { StoredBlock } from '../pyramid/tile-blocks/draw-blocks.ts';
import { ask, type Effect, type Maybe, maybe } from './effect.ts';
import type { NearCandidates, RowReader } from './row-reader.ts';

type DerivedReads =
  | 'seqsOf'
  | 'idsAt'
  | 'isAllInside'
  | 'hasDensity'
  | 'densityBuilt'
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

  isAllInside(_box: BBox): Maybe<boolean> {
    return false;
  }

  hasDensity(): Maybe<boolean> {
    return false;
  }

  densityBuilt(): Maybe<number | undefined> {
    return undefined;
  }

  tileCounts(): never {
    return notThere();
  }

  hexCounts(): never {
    return notThere();
  }

  nearCandidates(
    _fraction: number,
    _ranges: readonly KeyRange[],
    _geometryRows: GeometryRows,
    _max: number,
  ): Effect<NearCandidates | undefined> {
    return notThere();
  }

  hasTileBlocks(): Maybe<boolean> {
    return false;
  }

  cellsWithin(_cells: readonly Cell[]): Maybe<StoredCell[][]> {
    return notThere();
  }

  tileBlocks(_cells: readonly StoredCell[]): Maybe<StoredBlock[] | undefined> {
    return notThere();
  }
}

function notThere(): never {
  throw new Error('this engine has no derived data');
}
