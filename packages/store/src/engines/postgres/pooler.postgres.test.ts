import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dropDatabase, newDatabase } from '../../../../../testing/postgres/database.ts';
import { startPgBouncer } from '../../../../../testing/postgres/pgbouncer.ts';
import { settingsOf } from './connection.ts';
import { hasPooler } from './pooler.ts';
import { READ_SETTINGS } from './read-settings.ts';
import { openPostgresTarget } from './transfer/postgres-target.ts';

const url = await newDatabase();
const all = Object.keys(settingsOf({ searchPath: '' }, READ_SETTINGS));
/** All of them before the first test: what is registered while another one ends may come too late. */
const poolers = await Promise.all(
  (
    [
      ['refuses the settings of a connection', []],
      ['ignores the settings of a connection', all],
      ['ignores some and refuses others', all.slice(0, 2)],
    ] as const
  ).map(async ([how, ignored]) => {
    const settings = { ignore_startup_parameters: ignored.join(', ') };
    return [how, await startPgBouncer(url, 'transaction', settings)] as const;
  }),
);
after(() => dropDatabase(url));

test('the database itself is no pooler', async () => {
  assert.equal(await hasPooler(url), false);
});

for (const [how, pooler] of poolers)
  test(`a PgBouncer that ${how} is noticed`, 'skip' in pooler ? pooler : {}, async () => {
    if ('skip' in pooler) return;
    const through = pooler.urlOf(url);
    try {
      assert.equal(await hasPooler(through), true);
      await assert.rejects(openPostgresTarget(through, 'a hub'), /give the address of PostgreSQL itself/);
    } finally {
      await pooler.stop();
    }
  });

test('where nothing listens it is not taken for one', async () => {
  await assert.rejects(hasPooler('postgres://postgres@127.0.0.1:1/none'), { code: 'ECONNREFUSED' });
});
