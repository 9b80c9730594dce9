import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../../../../testing/postgres/database.ts';
import { Session } from './session.ts';

describe('a transaction', async () => {
  const url = await newDatabase();
  const sessions = [false, true].map((hasCitus) => new Session({ url, searchPath: 'public', hasCitus }));
  after(async () => {
    await Promise.all(sessions.map((session) => session.close()));
    dropDatabase(url);
  });

  for (const session of sessions) {
    const how = session.hasCitus ? 'sent one by one' : 'sent at once';

    test(`of statements ${how} gives the rows of each`, async () => {
      const results = await session.begin(['SELECT 1 AS a', 'SET LOCAL work_mem = 65536', 'SELECT 2 AS b']);
      assert.deepEqual(
        results.map((rows) => rows.map((row) => ({ ...(row as object) }))),
        [[{ a: 1 }], [{ b: 2 }]],
      );
      assert.deepEqual(await session.begin(), []);
      await session.rollback();
    });

    test(`of statements ${how} is undone where one of them fails`, async () => {
      await assert.rejects(
        session.transaction(['CREATE TABLE half (n integer)', 'SELECT 1 / 0']),
        /division/,
      );
      assert.equal((await session.alone("SELECT 1 FROM pg_class WHERE relname = 'half'")).length, 0);
    });
  }

  test('that the database ends by undoing it is not acknowledged', async () => {
    const [session] = sessions;
    await session!.begin();
    await assert.rejects(session!.once('SELECT 1 / 0'), /division/);
    await assert.rejects(session!.commit(), { kind: 'unavailable' });
    await session!.transaction(['SELECT 1']);
  });
});
