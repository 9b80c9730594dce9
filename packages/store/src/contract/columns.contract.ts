import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGeos, tileAt } from '@meridian/geo';
import fc from 'fast-check';
import { Fault } from '../model/fault.ts';
import type { AggregateQuery, GroupKey, Measure } from '../model/query/aggregate.ts';
import { prepareArea } from '../model/query/area.ts';
import {
  type Area,
  type Clustering,
  type FeaturePath,
  type FeatureQuery,
  NO_FILTER,
  type TextTest,
} from '../model/query/query.ts';
import type { StreamEnd } from '../model/results.ts';
import { aggregate } from '../read/aggregate/aggregate.ts';
import { matchingBatches } from '../read/batches.ts';
import { countMatches, countUpTo } from '../read/count.ts';
import { awaited, awaitedResult, type Effect } from '../read/effect.ts';
import { type Execution, execute, type Trace } from '../read/execute.ts';
import { OverlayCache } from '../read/past/overlay-cache.ts';
import { readerAt } from '../read/past/past-reader.ts';
import { areaOf, type RowRead } from '../read/row-read.ts';
import type { HistoryReader, RowQuery, RowReader } from '../read/row-reader.ts';
import { rowsOf } from '../read/scan.ts';
import { withFilter } from '../read/with-filter.ts';
import type { Versioning } from '../rules/write/write-request.ts';
import {
  COLUMNS_EXAMPLES,
  type ColumnsQuestion,
  type ColumnsStep,
  columnsQuestion,
  columnsSteps,
  queryOf,
} from './columns.scenario.ts';
import { HEXBIN, tileQuery } from './plain-queries.ts';
import { seed } from './seed.ts';

/** A space of an engine, with what it takes to bring its columns into any state, and two ways to read it. */
export interface ColumnsUnderTest {
  take(step: ColumnsStep): Promise<void> | void;
  byRows(): HistoryReader;
  /** With columns, however few rows an index would find. */
  byColumns(): HistoryReader;
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

type Page = { text: string; end: StreamEnd };
type Answers = {
  pages: Page[];
  count: number;
  groups: Page | string;
  cells: (Page | string)[];
  tiles: Page[];
};

/** Cells in which most features are, or which most of them reach out of; of values that are no numbers an error comes. */
const CLUSTERINGS: readonly Clustering[] = [
  { ...HEXBIN, resolution: 1 },
  { ...HEXBIN, resolution: 4, property: ['n'] },
  { ...HEXBIN, resolution: 3, property: ['w'], singlecoord: true },
  { kind: 'quadbin', zoom: 5 },
];

/** The world, with features by their rank, and a tile on whose edges some features are. */
const TILES = [
  { tile: tileAt('web', 0, 0, 0), rank: { path: ['v'], isLeastFirst: false } },
  { tile: tileAt('web', 5, 16, 15), rank: { path: ['n'], isLeastFirst: true } },
  { tile: tileAt('web', 5, 16, 15) },
];

/** So few bytes that not all features are on a tile. */
const TILE_BYTES = 1500;

const WORLD: Area = { boxes: [{ west: -180, south: -90, east: 180, north: 90 }] };

/** What a version came to while it was the present one. */
type State = { version: number; asked: (readonly [ColumnsQuestion, Answers])[] };

const ALL_VERSIONS: Versioning = { uuids: false, versionsToKeep: Number.POSITIVE_INFINITY };

/** Few, so that there are rows of a version in columns and others beside. */
const MAX_WITHOUT_COLUMNS = 2;

/** So many versions are read again. */
const MAX_STATES = 4;

/** Reads with and without columns, and counts how often columns were read. */
class Comparison {
  readonly taken = { columns: 0, read: 0, skipped: 0, binned: 0, indexed: 0 };

  /** Every page, the count and the groups. */
  async compare(space: ColumnsUnderTest, question: ColumnsQuestion): Promise<Answers> {
    const expected = await this.#answers(space.byRows(), question);
    const byColumns = space.byColumns();
    assert.deepEqual(await this.#answers(byColumns, question), expected, JSON.stringify(question));
    const blocks = await byColumns.columns!.blocks();
    if (question.rankedBy && blocks.some(({ gaps }) => gaps.isIndexed)) this.taken.indexed++;
    return expected;
  }

  /** What the present was when it was the version, by columns as they are now. */
  async compareVersion(
    space: ColumnsUnderTest,
    { version, asked }: State,
    cache: OverlayCache,
  ): Promise<void> {
    for (const [question, expected] of asked) {
      const reader = await awaitedResult(readerAt(space.byColumns(), version, { cache }), spendNothing);
      const hint = `version ${version} of ${JSON.stringify(question)}`;
      assert.deepEqual(await this.#answers(reader, question, version), expected, hint);
    }
  }

  async #answers(reader: RowReader, question: ColumnsQuestion, version?: number): Promise<Answers> {
    let query = { ...queryOf(question), ...(version !== undefined && { version }) };
    const pages: Page[] = [];
    for (;;) {
      const page = await this.#features(reader, query);
      pages.push(page);
      const { more, last, lastSorted } = page.end;
      if (!more) break;
      query = lastSorted ? { ...query, afterSorted: lastSorted } : { ...query, after: last };
    }
    return {
      pages,
      count: await this.#count(reader, query),
      groups: await this.#groups(reader, query).catch(refusalText),
      cells: await this.#cells(reader, query),
      tiles: await this.#tiles(reader, query),
    };
  }

  /** In cells of all kinds; instead of them, what is refused. */
  async #cells(reader: RowReader, { filter, area = WORLD, version }: FeatureQuery) {
    const prepared = prepareArea(area, geos);
    const found: (Page | string)[] = [];
    try {
      for (const clustering of CLUSTERINGS) {
        const query = { filter, area, limit: 5, clustering, ...(version !== undefined && { version }) };
        const read = { kind: 'clusters', query } as const;
        const trace: Trace = (source) => {
          if (source === 'cells of columns') this.taken.binned++;
        };
        found.push(
          await joined(withFilter(filter, geos, () => execute(reader, read, prepared, trace))).catch(
            refusalText,
          ),
        );
      }
    } finally {
      prepared.free();
    }
    return found;
  }

