import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGeos } from '@meridian/geo';
import fc from 'fast-check';
import type { AggregateQuery, GroupKey, Measure } from '../model/query/aggregate.ts';
import { prepareArea } from '../model/query/area.ts';
import { type FeaturePath, type FeatureQuery, NO_FILTER } from '../model/query/query.ts';
import type { StreamEnd } from '../model/results.ts';
import { aggregate } from '../read/aggregate/aggregate.ts';
import { matchingBatches } from '../read/batches.ts';
import { countMatches, countUpTo } from '../read/count.ts';
import { awaited, awaitedResult, type Effect } from '../read/effect.ts';
import { type Execution, execute } from '../read/execute.ts';
import type { RowQuery, RowReader } from '../read/row-reader.ts';
import { rowsOf } from '../read/scan.ts';
import { withFilter } from '../read/with-filter.ts';
import {
  COLUMNS_EXAMPLES,
  type ColumnsQuestion,
  type ColumnsStep,
  columnsQuestion,
  columnsSteps,
  queryOf,
} from './columns.scenario.ts';
import { seed } from './seed.ts';

/** A space of an engine, with what it takes to bring its columns into any state, and two ways to read it. */
export interface ColumnsUnderTest {
  take(step: ColumnsStep): Promise<void> | void;
  byRows(): RowReader;
  /** With columns, however few rows an index would find. */
  byColumns(): RowReader;
  close(): Promise<void> | void;
}

const geos = await loadGeos();
const spendNothing = () => {};

const path = (...names: string[]): FeaturePath => ({ root: 'properties', path: names });
const GROUP_BY: readonly GroupKey[] = [
  { name: 'v', kind: 'value', path: path('v') },
  { name: 'tags', kind: 'tags' },
  { name: 'quad', kind: 'quad', zoom: 3 },
];
const MEASURES: readonly Measure[] = [
  ...(['count', 'sum', 'mean', 'min', 'max', 'distinct'] as const).map((kind) => ({
    name: kind,
    kind,
    path: path('w'),
  })),
  { name: 'median', kind: 'quantile', at: 0.5, path: path('deep', 'v') },
];

/** Reads with and without columns, and counts how often columns were read. */
class Comparison {
  readonly taken = { columns: 0, read: 0, skipped: 0 };

  /** Every page, the count and the groups. */
  async compare(space: ColumnsUnderTest, question: ColumnsQuestion): Promise<void> {
    const hint = JSON.stringify(question);
    let query = queryOf(question);
    for (let page = 0; ; page++) {
      const expected = await this.#features(space.byRows(), query);
      assert.deepEqual(await this.#features(space.byColumns(), query), expected, `page ${page} of ${hint}`);
      const { more, last, lastSorted } = expected.end;
      if (!more) break;
      query = lastSorted ? { ...query, afterSorted: lastSorted } : { ...query, after: last };
    }
    assert.equal(
      await this.#count(space.byColumns(), query),
      await this.#count(space.byRows(), query),
      `count of ${hint}`,
    );
    assert.deepEqual(
      await this.#groups(space.byColumns(), query),
      await this.#groups(space.byRows(), query),
      `groups of ${hint}`,
    );
  }

  async #features(reader: RowReader, query: FeatureQuery) {
    const area = query.area && prepareArea(query.area, geos);
    try {
      return await joined(
        withFilter(query.filter, geos, () =>
          execute(reader, { kind: 'features', query }, area, (source, stats) => {
            if (!stats) return;
            this.taken.columns++;
            this.taken.read += stats.read;
            this.taken.skipped += stats.skipped;
            assert.ok(source === 'columns' || source === 'sorted by columns');
          }),
        ),
      );
    } finally {
      area?.free();
    }
  }

  /** Counts that may read no row, or few, give the same number or none. */
  async #count(reader: RowReader, { filter, area }: FeatureQuery): Promise<number> {
    const prepared = area && prepareArea(area, geos);
    const awaitedCount = <T>(count: () => Effect<T>) =>
      awaitedResult(withFilter(filter, geos, count), spendNothing);
    try {
      const count = await awaitedCount(() => countMatches(reader, filter, prepared));
      for (const maxRows of [0, 10]) {
        const query = { filter, area: prepared };
        const cheap = await awaitedCount(() => countUpTo(reader, query, maxRows));
        if (cheap !== undefined) assert.equal(cheap, count, `a count of at most ${maxRows} rows`);
      }
      return count;
    } finally {
      prepared?.free();
    }
  }

  /** By values, tags and tiles, with every measure. */
  async #groups(reader: RowReader, { filter, area }: FeatureQuery) {
    const prepared = area && prepareArea(area, geos);
    const from = {
      batches: (query: RowQuery, paths: readonly FeaturePath[], needsBoxes: boolean) =>
        matchingBatches(reader, query, paths, needsBoxes),
      rows: (query: RowQuery) => rowsOf(reader, query, { after: 0 }),
      rowsOf: () => rowsOf(reader, { filter: NO_FILTER }, { after: 0 }),
    };
    const query: AggregateQuery = { filter, groupBy: GROUP_BY, measures: MEASURES, order: [], limit: 1000 };
    try {
      return await joined(withFilter(filter, geos, () => aggregate(from, query, prepared, geos)));
    } finally {
      prepared?.free();
    }
  }
}

/** All that an execution gives, as one text. */
async function joined(execution: Execution): Promise<{ text: string; end: StreamEnd }> {
  const steps = awaited(execution, spendNothing);
  const chunks: string[] = [];
  for (;;) {
    const { value, done } = await steps.next();
    if (!done) {
      if (value instanceof Uint8Array) chunks.push(Buffer.from(value).toString());
      continue;
    }
    const { chunk, ...end } = value;
    if (chunk) chunks.push(Buffer.from(chunk).toString());
    return { text: chunks.join(','), end };
  }
}

/** Asked in every state: what columns have of each row decides the order, the count and the groups. */
const ALWAYS: readonly ColumnsQuestion[] = [
  { filter: NO_FILTER, sort: [{ ...path('v'), descending: true }], limit: 100 },
  {
    filter: { tags: [], tests: [{ ...path('v'), comparison: '>=', operands: [0, ''] }] },
    sort: [],
    limit: 100,
  },
];

/** What columns give is what rows give, in every state that they can be in. */
export function columnsContract(
  open: () => Promise<ColumnsUnderTest> | ColumnsUnderTest,
  { runs, questions }: { runs: number; questions: number },
): void {
  test(`columns give the same as rows: absent, half built, stale, complete, dropped, damaged (seed ${seed})`, async (t) => {
    const comparison = new Comparison();
    const property = fc.asyncProperty(
      columnsSteps,
      fc.array(columnsQuestion, { minLength: questions, maxLength: 2 * questions }),
      async (steps, asked) => {
        const space = await open();
        try {
          for (const step of steps) {
            await space.take(step);
            for (const question of [...ALWAYS, ...asked]) await comparison.compare(space, question);
          }
        } finally {
          await space.close();
        }
      },
    );
    await fc.assert(property, {
      seed,
      numRuns: runs,
      examples: COLUMNS_EXAMPLES.map((steps) => [steps, []]),
    });
    const { taken } = comparison;
    t.diagnostic(`columns were read ${taken.columns} times: ${JSON.stringify(taken)}`);
    assert.ok(taken.columns > 2 * runs, 'columns are what is tested');
    assert.ok(taken.skipped > 0, 'some blocks are not read');
  });
}
