import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../../../../testing/postgres/database.ts';
import { Session } from './session.ts';

describe('a transaction', async () => {
  const url = await newDatabase();
  const kinds = [
    { how: 'sent at once', hasCitus: false, isPooled: false },
    { how: 'sent one by one', hasCitus: true, isPooled: false },
    { how: 'sent through a pooler', hasCitus: false, isPooled: true },
  ];
  const sessions = kinds.map(({ how, ...kind }) => {
    const session = new Session({ url, searchPath: 'here, public', ...kind });
    return { how, session, close: () => session.close() };
  });
  after(async () => {
    await Promise.all(sessions.map((session) => session.close()));
    dropDatabase(url);
  });

  for (const { how, session } of sessions) {
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

    test(`of statements ${how} has its settings, and so has each statement outside of it`, async () => {
      const SHOW = 'SHOW search_path';
      const paths: unknown[] = await session.rows(SHOW);
      paths.push(...(await session.once(SHOW)), ...(await session.begin([SHOW])).flat());
      paths.push(...(await session.rows(SHOW)), ...(await session.once(SHOW)));
      await session.rollback();
      assert.deepEqual(
        paths.map((row) => (row as { search_path: string }).search_path),
        Array(5).fill('here, public'),
      );
    });

    test(`outside of one, values ${how} come back as they were`, async () => {
      const text = `it's \\ "$1" – é`;
      const [row] = await session.rows<{ text: string; n: number }>(
        'SELECT $1::text AS text, $2::bigint AS n',
        [...[text, 7]],
      );
      assert.deepEqual({ ...row }, { text, n: 7 });
    });
  }

  test('that the database ends by undoing it is not acknowledged', async () => {
    const [{ session }] = sessions as [(typeof sessions)[0]];
    await session.begin();
    await assert.rejects(session.once('SELECT 1 / 0'), /division/);
    await assert.rejects(session.commit(), { kind: 'unavailable' });
    await session.transaction(['SELECT 1']);
  });
});
