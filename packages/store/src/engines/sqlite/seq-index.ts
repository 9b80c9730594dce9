import type { AccessName, Counted } from '../../read/row-reader.ts';
import type { SeqSource } from './seq-pages.ts';

/** An index that leads to the positions of rows. */
export type SeqIndex = {
  name: AccessName;
  /** The next positions in insertion order. */
  page?: SeqSource;
  /** All positions behind one, ascending; undefined where they are more than `max`. */
  collect(after: number, max: number): number[] | undefined;
  /** The positions between two, without the help of the index. */
  window?(after: number, upTo: number, limit: number): number[];
  /** Of these, those whose geometry must be looked at. */
  recheck?(): ReadonlySet<number>;
  /** How many rows there are for sure, and the others; undefined where all have to be collected. */
  count?(): Counted | undefined;
  /** Whether the index has decided about the tags of the filter. */
  settlesTags: boolean;
};
