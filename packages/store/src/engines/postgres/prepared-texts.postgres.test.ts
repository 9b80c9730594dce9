import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../../../../testing/postgres/database.ts';
import { MAX_PREPARED } from './prepared-texts.ts';
import { Session } from './session.ts';
import { StatementPool } from './statement-pool.ts';

const COUNT = 'SELECT count(*)::int AS prepared, pg_backend_pid() AS pid FROM pg_prepared_statements';
type Counted = { prepared: number; pid: number };

describe('statements of very many tables', async () => {
  const url = await newDatabase();
  const address = { url, searchPath: 'public', hasCitus: false, isPooled: false };
  const session = new Session(address);
  const kept = new Session(address, { isKept: true });
  const pool = new StatementPool(address, 1);
  after(async () => {
    await Promise.all([session.close(), kept.close(), pool.end()]);
    dropDatabase(url);
  });

  async function inOneTransaction(one: Session, count: number, from = 0): Promise<void> {
    await one.begin();
    for (let n = from; n < from + count; n++)
      assert.deepEqual({ ...(await one.rows(`SELECT ${n} + $1::int AS n`, [0]))[0]! }, { n });
    await one.commit();
  }

  test('are not all kept prepared in a transaction, which stays on its connection', async () => {
    await inOneTransaction(session, MAX_PREPARED + 50);
    const [{ prepared } = assert.fail()] = await session.once<Counted>(COUNT);
    assert.equal(prepared, MAX_PREPARED);
  });

  test('are forgotten with the connection before the next one', async () => {
    const [before] = await session.once<Counted>(COUNT);
    await inOneTransaction(session, 3, 1000);
    const [{ prepared, pid } = assert.fail()] = await session.once<Counted>(COUNT);
    assert.equal(prepared, 3);
    assert.notEqual(pid, before!.pid);
  });

  test('do not end a transaction that is open, or a connection that has to stay', async () => {
    const [{ pid } = assert.fail()] = await kept.once<Counted>(COUNT);
    await inOneTransaction(kept, MAX_PREPARED + 50);
    await inOneTransaction(kept, 50, 2000);
    assert.deepEqual({ ...(await kept.once<Counted>(COUNT))[0]! }, { prepared: MAX_PREPARED, pid });
  });

  test('are not all kept prepared by a pool', async () => {
    for (let n = 0; n < MAX_PREPARED + 50; n++) await pool.send(`SELECT ${n} + $1::int AS n`, [0]);
    const [{ prepared } = assert.fail()] = (await pool.send(COUNT, [])) as unknown as Counted[];
    assert.equal(prepared, MAX_PREPARED);
  });
});
