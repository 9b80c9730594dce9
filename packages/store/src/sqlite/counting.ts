import { matches, StoredFeature } from '../query/match.ts';
import type { FeatureFilter } from '../query/query.ts';
import { rowSteps, seqSteps } from './rows.ts';
import type { SpaceReader } from './space-reader.ts';

/** Counts what a filter lets pass, in steps; without property tests no feature is looked at. */
export function* counting(reader: SpaceReader, filter: FeatureFilter): Generator<undefined, number, void> {
  let count = 0;
  if (filter.tests.length === 0) {
    const steps = seqSteps(reader, { filter }, 0);
    if (!steps) return reader.size().count;
    for (const { seqs } of steps) {
      count += seqs.length;
      yield undefined;
    }
    return count;
  }
  for (const rows of rowSteps(reader, { filter }, 0)) {
    for (const row of rows) if (matches(new StoredFeature(row.id, row), filter.tests)) count++;
    yield undefined;
  }
  return count;
}
