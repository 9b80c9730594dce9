import type { AreaTest } from '../query/area.ts';
import type { FeatureFilter } from '../query/query.ts';
import { RowSieve } from '../read/row-sieve.ts';
import { numbered, taggedWith } from './conditions.ts';
import { tableOf } from './place.ts';
import type { Reading } from './reading.ts';
import { rowSteps } from './rows.ts';

/** Counts what a filter lets pass; without property tests and area no feature is looked at. */
export async function counting(reading: Reading, filter: FeatureFilter, area?: AreaTest): Promise<number> {
  if (filter.tests.length === 0 && !area) {
    if (filter.tags.length === 0) return (await reading.content()).count;
    const { sql, values } = numbered([taggedWith(filter.tags)], 1);
    const [row] = await reading.rows<{ count: number }>(
      `SELECT count(*) AS count FROM ${tableOf(reading.place)} WHERE ${sql}`,
      values,
    );
    return row!.count;
  }
  const sieve = new RowSieve({ tests: filter.tests, area, part: 1 });
  let count = 0;
  for await (const rows of rowSteps(reading, { filter, area }, 0)) {
    const started = performance.now();
    for (const row of rows) if (sieve.feature(row) && sieve.meets(row)) count++;
    reading.spend(performance.now() - started);
  }
  return count;
}
