import type { AreaTest } from '../../model/query/area.ts';
import type { FeatureFilter } from '../../model/query/query.ts';
import { RowSieve } from '../../read/row-sieve.ts';
import { areaSieve, nearEdges } from './area-seqs.ts';
import { rowSteps, seqSteps } from './rows.ts';
import type { SpaceReader } from './space-reader.ts';
import { rowsPerStep } from './steps.ts';

/** Counts what meets an area of one box by the R*Tree alone, but for what lies across its edge. */
export function* countNearby(reader: SpaceReader, area: AreaTest): Generator<undefined, number, void> {
  const { inside, unsure } = nearEdges(reader, area.boxes[0]!);
  const meets = areaSieve(reader, area);
  const step = rowsPerStep(reader);
  let count = inside;
  for (let from = 0; from < unsure.length; from += step) {
    const seqs = unsure.slice(from, from + step);
    count += meets({ seqs, unsure: new Set(seqs) }).length;
    yield undefined;
  }
  return count;
}

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
