import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../../../../testing/postgres/database.ts';
import { Database } from './database.ts';
import { textArray } from './text-key.ts';

const LOOKUP = 'SELECT n FROM looked_up WHERE id = ANY($1::text[])';

describe('lookups by a key', async () => {
  const url = await newDatabase();
  const database = new Database({ url, searchPath: 'public', hasCitus: false, isPooled: false }, 1);
  after(async () => {
    await database.close();
    dropDatabase(url);
  });
  await database.rows('CREATE TABLE looked_up (id text PRIMARY KEY, n int)');
  const lookUp = (id: string) => database.rows<{ n: number }>(LOOKUP, [textArray([id])]);

  test('have one plan for all values, which uses the index also where it was made of a table of one row', async () => {
    await database.rows("INSERT INTO looked_up VALUES ('0', 0)");
    await database.rows('ANALYZE looked_up');
    for (let n = 1; n <= 10; n++) assert.equal((await lookUp(`${n}`)).length, 0);
    await database.rows('INSERT INTO looked_up SELECT n::text, n FROM generate_series(1, 20000) AS n');
    for (let n = 1; n <= 10; n++) assert.equal((await lookUp(`${n}`))[0]?.n, n);
    const [plans] = await database.rows<{ made: number; used: number }>(
      'SELECT custom_plans::int AS made, generic_plans::int AS used FROM pg_prepared_statements WHERE statement = $1',
      [LOOKUP],
    );
    assert.deepEqual({ ...plans }, { made: 0, used: 20 });
    await database.rows('SELECT pg_stat_force_next_flush()');
    const [{ scans } = assert.fail()] = await database.rows<{ scans: number }>(
      "SELECT idx_scan::int AS scans FROM pg_stat_user_tables WHERE relname = 'looked_up'",
    );
    assert.equal(scans, 20);
  });
});
