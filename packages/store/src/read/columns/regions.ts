import { COLUMN } from '../../columns/column-key.ts';
import { TRUE } from '../../columns/outcomes.ts';
import { evaluated } from '../../columns/predicate.ts';
import type { BlockInfo, StoredBlock } from '../../columns/stored-block.ts';
import { indexAbove } from '../../model/first-index.ts';
import { ask, type Effect } from '../effect.ts';
import type { ColumnReader } from './column-reader.ts';
import { loaded, rememberedOutcomes, summarised } from './load-blocks.ts';
import type { QueryNeeds } from './needs.ts';
import type { PastBlock } from './past-rows.ts';

/** So many blocks are read together; where what is in the first ones may spare others, these are read one by one. */
const GROUP = 8;

/** What a scan of columns came to. */
export type ColumnStats = { read: number; skipped: number };

/** A piece of a space, in the order of positions. */
export type Region =
  /** Positions that are in no block that can be read: behind one, up to another. */
  { kind: 'rows'; after: number; upTo: number } | BlockRegion;

export type BlockRegion = {
  kind: 'block';
  block: StoredBlock;
  /**
   * What the predicate comes to for each row; 0 for those that have changed since, and absent for the last ones. Where the needs have
   * a name it is remembered, and must not be changed.
   */
  outcomes: Uint8Array;
  /** Whether it comes to true for every row, where that is known without looking at each. */
  isAll?: boolean;
  /** The positions of those that have changed, or are there no longer, ascending. */
  stale: readonly number[];
  /** Of a version: what was between the same positions, in columns of its own. */
  past?: BlockRegion | undefined;
};

/** Whether a block whose rows may pass need not be read all the same. */
export type Skip = (block: StoredBlock) => boolean;

/** The regions behind a position in which something may pass. */
export function* regionsOf(
  columns: ColumnReader,
  needs: QueryNeeds,
  from: number,
  stats: ColumnStats,
  skip?: Skip,
): Effect<void, Region> {
  let after = from;
  let size = skip ? 1 : GROUP;
  for (;;) {
    const infos = (yield* ask(() => columns.blocks())).filter(({ last }) => last > after);
    for (let at = 0; at < infos.length; ) {
      const group = infos.slice(at, at + size);
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
      at += size;
      size = Math.min(GROUP, 2 * size);
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
  needs: QueryNeeds,
  from: number,
  skip: Skip | undefined,
): Effect<(Region | 'skipped')[] | undefined> {
  const { predicate, others } = needs;
  const keys = [...new Set([COLUMN.position, ...predicate.keys, ...others])];
  const blocks = yield* summarised(columns, infos, keys);
  const open = blocks.filter(
    (block) => block !== undefined && (predicate.outlook(block) & TRUE) !== 0 && !skip?.(block),
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
    const start = Math.max(after + 1, first);
    const own = stale.filter((seq) => seq >= start && seq <= last);
    if (!block || (at >= 0 && !isLoaded[at]) || own.length > block.rows / 2)
      regions.push({ kind: 'rows', after: start - 1, upTo: last });
    else if (at >= 0) regions.push(evaluatedRegion(columns, block, needs, own, start));
    else {
      regions.push('skipped');
      const region = withPast(columns, block, needs, new Uint8Array(0), own, start);
      if (region.stale.length > 0 || region.past) regions.push(region);
    }
    after = last;
  }
  return regions;
}

function evaluatedRegion(
  columns: ColumnReader,
  block: StoredBlock,
  needs: QueryNeeds,
  stale: number[],
  start: number,
): BlockRegion {
  const { predicate, name } = needs;
  const known = name === undefined ? evaluated(predicate, block) : rememberedOutcomes(block, predicate, name);
  if (stale.length === 0 && !columns.past && start <= block.info.first) {
    const isAll = predicate.outlook(block) === TRUE;
    return { kind: 'block', block, outcomes: known, stale, ...(isAll && { isAll }) };
  }
  const outcomes = name === undefined ? known : known.slice();
  const { positions } = block;
  outcomes.fill(0, 0, indexAbove(positions, start - 1));
  clear(outcomes, positions, stale);
  if (columns.past) clear(outcomes, positions, columns.past.changedBetween(start, block.info.last));
  return withPast(columns, block, needs, outcomes, stale, start);
}

/** Of some positions, which ascend as those of the rows do. */
function clear(outcomes: Uint8Array, positions: Float64Array, seqs: readonly number[]): void {
  let row = seqs.length > 0 ? indexAbove(positions, seqs[0]! - 1) : 0;
  for (const seq of seqs) {
    while (row < positions.length && positions[row]! < seq) row++;
    if (positions[row] === seq) outcomes[row] = 0;
  }
}

/** A region of a block, and of a version what was there instead of what has changed since. */
function withPast(
  { past }: ColumnReader,
  block: StoredBlock,
  needs: QueryNeeds,
  outcomes: Uint8Array,
  stale: readonly number[],
  start: number,
): BlockRegion {
  if (!past) return { kind: 'block', block, outcomes, stale };
  const { last } = block.info;
  const outside = past.outside(needs.past, start, last);
  return {
    ...{ kind: 'block', block, outcomes },
    stale: outside.length > 0 ? [...stale, ...outside].sort((a, b) => a - b) : stale,
    past: needs.past && pastBetween(needs.past, start, last),
  };
}

/** What of it lies between two positions; undefined where none of that may pass. */
function pastBetween({ block, outcomes }: PastBlock, first: number, last: number): BlockRegion | undefined {
  const from = indexAbove(block.positions, first - 1);
  const own = outcomes.slice(0, indexAbove(block.positions, last)).fill(0, 0, from);
  return mayPass(own, from) ? { kind: 'block', block, outcomes: own, stale: [] } : undefined;
}

/** Not in a generator, whose loops are not compiled as well. */
function mayPass(outcomes: Uint8Array, from: number): boolean {
  for (let row = from; row < outcomes.length; row++) if ((outcomes[row]! & TRUE) !== 0) return true;
  return false;
}
