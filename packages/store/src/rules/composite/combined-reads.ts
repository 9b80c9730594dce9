import type { ReadRow } from '../../model/feature/row.ts';
import { StoredFeature, updatedAtOf } from '../../model/query/match.ts';
import { type FeatureFilter, type FeatureView, isEmptyFilter, NO_FILTER } from '../../model/query/query.ts';
import { isPlainView, showFeature } from '../../model/query/view.ts';
import type { Located } from '../../model/results.ts';
import { countMatches, countUpTo } from '../../read/count.ts';
import { askAndPause, type Effect, forEach } from '../../read/effect.ts';
import { RowFilter } from '../../read/row-filter.ts';
import type { RowQuery, RowReader } from '../../read/row-reader.ts';
import { batches, combinedRow, contributions, rowsOfUnit } from './combined-rows.ts';
import { type Node, originsOf, type Unit, unitsOf } from './composite-source.ts';

/** The texts of those features that are there, in the order of the ids. */
export function* combinedTexts(
  node: Node,
  sources: readonly RowReader[],
  ids: readonly string[],
  view: FeatureView,
): Effect<string[]> {
  const texts: string[] = [];
  const isPlain = isPlainView(view);
  const leaves = [...sources.keys()];
  for (const batch of batches(ids)) {
    const found = yield* contributions(leaves, sources, batch);
    for (const id of batch) {
      const row = combinedRow(node, found, id);
      if (row) texts.push(isPlain ? row.text : showFeature(new StoredFeature(id, row), view, row.hasZ === 1));
    }
  }
  return texts;
}

export function* combinedCount(node: Node, sources: readonly RowReader[], query: RowQuery): Effect<number> {
  let count = 0;
  for (const unit of unitsOf(node)) count += yield* countOfUnit(unit, sources, query);
  return count;
}

/** The same at a bounded cost: undefined where more than so many rows would have to be read of one of the spaces. */
export function* combinedCountUpTo(
  node: Node,
  sources: readonly RowReader[],
  query: RowQuery,
  maxRows: number,
): Effect<number | undefined> {
  let count = 0;
  for (const unit of unitsOf(node)) {
    const own = yield* countOfUnitUpTo(unit, sources, query, maxRows);
    if (own === undefined) return undefined;
    count += own;
  }
  return count;
}

function* countOfUnitUpTo(
  unit: Unit,
  sources: readonly RowReader[],
  query: RowQuery,
  maxRows: number,
): Effect<number | undefined> {
  if ('leaf' in unit.node) return yield* countUpTo(sources[unit.node.leaf]!, query, maxRows);
  let rows = 0;
  for (const leaf of unit.leaves) rows += (yield* askAndPause(() => sources[leaf]!.content())).count;
  const isUnfiltered = !query.area && isEmptyFilter(query.filter);
  return isUnfiltered || rows <= maxRows ? yield* countOfUnit(unit, sources, query) : undefined;
}

function* countOfUnit(unit: Unit, sources: readonly RowReader[], query: RowQuery): Effect<number> {
  if ('leaf' in unit.node) return yield* countMatches(sources[unit.node.leaf]!, query.filter, query.area);
  const { filter, area } = query;
  if (!area && filter.tests.length === 0 && filter.tags.length === 0)
    return yield* countDistinct(unit, sources);
  let count = 0;
  yield* eachMatch(unit, sources, query, function* (rows) {
    count += rows.length;
    yield undefined;
  });
  return count;
}

const IDS_PER_STEP = 5000;

/** How many ids several spaces have together. */
export function* countDistinct({ leaves }: Unit, sources: readonly RowReader[]): Effect<number> {
  const [first, ...others] = leaves;
  let count = yield* countMatches(sources[first!]!, NO_FILTER);
  for (const [i, leaf] of others.entries()) {
    for (let after = 0; ; ) {
      const rows = yield* askAndPause(() => sources[leaf]!.idsAfter(after, IDS_PER_STEP));
      if (rows.length === 0) break;
      after = rows.at(-1)!.seq;
      let left = rows.map(({ id }) => id);
      for (const earlier of leaves.slice(0, i + 1)) {
        if (left.length === 0) break;
        const asked = left;
        const taken = yield* askAndPause(() => sources[earlier]!.seqsOf(asked));
        left = left.filter((id) => !taken.has(id));
      }
      count += left.length;
    }
  }
  return count;
}

/** Where each id comes from. */
export function* located(
  node: Node,
  sources: readonly RowReader[],
  ids: readonly string[],
): Effect<number[][]> {
  const origins: number[][] = [];
  for (const batch of batches(ids)) {
    const holders: Map<string, number>[] = [];
    for (const source of sources) holders.push(yield* askAndPause(() => source.seqsOf(batch)));
    for (const id of batch) origins.push(originsOf(node, (leaf) => holders[leaf]!.has(id)));
  }
  return origins;
}

/** All features that a filter lets pass, and where they come from. */
export function* locatedMatches(
  node: Node,
  sources: readonly RowReader[],
  filter: FeatureFilter,
): Effect<Located[]> {
  const found: Located[] = [];
  for (const unit of unitsOf(node))
    yield* eachMatch(unit, sources, { filter }, function* (rows) {
      const ids = rows.map(({ id }) => id);
      const ofUnit = 'leaf' in unit.node ? [unit.node.leaf] : undefined;
      const origins = ofUnit ? undefined : yield* located(unit.node, sources, ids);
      for (const [i, row] of rows.entries())
        found.push({ id: row.id, origins: ofUnit ?? origins![i]!, updatedAt: updatedAtOf(row) });
      yield undefined;
    });
  return found;
}

/** Hands over the rows that pass, some at a time. */
export function* eachMatch(
  unit: Unit,
  sources: readonly RowReader[],
  query: RowQuery,
  use: (rows: ReadRow[]) => Effect<void>,
): Effect<void> {
  const rowFilter = new RowFilter({ tests: query.filter.tests, area: query.area, part: 1 });
  yield* forEach(rowsOfUnit(unit, sources, query, 0), (rows) =>
    use(rows.filter((row) => rowFilter.feature(row) && rowFilter.meets(row))),
  );
}
