import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { SpaceUnderTest } from '../../contract/space-under-test.ts';
import { onStoreWarning } from '../../thread/warnings.ts';
import { spacePath } from './space-files.ts';
import { openSqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-failed-build-'));
const store = await openSqliteStore(folder, { readers: 1, writers: 1 });
after(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const feature = (id: string) => ({ type: 'Feature', id, geometry: null, properties: { n: 1 } });

test('an index that can not be built is told, and stops neither its space nor those beside it', async () => {
  const [broken, sound] = [
    await SpaceUnderTest.create(store, 'broken'),
    await SpaceUnderTest.create(store, 'sound'),
  ];
  await broken.put([feature('a')]);
  const database = new DatabaseSync(spacePath(folder, broken.ref.storageKey));
  database.exec(
    `CREATE TRIGGER damage BEFORE INSERT ON property_value BEGIN SELECT RAISE(ABORT, 'damaged'); END`,
  );
  database.close();
  const warned = Promise.withResolvers<Record<string, string>>();
  const stop = onStoreWarning(({ details }) => warned.resolve(details));
  await store.features.defineIndexes(broken.ref, [['n']]);
  // On the one thread that writes, while it builds and after it has failed.
  const written = await Promise.all(Array.from({ length: 20 }, (_, i) => sound.put([feature(`s${i}`)])));
  const { storageKey, reason } = await warned.promise;
  stop();
  assert.equal(storageKey, broken.ref.storageKey);
  assert.match(reason!, /damaged/);
  assert.equal(written.length, 20);
  await sound.put([feature('later')]);
  assert.equal((await sound.page()).ids.length, 21);
  assert.deepEqual((await broken.page()).ids, ['a']);
});
