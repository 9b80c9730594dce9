import { boundColumnCache } from './columns/load-blocks.ts';
import { boundSharedCells } from './shared-cells.ts';

/** Lets this thread remember so much of columns, and half as much again of the cells of bins; undefined leaves it as it is. */
export function boundMemory(columnCacheBytes: number | undefined): void {
  if (columnCacheBytes === undefined) return;
  boundColumnCache(columnCacheBytes);
  boundSharedCells(columnCacheBytes / 2);
}
