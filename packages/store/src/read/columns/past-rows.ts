import type { StoredBlock } from '../../columns/stored-block.ts';
import type { Effect } from '../effect.ts';
import type { RowQuery } from '../row-query.ts';

/** Rows of a version as a block of their own, and what a predicate comes to for each of them. */
export type PastBlock = { block: StoredBlock; outcomes: Uint8Array };

/** What has changed since a version: with the columns of the present it makes those of the version. */
export interface PastRows {
  /** The positions from one to another at which the present is not what the version was, ascending. */
  changedBetween(first: number, last: number): readonly number[];
  /** What was there, held against a query; undefined where only rows can be read. */
  evaluate(query: RowQuery, others: readonly string[]): Effect<PastBlock | undefined>;
  /** The positions from one to another of what was there and is not in the block, ascending. */
  outside(block: PastBlock | undefined, first: number, last: number): readonly number[];
}
