import assert from 'node:assert/strict';
import type { Column } from './batch.ts';
import { isPartKey } from './inverted-index.ts';
import { textHash } from './membership.ts';
import type { LoadedBlock } from './predicate.ts';
import { summaryOf } from './summary.ts';

/** A block whose every column is this one. */
export function blockOf(column: Column): LoadedBlock {
  const { kinds, numbers, codes, dictionary } = column;
  const hashes = Uint32Array.from(dictionary, (text) => textHash(text));
  return {
    rows: kinds.length,
    summary: () => summaryOf({ kinds, numbers, codes, dictionary, hashes }),
    column: () => column,
    isComplete: () => true,
    isDivided: () => false,
    hasColumn: (key) => !isPartKey(key),
    indexPart: (key) => assert.fail(`there is no ${key}`),
  };
}
