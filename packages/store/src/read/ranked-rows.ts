import type { ReadRow } from '../model/feature/row.ts';
import type { AreaTest } from '../model/query/area.ts';
import type { FeatureTest, RankKey } from '../model/query/query.ts';
import { type Effect, forEach } from './effect.ts';
import { Ranking } from './ranking.ts';
import { type RowRead, rankedBy } from './row-read.ts';
import type { BuildRequest, RowReader } from './row-reader.ts';
import { rowsAt } from './scan.ts';
import { rankAll } from './sorted.ts';

/** Rows of a sample, and before them those of the features that come first by the rank of the space, where it has one. */
export function* firstRanked(
  reader: RowReader,
  read: RowRead,
  area: AreaTest | undefined,
  sampled: Effect<void, ReadRow[] | BuildRequest>,
): Effect<void, ReadRow[] | BuildRequest> {
  const ranked = rankedBy(read);
  if (ranked) {
    const { rank, max } = ranked;
    const { tags, tests } = read.query.filter;
    const filter = { tags, tests: [...tests, isNumber(rank)] };
    const sort = [{ root: 'properties' as const, path: rank.path, descending: !rank.isLeastFirst }];
    const ranking = new Ranking({ sort, limit: max }, { tests: filter.tests, area, part: 1 });
    yield* rankAll(reader, { filter, area }, { sort }, ranking);
    const first = new Set(ranking.page().seqs);
    yield* rowsAt(reader, [...first], area);
    return yield* forEach<void, ReadRow[] | BuildRequest, ReadRow[] | BuildRequest>(
      sampled,
      function* (rows) {
        yield Array.isArray(rows) ? rows.filter(({ seq }) => !first.has(seq)) : rows;
      },
    );
  }
  yield* sampled;
}

/** Only numbers have an order among numbers. */
function isNumber({ path }: RankKey): FeatureTest {
  return { root: 'properties', path, comparison: '>=', operands: [-Number.MAX_VALUE] };
}
