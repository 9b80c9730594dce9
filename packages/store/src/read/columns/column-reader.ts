import type { BlockInfo } from '../../columns/stored-block.ts';
import type { ColumnRequest } from '../../model/build-request.ts';
import type { Maybe } from '../effect.ts';
import type { PastRows } from './past-rows.ts';

export const FEW_ROWS = 2000;

/** A column of a block. */
export type BodyKey = { block: number; key: string };

/** What an engine offers to read the columns of one space with. Blocks never change; they come and go. */
export interface ColumnReader {
  /** The same for all readers of the space, and for no other space. */
  readonly scope: string;
  /** What an index finds is read by it where it is no more than this. */
  readonly fewRows: number;
  /** Of a version: rows of blocks that have changed since are not of it. */
  readonly past?: PastRows;
  /** In the order of positions. What lies between two blocks, and behind the last, is only in rows. */
  blocks(): Maybe<BlockInfo[]>;
  /** The names of all columns that blocks may have. */
  keys(): Maybe<string[]>;
  /** Of those columns that are there. */
  summaries(wanted: readonly BodyKey[]): Maybe<(Uint8Array | undefined)[]>;
  bodies(wanted: readonly BodyKey[]): Maybe<(Uint8Array | undefined)[]>;
  /**
   * The positions from the first to the last of some blocks whose rows have changed since the blocks were made, ascending;
   * undefined where one of the blocks is there no longer.
   */
  stale(blocks: readonly BlockInfo[]): Maybe<number[] | undefined>;
  /**
   * Tells those who build that reads would be cheaper with columns, or with cells beside them, or that some columns are damaged.
   */
  want(what: ColumnRequest): void;
}
