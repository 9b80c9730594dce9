import type { AreaTest } from '../query/area.ts';
import type { FeatureFilter } from '../query/query.ts';
import { RowSieve } from '../read/row-sieve.ts';
import { rowSteps, seqSteps } from './rows.ts';
import type { SpaceReader } from './space-reader.ts';

/** Counts what a filter lets pass, in steps; without property tests no feature is looked at that need not be. */
export function* counting(
  reader: SpaceReader,
  filter: FeatureFilter,
  area?: AreaTest,
): Generator<undefined, number, void> {
  let count = 0;
  if (filter.tests.length === 0) {
    const steps = seqSteps(reader, { filter, area }, 0);
    if (!steps) return reader.size().count;
    for (const { seqs } of steps) {
      count += seqs.length;
      yield undefined;
    }
    return count;
  }
  const sieve = new RowSieve({ tests: filter.tests, area, part: 1 });
  for (const rows of rowSteps(reader, { filter, area }, 0)) {
    for (const row of rows) if (sieve.feature(row) && sieve.meets(row)) count++;
    yield undefined;
  }
  return count;
}
