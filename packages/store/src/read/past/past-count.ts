import type { FeatureFilter } from '../../model/query/query.ts';
import { countMatches } from '../count.ts';
import type { Effect } from '../effect.ts';
import type { HistoryReader } from '../row-reader.ts';
import { readerAt } from './past-reader.ts';

/** Counts what a filter lets pass of a space, or of a version of it. */
export function* countAt(
  reader: HistoryReader,
  filter: FeatureFilter,
  version: number | undefined,
): Effect<number> {
  return yield* countMatches(yield* readerAt(reader, version), filter);
}
