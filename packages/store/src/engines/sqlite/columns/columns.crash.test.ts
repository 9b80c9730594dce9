import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { resultOf } from '../../../contract/result-of.ts';
import { walkOf } from '../../../contract/space-under-test.ts';
import type { PropertyTest, SortKey } from '../../../model/query/query.ts';
import { countMatches } from '../../../read/count.ts';
import { settled } from '../../../read/effect.ts';
import { execute } from '../../../read/execute.ts';
import { createFile } from '../database.ts';
import { SqliteRowReader } from '../row-reader.ts';
import { SpaceReader } from '../space-reader.ts';
import { SqliteColumnReader } from './column-reads.ts';

const CHILD = fileURLToPath(new URL('./testing/building.child.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'meridian-columns-crash-'));
const path = join(folder, 'space.db');
after(() => rmSync(folder, { recursive: true }));

/** Lets the child go on for some rounds and kills it in the middle of the next. */
async function killedAfter(rounds: number, from: number): Promise<number> {
  const child = spawn(process.execPath, [CHILD, path, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = from;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    if (last >= from + rounds) break;
  }
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  const [code, signal] = await ended;
  assert.deepEqual([code, signal], [null, 'SIGKILL']);
  return last + 1;
}

const N: SortKey = { root: 'properties', path: ['n'], descending: true };
const TESTS: PropertyTest[] = [
  { root: 'properties', path: ['n'], comparison: '>', operands: [40] },
  { root: 'properties', path: ['text'], comparison: '=', operands: ['t3'] },
];

/** How many blocks were read. */
function compare(): number {
  const reader = new SpaceReader(path);
  const byRows = new SqliteRowReader(reader);
  const byColumns = new SqliteRowReader(reader, new SqliteColumnReader(reader, path, assert.fail, 0));
  let read = 0;
  try {
    for (const tests of [[], ...TESTS.map((one) => [one]), TESTS]) {
      const filter = { tags: [], tests };
      for (const sort of [[], [N]]) {
        const query = walkOf({ filter, sort, limit: 100 });
        const trace = (_: string, stats?: { read: number }) => {
          read += stats?.read ?? 0;
        };
        const expected = resultOf(execute(byRows, { kind: 'features', query }, undefined));
        assert.deepEqual(
          resultOf(execute(byColumns, { kind: 'features', query }, undefined, trace)),
          expected,
        );
      }
      assert.equal(settled(countMatches(byColumns, filter)), settled(countMatches(byRows, filter)));
    }
  } finally {
    reader.close();
  }
  return read;
}

test('columns are right after kill -9 while they are built', async () => {
  createFile(path);
  let next = 0;
  let read = 0;
  for (const rounds of [3, 1, 4, 2, 5]) {
    next = await killedAfter(rounds, next);
    read += compare();
  }
  assert.ok(read > 20, 'columns were read');
});
