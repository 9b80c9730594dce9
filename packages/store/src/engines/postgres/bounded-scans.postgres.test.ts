import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../../../../testing/postgres/database.ts';
import { walkOf } from '../../contract/space-under-test.ts';
import type { FeatureQuery, PropertyTest } from '../../model/query/query.ts';
import { awaited } from '../../read/effect.ts';
import { execute } from '../../read/execute.ts';
import { ReadConnections } from './read-connections.ts';
import { Reading } from './reading.ts';
import { PostgresRowReader } from './row-reader.ts';
import type { Value } from './self-contained.ts';
import { StatementPool } from './statement-pool.ts';
import { WrittenSpace } from './testing/written-space.ts';

type Statement = { sql: string; values: readonly Value[] };

/** Connections that note what is sent. */
class NotedConnections extends ReadConnections {
  readonly statements: Statement[] = [];

  override rows<T>(...[sql, values, form, waits]: Parameters<ReadConnections['rows']>): Promise<T[]> {
    this.statements.push({ sql, values });
    return super.rows(sql, values, form, waits);
  }
}

const FEATURES = 3000;
const PADDING = 'x'.repeat(500);
const written = await WrittenSpace.open(await newDatabase());
const pool = new StatementPool(written.address, 2);

after(async () => {
  await pool.end();
  await written.close();
  dropDatabase(written.url);
});

/** The ids that a query gives, and the statements that read rows for it. */
async function scanned(query: Partial<FeatureQuery>, isDistributed: boolean) {
  const connections = new NotedConnections(pool, 2);
  const reading = new Reading(connections, written.space.storageKey);
  const unasked = () => Promise.reject(new Error('nobody asks for statistics here'));
  const rows = new PostgresRowReader(reading, isDistributed, unasked);
  const steps = awaited(execute(rows, { kind: 'features', query: walkOf(query) }, undefined), () => {});
  const chunks: Uint8Array[] = [];
  for (let isDone = false; !isDone; ) {
    const { value, done } = await steps.next();
    const chunk = done ? value.chunk : value;
    if (chunk instanceof Uint8Array) chunks.push(chunk);
    isDone = done === true;
  }
  return {
    ids: [
      ...Buffer.concat(chunks)
        .toString()
        .matchAll(/"id":"(\d+)"/g),
    ].map(([, id]) => id),
    statements: connections.statements.filter(({ sql }) => sql.includes(written.space.storageKey)),
  };
}

/** How many positions each statement looks at. */
async function spread(query: Partial<FeatureQuery>) {
  const { ids, statements } = await scanned(query, true);
  const widths = statements.map(({ sql, values }) => {
    assert.match(sql, /\(seq > \$1\) AND \(seq <= \$2\)/, 'a scan is bounded from above');
    return (values[1] as number) - (values[0] as number);
  });
  return { ids, widths };
}

describe('where rows are spread over machines, a scan', () => {
  before(async () => {
    await written.begin();
    for (let from = 0; from < FEATURES; from += 1000)
      await written.apply({
        put: Array.from({ length: 1000 }, (_, i) => [`${from + i}`, null, PADDING]),
      });
  });

  test('asks for windows that hold about what a batch has room for, and finds the same', async () => {
    const near = await spread({});
    assert.equal(near.ids.length, FEATURES);
    assert.ok(near.widths.length > 3, `${near.widths.length} windows`);
    assert.ok(Math.max(...near.widths) < 1000, `windows of ${near.widths}`);
    assert.equal(
      near.widths.reduce((sum, width) => sum + width, 0),
      FEATURES,
    );
  });

  test('asks for no more than the page that is wanted', async () => {
    const { ids, widths } = await spread({ limit: 10, after: 100 });
    assert.deepEqual(
      ids,
      Array.from({ length: 10 }, (_, i) => `${100 + i}`),
    );
    assert.deepEqual(widths, [11]);
  });

  test('goes on in wider windows where little is found', async () => {
    const rare: PropertyTest = { root: 'properties', path: ['none'], comparison: '=', operands: [1] };
    const { ids, widths } = await spread({ filter: { tags: [], tests: [rare] }, limit: 10 });
    assert.deepEqual(ids, []);
    assert.ok(widths.length <= 2, `windows of ${widths}`);
  });

  test('follows gaps that deleted features have left', async () => {
    const gone = Array.from({ length: 2500 }, (_, i) => `${i + 300}`);
    await written.apply({ remove: { ids: gone } });
    const { ids, widths } = await spread({});
    assert.equal(ids.length, FEATURES - gone.length);
    assert.ok(widths.length < 10, `windows of ${widths}`);
    assert.ok(Math.max(...widths) <= 20_000);
  });
});

test('on one machine a plain page is one statement that leaves its end open', async () => {
  const { ids, statements } = await scanned({ limit: 10 }, false);
  assert.equal(ids.length, 10);
  assert.equal(statements.length, 1);
  assert.doesNotMatch(statements[0]!.sql, /seq <= /);
});