  /** Bounded in bytes: what is shown depends on the tiles around. */
  async #tiles(reader: RowReader, { filter, version }: FeatureQuery): Promise<Page[]> {
    const found: Page[] = [];
    for (const { tile, ...ranked } of TILES) {
      const auto = { maxBytes: TILE_BYTES, isWhole: false, ...ranked };
      const query = { ...tileQuery(tile, { filter, auto }), ...(version !== undefined && { version }) };
      const read: RowRead = { kind: 'tile', query };
      const area = prepareArea(areaOf(read)!, geos);
      found.push(
        await joined(
          withFilter(filter, geos, () => execute(reader, read, area)),
          'latin1',
        ),
      );
    }
    return found;
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

/** What a client is told; anything else is an error of the test. */
function refusalText(error: unknown): string {
  if (error instanceof Fault) return error.message;
  throw error;
}

/** All that an execution gives, as one text. */
async function joined(execution: Execution, encoding: BufferEncoding = 'utf8'): Promise<Page> {
  const steps = awaited(execution, spendNothing);
  const chunks: string[] = [];
  for (;;) {
    const { value, done } = await steps.next();
    if (!done) {
      if (value instanceof Uint8Array) chunks.push(Buffer.from(value).toString(encoding));
      continue;
    }
    const { chunk, ...end } = value;
    if (chunk) chunks.push(Buffer.from(chunk).toString(encoding));
    return { text: chunks.join(','), end };
  }
}

const WORDS: TextTest = { root: 'text', words: ['a', 'b'] };

/** Asked in every state: what columns have of each row decides the order, the count and the groups. */
const ALWAYS: readonly ColumnsQuestion[] = [
  ...[100, 3].flatMap((limit): ColumnsQuestion[] => [
    { filter: NO_FILTER, sort: [{ ...path('v'), descending: true }], limit },
    {
      filter: { tags: [], tests: [{ ...path('v'), comparison: '>=', operands: [0, ''] }] },
      sort: [],
      limit,
    },
  ]),
  { filter: { tags: [], tests: [WORDS] }, rankedBy: WORDS, sort: [], limit: 3 },
];

/** So many random cases come to everything that there is. */
const ENOUGH_RUNS = 6;

/** What columns give is what rows give, in every state that they can be in. */
export function columnsContract(
  open: (versioning: Versioning | undefined) => Promise<ColumnsUnderTest> | ColumnsUnderTest,
  { runs, questions }: { runs: number; questions: number },
): void {
  test(`columns give the same as rows: absent, half built, stale, complete, dropped, damaged (seed ${seed})`, async (t) => {
    const comparison = new Comparison();
    const property = fc.asyncProperty(
      columnsSteps,
      fc.array(columnsQuestion, { minLength: questions, maxLength: 2 * questions }),
      fc.boolean(),
      async (steps, questions, isVersioned) => {
        const space = await open(isVersioned ? ALL_VERSIONS : undefined);
        const states = new Map<number, State>();
        const cache = new OverlayCache(MAX_WITHOUT_COLUMNS);
        try {
          for (const step of steps) {
            await space.take(step);
            const asked: State['asked'] = [];
            for (const question of [...ALWAYS, ...questions])
              asked.push([question, await comparison.compare(space, question)]);
            const { latest: version } = await space.byRows().versions();
            if (isVersioned && version > 0) states.set(version, { version, asked });
            // What has changed since is remembered, and grows with the next steps.
            const [first] = states.values();
            if (first && states.size === MAX_STATES) await comparison.compareVersion(space, first, cache);
          }
          const every = Math.ceil(states.size / MAX_STATES);
          for (const state of [...states.values()].filter((_, i) => i % every === 0))
            await comparison.compareVersion(space, state, cache);
        } finally {
          await space.close();
        }
      },
    );
    await fc.assert(property, {
      seed,
      numRuns: runs,
      examples: COLUMNS_EXAMPLES.flatMap((steps) =>
        [true, false].map((isVersioned) => [steps, [], isVersioned] as const),
      ),
    });
    const { taken } = comparison;
    t.diagnostic(`columns were read ${taken.columns} times: ${JSON.stringify(taken)}`);
    assert.ok(taken.columns > 2 * runs, 'columns are what is tested');
    assert.ok(taken.binned > 2 * runs, 'cells come from columns');
    // A quick run may have too few random cases to come to these.
    if (runs < ENOUGH_RUNS) return;
    assert.ok(taken.skipped > 0, 'some blocks are not read');
    assert.ok(taken.indexed > 0, 'words are looked up in an inverted index');
  });
}
