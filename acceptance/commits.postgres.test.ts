import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newDatabase, query, schemaOf } from '../testing/postgres/database.ts';
import { collection, point } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { newSpace } from './harness/space.ts';

const LOGGED_WITHIN_MS = 60_000;

type Definition = { searchableProperties?: Record<string, boolean> };

describe('a hub on a database', async () => {
  const url = await newDatabase();
  const hub = await startHub({ settings: { MERIDIAN_STORE: url } });
  const sql = (text: string) => query(url, `SET search_path = ${schemaOf(url)}, public; ${text}`);

  test('that warns while it commits does not acknowledge the write, and logs the warning', async () => {
    const space = await newSpace(hub);
    // As Citus does where a worker is gone: the commit succeeds, and a warning says that it is not whole.
    sql(`CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE WARNING 'failed to commit transaction on 127.0.0.1:1'; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER warning AFTER UPDATE ON content DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION warn()`);
    const refused = await hub.put(space.features, collection(point('a', 1, 2)));
    assert.equal(refused.status, 503);
    assert.match(refused.text, /did not confirm the change on every server/);
    assert.doesNotMatch(refused.text, /127\.0\.0\.1:1/);
    sql('DROP TRIGGER warning ON content');
    const warning = /"level":40.*failed to commit transaction on 127\.0\.0\.1:1/;
    for (const end = Date.now() + LOGGED_WITHIN_MS; !warning.test(hub.logs()); await pause(20))
      assert.ok(Date.now() < end, 'the warning is in the log');
    assert.equal((await hub.put(space.features, collection(point('b', 1, 2)))).status, 200);
  });

  test('that can’t make the table of a space keeps nothing of it', async () => {
    sql(`CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'sorry, too many clients already' USING ERRCODE = '53300'; END $$;
      CREATE EVENT TRIGGER refusing ON ddl_command_end WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION refuse()`);
    const refused = await hub.post('/hub/spaces', { title: 'none', id: 'none' });
    assert.equal(refused.status, 503);
    assert.equal(sql('SELECT count(*) FROM stray_place'), '0');
    assert.equal(sql("SELECT count(*) FROM content WHERE place LIKE 's_none_%'"), '0');
    sql('DROP EVENT TRIGGER refusing');
    assert.equal((await hub.post('/hub/spaces', { title: 'none', id: 'none' })).status, 200);
  });

  test('that can’t change the indexes of a space leaves its definition as it was', async () => {
    const space = await newSpace(hub, { searchableProperties: { a: true, b: true } });
    const indexes = () =>
      sql(
        `SELECT string_agg(path, ',' ORDER BY path) FROM indexed_property JOIN space USING (place) WHERE id = '${space.id}'`,
      );
    sql(`CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'not now' USING ERRCODE = '53300'; END $$;
      CREATE TRIGGER refusing BEFORE UPDATE OR DELETE ON indexed_property FOR EACH ROW EXECUTE FUNCTION refuse_change()`);
    const change = { searchableProperties: { b: false } };
    assert.equal((await hub.patch(space.path, change)).status, 503);
    const kept = await hub.get<Definition>(space.path);
    assert.deepEqual(kept.body.searchableProperties, { a: true, b: true });
    assert.equal(indexes(), '["a"],["b"]');
    sql('DROP TRIGGER refusing ON indexed_property');
    const changed = await hub.patch<Definition>(space.path, change);
    assert.deepEqual(changed.body.searchableProperties, { a: true, b: false });
    assert.equal(indexes(), '["a"]');
  });
});
