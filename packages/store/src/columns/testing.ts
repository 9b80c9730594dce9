import type { Column } from './batch.ts';
import type { LoadedBlock } from './predicate.ts';
import { summaryOf } from './summary.ts';

/** A block whose every column is this one. */
export function blockOf(column: Column): LoadedBlock {
  return {
    rows: column.kinds.length,
    summary: () => summaryOf(column),
    column: () => column,
    isComplete: () => true,
    isDivided: () => false,
  };
}
