import { COLUMN } from '../../columns/column-key.ts';
import { TRUE } from '../../columns/outcomes.ts';
import { evaluated } from '../../columns/predicate.ts';
import type { BlockInfo, StoredBlock } from '../../columns/stored-block.ts';
import { ask, type Effect } from '../effect.ts';
import type { ColumnReader } from './column-reader.ts';
import { loaded, type Needs, summarised } from './load-blocks.ts';

/** So many blocks are read together. */
const GROUP = 8;

/** What a scan of columns came to. */
export type ColumnStats = { read: number; skipped: number };

/** A piece of a space, in the order of positions. */
export type Region =
  /** Positions that are in no block that can be read: behind one, up to another. */
  | { kind: 'rows'; after: number; upTo: number }
  | {
      kind: 'block';
      block: StoredBlock;
      /** What the predicate comes to for each row; 0 for those that have changed since. */
      outcomes: Uint8Array;
      /** The positions of those that have changed, or are there no longer, ascending. */
      stale: readonly number[];
    };

/** Whether a block whose rows may pass need not be read all the same. */
export type Skip = (block: StoredBlock) => boolean;

/** The regions behind a position in which something may pass. */
export function* regionsOf(
  columns: ColumnReader,
  needs: Needs,
  from: number,
  stats: ColumnStats,
  skip: Skip = () => false,
): Effect<void, Region> {
  let after = from;
  for (;;) {
    const infos = (yield* ask(() => columns.blocks())).filter(({ last }) => last > after);
    for (let at = 0; at < infos.length; at += GROUP) {
      const group = infos.slice(at, at + GROUP);
      const pieces = yield* groupRegions(columns, group, needs, after, skip);
      // They were rebuilt meanwhile: those that took their places are listed again.
      if (!pieces) break;
      for (const piece of pieces) {
        if (piece === 'skipped') stats.skipped++;
        else {
          if (piece.kind === 'block') stats.read++;
          yield piece;
        }
      }
      after = group.at(-1)!.last;
      yield undefined;
    }
    if (infos.length === 0 || after >= infos.at(-1)!.last) break;
  }
  yield { kind: 'rows', after, upTo: Infinity };
}

/** Undefined where one of the blocks is there no longer. */
function* groupRegions(
  columns: ColumnReader,
  infos: readonly BlockInfo[],
  needs: Needs,
  from: number,
  skip: Skip,
): Effect<(Region | 'skipped')[] | undefined> {
  const { predicate, others } = needs;
  const keys = [...new Set([COLUMN.position, ...predicate.keys, ...others])];
  const blocks = yield* summarised(columns, infos, keys);
  const open = blocks.filter(
    (block) => block !== undefined && (predicate.outlook(block) & TRUE) !== 0 && !skip(block),
  ) as StoredBlock[];
  const isLoaded = yield* loaded(columns, open, needs);
  const stale = yield* ask(() => columns.stale(infos));
  if (!stale) return undefined;
  const regions: (Region | 'skipped')[] = [];
  let after = from;
  for (const [i, { first, last }] of infos.entries()) {
    if (first > after + 1) regions.push({ kind: 'rows', after, upTo: first - 1 });
    const block = blocks[i];
    const at = block ? open.indexOf(block) : -1;
    const own = stale.filter((seq) => seq > after && seq >= first && seq <= last);
    if (!block || (at >= 0 && !isLoaded[at]) || own.length > block.rows / 2)
      regions.push({ kind: 'rows', after: Math.max(after, first - 1), upTo: last });
    else if (at >= 0) regions.push(evaluatedRegion(block, needs, own, after));
    else {
      regions.push('skipped');
      if (own.length > 0) regions.push(staleRegion(block, own));
    }
    after = last;
  }
  return regions;
}

function evaluatedRegion(block: StoredBlock, { predicate }: Needs, stale: number[], after: number): Region {
  // A copy: what it is made from may be remembered.
  const outcomes = evaluated(predicate, block);
  const { positions } = block;
  outcomes.fill(0, 0, firstAbove(positions, after));
  for (const seq of stale) {
    const row = firstAbove(positions, seq - 1);
    if (positions[row] === seq) outcomes[row] = 0;
  }
  return { kind: 'block', block, outcomes, stale };
}

/** Of a block that was not read: only what has changed may pass. */
function staleRegion(block: StoredBlock, stale: number[]): Region {
  return { kind: 'block', block, outcomes: new Uint8Array(0), stale };
}

/** The index of the first position above one. */
function firstAbove(positions: Float64Array, seq: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}
