import type { ReadRow } from '../../model/feature/row.ts';
import { StoredFeature } from '../../model/query/match.ts';
import type { FeatureFilter, FeatureView } from '../../model/query/query.ts';
import { isPlainView, showFeature } from '../../model/query/view.ts';
import type { Located } from '../../model/results.ts';
import { RowSieve } from '../../read/row-sieve.ts';
import { type Node, originsOf, type Unit, unitsOf } from './combination.ts';
import { batches, combinedRow, contributions, rowsOfUnit } from './combined-rows.ts';
import { type Asking, ask, type RowQuery, type RowSource } from './row-source.ts';

/** The texts of those features that are there, in the order of the ids. */
export function* combinedTexts(
  node: Node,
  sources: readonly RowSource[],
  ids: readonly string[],
  view: FeatureView,
): Asking<string[]> {
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

export function* combinedCount(node: Node, sources: readonly RowSource[], query: RowQuery): Asking<number> {
  let count = 0;
  for (const unit of unitsOf(node)) count += yield* countOfUnit(unit, sources, query);
  return count;
}

function* countOfUnit(unit: Unit, sources: readonly RowSource[], query: RowQuery): Asking<number> {
  if ('leaf' in unit.node) return yield* counted(sources[unit.node.leaf]!, query);
  const { filter, area } = query;
  if (!area && filter.tests.length === 0 && filter.tags.length === 0)
    return yield* countDistinct(unit, sources);
  let count = 0;
  yield* eachMatch(unit, sources, query, (rows) => {
    count += rows.length;
  });
  return count;
}

function* counted(source: RowSource, query: RowQuery): Asking<number> {
  const next = source.counting(query);
  for (;;) {
    const count = yield* ask(next);
    if (count !== undefined) return count;
  }
}

const EVERYTHING: RowQuery = { filter: { tags: [], tests: [] } };

/** How many ids several spaces have together. */
export function* countDistinct({ leaves }: Unit, sources: readonly RowSource[]): Asking<number> {
  const [first, ...others] = leaves;
  let count = yield* counted(sources[first!]!, EVERYTHING);
  for (const [i, leaf] of others.entries()) {
    const next = sources[leaf]!.ids();
    for (let ids = yield* ask(next); ids; ids = yield* ask(next)) {
      let left = ids;
      for (const earlier of leaves.slice(0, i + 1)) {
        if (left.length === 0) break;
        const asked = left;
        const taken = yield* ask(() => sources[earlier]!.seqsOf(asked));
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
  sources: readonly RowSource[],
  ids: readonly string[],
): Asking<number[][]> {
  const origins: number[][] = [];
  for (const batch of batches(ids)) {
    const holders: Map<string, number>[] = [];
    for (const source of sources) holders.push(yield* ask(() => source.seqsOf(batch)));
    for (const id of batch) origins.push(originsOf(node, (leaf) => holders[leaf]!.has(id)));
  }
  return origins;
}

/** All features that a filter lets pass, and where they come from. */
export function* locatedMatches(
  node: Node,
  sources: readonly RowSource[],
  filter: FeatureFilter,
): Asking<Located[]> {
  const found: Located[] = [];
  for (const unit of unitsOf(node))
    yield* eachMatch(unit, sources, { filter }, function* (rows) {
      const ids = rows.map(({ id }) => id);
      const ofUnit = 'leaf' in unit.node ? [unit.node.leaf] : undefined;
      const origins = ofUnit ? undefined : yield* located(unit.node, sources, ids);
      for (const [i, id] of ids.entries()) found.push({ id, origins: ofUnit ?? origins![i]! });
    });
  return found;
}

/** Hands over the rows that pass, some at a time. */
export function* eachMatch(
  unit: Unit,
  sources: readonly RowSource[],
  query: RowQuery,
  use: (rows: ReadRow[]) => Asking<void> | void,
): Asking<void> {
  const sieve = new RowSieve({ tests: query.filter.tests, area: query.area, part: 1 });
  const steps = rowsOfUnit(unit, sources, query, 0);
  for (let result: unknown; ; ) {
    const { value, done } = steps.next(result);
    if (done) return;
    if (!Array.isArray(value)) result = yield value;
    else {
      result = undefined;
      const more = use(value.filter((row) => sieve.feature(row) && sieve.meets(row)));
      if (more) yield* more;
    }
  }
}
