import { matches, StoredFeature } from '../query/match.ts';
import type { FeatureFilter } from '../query/query.ts';
import { candidatesFor } from './candidates.ts';
import type { SpaceReader } from './space-reader.ts';
import { candidateRows } from './walk.ts';

/** Counts what a filter lets pass, in steps; without property tests the features are not looked at. */
export function* counting(reader: SpaceReader, filter: FeatureFilter): Generator<undefined, number, void> {
  if (filter.tests.length === 0)
    return filter.tags.length === 0 ? reader.size().count : countCandidates(reader, filter);
  let count = 0;
  for (const rows of candidateRows(reader, { filter }, 0)) {
    for (const row of rows) if (matches(new StoredFeature(row.id, row), filter.tests)) count++;
    yield undefined;
  }
  return count;
}

function countCandidates(reader: SpaceReader, filter: FeatureFilter): number {
  const { conditions, values } = candidatesFor(reader, { filter });
  const sql = `SELECT count(*) AS count FROM feature WHERE ${conditions.join(' AND ')}`;
  return (reader.database.prepare(sql).get(...values) as { count: number }).count;
}
