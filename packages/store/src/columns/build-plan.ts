import { BLOCK_ROWS } from './block-builder.ts';
import { decodeColumn } from './decode-column.ts';
import { INDEX_FORMAT, IndexPart } from './inverted-index.ts';
import { DamagedColumn, formatOf } from './packing.ts';
import type { BlockInfo } from './stored-block.ts';
import { CELLS_FORMAT, StoredCells } from './stored-cells.ts';
import { decodeSummary } from './summary.ts';

/** Rows that no block has are read one by one; with less than this part of a block none is extended. */
const MIN_TAIL = 1 / 16;
/** A block of which so much has changed is made again. */
const MAX_STALE = 1 / 64;

/** Blocks follow writes when nothing was written for so long, or after the longer time all the same. */
const CALM_MS = 2000;
const LATEST_MS = 30_000;

/** Blocks that are checked in one step. */
export const CHECKED_BLOCKS = 4;

/** Since when and until when something was written that blocks do not have. */
export type Written = { first: number; last: number };

export function dueAt({ first, last }: Written): number {
  return Math.min(last + CALM_MS, first + LATEST_MS);
}

/** A block to make from the rows of these positions, as many of them as fit, instead of others. */
export type BuildJob = { first: number; upTo: number; replaces: number[] };

/** What is known of the rows of a space. */
export type Rows = {
  staleIn(range: { first: number; last: number }): number;
  hasRows(after: number, upTo: number): boolean;
};

/** Positions that no block has, between two of them and behind the last one: behind one, up to another. */
export function gapsBetween(
  blocks: readonly BlockInfo[],
  lastSeq: number,
): { after: number; upTo: number }[] {
  const gaps: { after: number; upTo: number }[] = [];
  let after = 0;
  for (const { first, last } of blocks) {
    if (first > after + 1) gaps.push({ after, upTo: first - 1 });
    after = last;
  }
  if (lastSeq > after) gaps.push({ after, upTo: lastSeq });
  return gaps;
}

/** What should be built next: where blocks are missing, behind the last one, where too much has changed, or what is older. */
export function nextJob(
  blocks: readonly BlockInfo[],
  lastSeq: number,
  rows: Rows,
  blockRows = BLOCK_ROWS,
): BuildJob | undefined {
  return (
    missingBlock(blocks, rows) ??
    tail(blocks, lastSeq, rows, blockRows) ??
    staleBlock(blocks, rows, blockRows * MAX_STALE) ??
    olderBlock(blocks)
  );
}

function missingBlock(blocks: readonly BlockInfo[], rows: Rows): BuildJob | undefined {
  let after = 0;
  for (const { first, last } of blocks) {
    if (first > after + 1 && rows.hasRows(after, first - 1))
      return { first: after + 1, upTo: first - 1, replaces: [] };
    after = last;
  }
  return undefined;
}

function tail(
  blocks: readonly BlockInfo[],
  lastSeq: number,
  rows: Rows,
  blockRows: number,
): BuildJob | undefined {
  const latest = blocks.at(-1);
  const builtTo = latest?.last ?? 0;
  if (lastSeq - builtTo < (latest ? blockRows * MIN_TAIL : 1) || !rows.hasRows(builtTo, lastSeq))
    return undefined;
  const isExtended = latest !== undefined && latest.rows < blockRows / 2;
  if (!isExtended) return { first: builtTo + 1, upTo: lastSeq, replaces: [] };
  return { first: latest.first, upTo: lastSeq, replaces: [latest.block] };
}

function staleBlock(blocks: readonly BlockInfo[], rows: Rows, max: number): BuildJob | undefined {
  for (const { block, first, last } of blocks)
    if (rows.staleIn({ first, last }) >= max) return { first, upTo: last, replaces: [block] };
  return undefined;
}

/** Blocks without an index or room for cells are right, but what takes these takes many times as long. */
function olderBlock(blocks: readonly BlockInfo[]): BuildJob | undefined {
  const older = blocks.find(isOlder);
  return older && { first: older.first, upTo: older.last, replaces: [older.block] };
}

/** Whether a block was built before blocks had inverted indexes, or cells beside their columns. */
export function isOlder({ gaps }: BlockInfo): boolean {
  return gaps.isIndexed === undefined || gaps.room === undefined;
}

/** Whether what is stored of a block is what was written. */
export function isIntact(
  bodies: readonly { summary: Uint8Array; bytes: Uint8Array }[],
  rows: number,
): boolean {
  try {
    return bodies.every(({ summary, bytes }) => {
      decodeSummary(summary);
      const format = formatOf(bytes);
      if (format === INDEX_FORMAT) {
        new IndexPart(bytes);
        return true;
      }
      if (format === CELLS_FORMAT) return [0, rows].includes(new StoredCells(bytes).rows);
      return decodeColumn(bytes).kinds.length === rows;
    });
  } catch (error) {
    if (error instanceof DamagedColumn) return false;
    throw error;
  }
}
