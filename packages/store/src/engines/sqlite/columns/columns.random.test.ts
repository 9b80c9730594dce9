import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadGeos } from '@meridian/geo';
import fc from 'fast-check';
import {
  type ColumnsQuestion,
  type ColumnsStep,
  columnsQuestion,
  columnsSteps,
  queryOf,
} from '../../../contract/columns.scenario.ts';
import { resultOf } from '../../../contract/result-of.ts';
import { seed } from '../../../contract/seed.ts';
import { writeRequest } from '../../../contract/write-request.ts';
import type { AggregateQuery, GroupKey, Measure } from '../../../model/query/aggregate.ts';
import { prepareArea } from '../../../model/query/area.ts';
import { type FeaturePath, type FeatureQuery, NO_FILTER } from '../../../model/query/query.ts';
import { aggregate } from '../../../read/aggregate/aggregate.ts';
import { matchingBatches } from '../../../read/batches.ts';
import { countMatches } from '../../../read/count.ts';
import { settled } from '../../../read/effect.ts';
import { execute } from '../../../read/execute.ts';
import type { RowQuery } from '../../../read/row-reader.ts';
import { rowsOf } from '../../../read/scan.ts';
import { withFilter } from '../../../read/with-filter.ts';
import { createFile, openExisting } from '../database.ts';
import { SqliteRowReader } from '../row-reader.ts';
import { SpaceReader } from '../space-reader.ts';
import { SpaceWriter } from '../space-writer.ts';
import { SqliteColumnReader } from './column-reads.ts';

const geos = await loadGeos();
const folder = mkdtempSync(join(tmpdir(), 'meridian-columns-'));
const BLOCK_ROWS = 8;
const STEP_ROWS = 3;
let files = 0;
/** How often columns were read, and in how many blocks. */
const taken = { columns: 0, read: 0, skipped: 0 };

after(() => rmSync(folder, { recursive: true }));

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

/** A file with its writer and two ways to read it. */
class ColumnsFile {
  readonly path = join(folder, `${files++}.db`);
  readonly writer: SpaceWriter;
  readonly reader: SpaceReader;
  readonly byRows: SqliteRowReader;
  readonly byColumns: SqliteRowReader;
  wanted = new Set<string>();

  constructor() {
    createFile(this.path);
    this.writer = new SpaceWriter(this.path, 's', () => geos, { columnRows: BLOCK_ROWS });
    this.reader = new SpaceReader(this.path);
    this.byRows = new SqliteRowReader(this.reader);
    const want = (what: string) => void this.wanted.add(what);
    this.byColumns = new SqliteRowReader(
      this.reader,
      new SqliteColumnReader(this.reader, this.path, want, 0),
    );
  }

  take(step: ColumnsStep): void {
    switch (step.kind) {
      case 'put':
        return this.#batch(() =>
          this.writer.write(writeRequest(`{"type":"FeatureCollection","features":[${step.features}]}`)),
        );
      case 'delete': {
        const ids = step.numbers.map((number) => `f${number}`);
        return this.#batch(() => this.writer.delete({ ids, tags: undefined, returning: false }));
      }
      case 'build':
        this.writer.requestColumns();
        for (let i = 0; i < step.steps; i++) this.writer.workStep(STEP_ROWS);
        return;
      case 'drop':
        return this.#change(`DELETE FROM column_block WHERE block = (SELECT block FROM column_block
          LIMIT 1 OFFSET ${step.number} % (SELECT max(1, count(*)) FROM column_block))`);
      case 'damage':
        this.#change(`UPDATE column_body SET bytes = CAST(substr(bytes, 1, 20) || x'ff' || substr(bytes, 22) AS BLOB)
          WHERE key = (SELECT key FROM column_body
            LIMIT 1 OFFSET ${step.number} % (SELECT max(1, count(*)) FROM column_body))`);
    }
  }

  /** Beside the writer, as what goes wrong on a disk would be. */
  #change(sql: string): void {
    const other = openExisting(this.path);
    other.exec(sql);
    other.close();
  }

  #batch(work: () => unknown): void {
    this.writer.batch([() => void work()]);
  }

  result(reader: SqliteRowReader, query: FeatureQuery) {
    const area = query.area && prepareArea(query.area, geos);
    try {
      const { bytes, end } = resultOf(
        withFilter(query.filter, geos, () =>
          execute(reader, { kind: 'features', query }, area, (source, stats) => {
            if (!stats) return;
            taken.columns++;
            taken.read += stats.read;
            taken.skipped += stats.skipped;
            assert.ok(source === 'columns' || source === 'sorted by columns');
          }),
        ),
      );
      return { text: bytes.toString(), end };
    } finally {
      area?.free();
    }
  }

  count(reader: SqliteRowReader, { filter, area }: FeatureQuery): number {
    const prepared = area && prepareArea(area, geos);
    try {
      return settled(withFilter(filter, geos, () => countMatches(reader, filter, prepared)));
    } finally {
      prepared?.free();
    }
  }

  /** Groups by values and tags, with every measure. */
  groups(reader: SqliteRowReader, { filter, area }: FeatureQuery) {
    const prepared = area && prepareArea(area, geos);
    const from = {
      batches: (query: RowQuery, paths: readonly FeaturePath[]) => matchingBatches(reader, query, paths),
      rows: (query: RowQuery) => rowsOf(reader, query, { after: 0 }),
      rowsOf: () => rowsOf(reader, { filter: NO_FILTER }, { after: 0 }),
    };
    const query: AggregateQuery = { filter, groupBy: GROUP_BY, measures: MEASURES, order: [], limit: 1000 };
    try {
      const { bytes, end } = resultOf(withFilter(filter, geos, () => aggregate(from, query, prepared, geos)));
      return { text: bytes.toString(), end };
    } finally {
      prepared?.free();
    }
  }

  /** Every page, the count and the groups. */
  compare(question: ColumnsQuestion): void {
    const hint = JSON.stringify(question);
    let query = queryOf(question);
    for (let page = 0; ; page++) {
      const expected = this.result(this.byRows, query);
      assert.deepEqual(this.result(this.byColumns, query), expected, `page ${page} of ${hint}`);
      const { more, last, lastSorted } = expected.end;
      if (!more) break;
      query = lastSorted ? { ...query, afterSorted: lastSorted } : { ...query, after: last };
    }
    assert.equal(this.count(this.byColumns, query), this.count(this.byRows, query), hint);
    assert.deepEqual(
      this.groups(this.byColumns, query),
      this.groups(this.byRows, query),
      `groups of ${hint}`,
    );
  }

  close(): void {
    this.reader.close();
    this.writer.close();
  }
}

test(`columns give the same as rows: absent, half built, stale, complete, dropped, damaged (seed ${seed})`, (t) => {
  const property = fc.property(
    columnsSteps,
    fc.array(columnsQuestion, { minLength: 6, maxLength: 10 }),
    (steps, questions) => {
      const file = new ColumnsFile();
      try {
        for (const step of steps) {
          file.take(step);
          for (const question of questions) file.compare(question);
        }
      } finally {
        file.close();
      }
    },
  );
  fc.assert(property, { seed, numRuns: 15 });
  t.diagnostic(`columns were read ${taken.columns} times: ${JSON.stringify(taken)}`);
  assert.ok(taken.columns > 20, 'columns are what is tested');
  assert.ok(taken.skipped > 0, 'some blocks are not read');
});
