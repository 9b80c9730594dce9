import type { ReadRow } from '../../model/feature/row.ts';
import type { AreaTest } from '../../model/query/area.ts';
import type { FeatureFilter, TagFilter } from '../../model/query/query.ts';
import { RowSieve } from '../../read/row-sieve.ts';
import { near, numbered, surelyInside, taggedWith } from './conditions.ts';
import { tableOf } from './place.ts';
import type { Reading } from './reading.ts';
import { rowSteps, rowsNumbered } from './rows.ts';
import { listedNumbers } from './text-key.ts';

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
  if (filter.tests.length === 0 && area) return countMeeting(reading, filter.tags, area);
  return countPassing(reading, rowSteps(reading, { filter, area }, 0), filter, area);
}

/** Boxes tell of most features whether they meet the area; only the others are looked at. */
async function countMeeting(reading: Reading, tags: TagFilter, area: AreaTest): Promise<number> {
  const conditions = [near(area), ...(tags.length > 0 ? [taggedWith(tags)] : [])];
  const { sql, values } = numbered(conditions, 1);
  const sure = numbered([surelyInside(area)], values.length + 1);
  const [row] = await reading.rows<{ inside: number; unsure: string | null }>(
    `SELECT count(*) FILTER (WHERE sure) AS inside, string_agg(seq::text, ',' ORDER BY seq) FILTER (WHERE NOT sure) AS unsure
      FROM (SELECT seq, ${sure.sql} AS sure FROM ${tableOf(reading.place)} WHERE ${sql}) AS found`,
    [...values, ...sure.values],
  );
  const { inside, unsure } = row!;
  const rows = rowsNumbered(reading, listedNumbers(unsure), conditions, area);
  return inside + (await countPassing(reading, rows, { tests: [] }, area));
}

/** How many of the rows pass. */
export async function countPassing(
  reading: Reading,
  steps: AsyncIterable<readonly ReadRow[]>,
  { tests }: Pick<FeatureFilter, 'tests'>,
  area: AreaTest | undefined,
): Promise<number> {
  const sieve = new RowSieve({ tests, area, part: 1 });
  let count = 0;
  for await (const rows of steps) {
    const started = performance.now();
    for (const row of rows) if (sieve.feature(row) && sieve.meets(row)) count++;
    reading.spend(performance.now() - started);
  }
  return count;
}
