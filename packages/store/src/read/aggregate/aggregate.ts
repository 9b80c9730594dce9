import type { Geos } from '@meridian/geo';
import type { Batch } from '../../columns/batch.ts';
import { batchOf } from '../../columns/feature-batch.ts';
import type { ReadRow } from '../../model/feature/row.ts';
import type { AggregateQuery } from '../../model/query/aggregate.ts';
import type { AreaTest } from '../../model/query/area.ts';
import type { FeaturePath } from '../../model/query/query.ts';
import type { FeatureSource } from '../../model/source.ts';
import type { Chunk } from '../chunk.ts';
import { type Effect, forEach } from '../effect.ts';
import { encode } from '../feature-sink.ts';
import { RowFilter } from '../row-filter.ts';
import type { RowQuery } from '../row-reader.ts';
import type { ReadEnd } from '../row-sink.ts';
import { breaksOf } from './breaks.ts';
import { type AggregateInput, type Dimension, dimensionOf, TAGS } from './dimension.ts';
import { GroupTable } from './group-table.ts';
import { NumberBudget } from './grouped-numbers.ts';
import { ascending } from './groups.ts';
import { PathNumbers } from './path-numbers.ts';
import { References } from './references.ts';

/** Where the features of an aggregate come from, and those of spaces that it groups by. */
export type AggregateSource = {
  /** What a query means, with the columns of these paths, and boxes if need be; absent where only rows can be read. */
  batches?(query: RowQuery, paths: readonly FeaturePath[], needsBoxes: boolean): Effect<void, Batch>;
  /** Rows that may be meant. */
  rows(query: RowQuery): Effect<void, ReadRow[]>;
  rowsOf(source: FeatureSource): Effect<void, ReadRow[]>;
};

/** Groups per piece of the response. */
const GROUPS_PER_CHUNK = 500;

/** Carries out an aggregate: the groups of a page as JSON texts, joined by commas. */
export function* aggregate(
  from: AggregateSource,
  query: AggregateQuery,
  area: AreaTest | undefined,
  geos: Geos | undefined,
): Effect<ReadEnd, Chunk> {
  const budget = new NumberBudget();
  const held: References[] = [];
  try {
    const dimensions: Dimension[] = [];
    const limits = yield* limitsOf(from, query, area, budget);
    for (const [i, key] of query.groupBy.entries()) {
      if (key.kind !== 'features') {
        dimensions.push(dimensionOf(key, { limits: limits[i] ?? [] }));
        continue;
      }
      const references = new References(key.name);
      held.push(references);
      yield* references.load(from.rowsOf(key.source), key.property, geos!);
      dimensions.push(dimensionOf(key, { references }));
    }
    const table = new GroupTable(query, dimensions, budget);
    yield* eachInput(from, query, area, pathsOf(query), (input) => table.take(input));
    const { page, end } = yield* table.finish();
    for (let start = 0; start < page.length; start += GROUPS_PER_CHUNK)
      yield encode(page.slice(start, start + GROUPS_PER_CHUNK).map((group) => table.text(group)));
    return { more: end.after !== undefined, last: 0, aggregate: end };
  } finally {
    for (const references of held) references.free();
  }
}

/** The features that pass, some at a time, with the columns of these paths. */
function* eachInput(
  from: AggregateSource,
  { filter, groupBy }: AggregateQuery,
  area: AreaTest | undefined,
  paths: readonly FeaturePath[],
  use: (input: AggregateInput) => void,
): Effect<void> {
  const needsGeometries = groupBy.some(({ kind }) => kind === 'features');
  const needsBoxes = groupBy.some(({ kind }) => kind === 'h3' || kind === 'quad');
  if (from.batches && !needsGeometries)
    return yield* forEach(from.batches({ filter, area }, paths, needsBoxes), function* (batch) {
      use({ batch });
      yield undefined;
    });
  const rowFilter = new RowFilter({ tests: filter.tests, area, part: 1 });
  yield* forEach(from.rows({ filter, area }), function* (rows) {
    const placed = rows.flatMap((row) => {
      const feature = rowFilter.feature(row);
      return feature && rowFilter.meets(row) ? [{ seq: row.seq, feature }] : [];
    });
    use({ batch: batchOf(placed, paths), geometryAt: (row) => placed[row]!.feature.geometry });
    yield undefined;
  });
}

/** The limits of the classes that are to be found, by the number of their key: a read of its own comes first. */
function* limitsOf(
  from: AggregateSource,
  query: AggregateQuery,
  area: AreaTest | undefined,
  budget: NumberBudget,
): Effect<number[][]> {
  const bins = query.groupBy.flatMap((key, i) =>
    key.kind === 'bins' ? [{ key, i, numbers: new PathNumbers(key.path, budget) }] : [],
  );
  const limits: number[][] = [];
  if (bins.length === 0) return limits;
  const paths = bins.map(({ key }) => key.path);
  yield* eachInput(from, query, area, paths, ({ batch }) => {
    const all = {
      rows: ascending(batch.rows),
      hasEachRow: true,
      groups: new Uint32Array(batch.rows),
      length: batch.rows,
      groupCount: 1,
    };
    for (const { numbers } of bins) numbers.take(batch, all);
  });
  for (const { key, i, numbers } of bins) {
    const sorted = yield* numbers.sorted(1);
    limits[i] = breaksOf(sorted(0), key.count, key.method);
    numbers.free();
  }
  return limits;
}

/** The paths whose values are looked at. */
function pathsOf({ groupBy, measures }: AggregateQuery): FeaturePath[] {
  const keys = groupBy.flatMap((key) => (key.kind === 'tags' ? TAGS : 'path' in key ? key.path : []));
  return [...keys, ...measures.flatMap((measure) => ('path' in measure ? measure.path : []))];
}
