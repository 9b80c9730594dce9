import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../../../../testing/postgres/database.ts';
import { ReadConnections } from './read-connections.ts';
import { READ_SETTINGS } from './read-settings.ts';
import { Reading } from './reading.ts';
import { StatementPool } from './statement-pool.ts';

const url = await newDatabase();
const pools = [false, true].map(
  (isPooled) => new StatementPool({ url, searchPath: 'public', hasCitus: false, isPooled }, 1, READ_SETTINGS),
);
after(async () => {
  for (const pool of pools) await pool.end();
  dropDatabase(url);
});

for (const pool of pools) {
  const where = pool.isPooled ? 'behind a pooler' : 'from the database itself';
  const connections = new ReadConnections(pool, 1);

  test(`columns come in binary form ${where}, whatever is in them`, async () => {
    const reading = new Reading(connections, 's');
    const rows = await reading.binary(
      `SELECT $1::text || E' it''s \\\\ \u{1f728}; FETCH', ($2::bigint[])[row], decode('00ff5c27', 'hex'), NULL::text
       FROM generate_series(1, 2) AS row ORDER BY row`,
      [1.5e-7, '{-1,9007199254740991,NULL}'],
    );
    assert.deepEqual(
      rows.map(([text, number, bytes, nothing]) => [
        text?.toString(),
        number?.readBigInt64BE(),
        bytes?.toString('hex'),
        nothing,
      ]),
      [-1n, 2n ** 53n - 1n].map((number) => ["1.5e-7 it's \\ \u{1f728}; FETCH", number, '00ff5c27', null]),
    );
    assert.equal((await reading.binary('SELECT $1::integer WHERE false', [1])).length, 0);
  });

  test(`values that are no numbers are refused ${where}, before anything is sent`, async () => {
    const reading = new Reading(connections, 's');
    for (const value of ["1'", '1', '{1}; DROP TABLE a', '{"1"}', '{1,}', 'NULL', "{1'}", null, true])
      await assert.rejects(reading.binary('SELECT $1::text', [value]), /not of numbers/, String(value));
    for (const value of ['{}', '{1}', '{-1.5,NULL,1e-7,2e+21}', 7, -0.25])
      assert.equal((await reading.binary('SELECT $1::text', [value])).length, 1);
  });

  test(`one that fails or is cancelled ${where} leaves the connection as it was`, async () => {
    const reading = new Reading(connections, 's');
    await assert.rejects(reading.binary('SELECT 1 / $1::integer', [0]));
    const cancelled = new Reading(connections, 's');
    const slow = cancelled.binary('SELECT pg_sleep($1::float8)', [60]);
    setTimeout(() => cancelled.cancel(), 300);
    await assert.rejects(slow, { kind: 'cancelled' });
    const [row] = await reading.binary('SELECT $1::integer', [7]);
    assert.equal(row![0]!.readInt32BE(), 7);
  });
}
