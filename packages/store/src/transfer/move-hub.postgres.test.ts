import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { dropDatabase, newDatabase, query, schemaOf } from '../../../../testing/postgres/database.ts';
import type { Store } from '../catalogue.ts';
import { type KnownNames, snapshotOf } from '../contract/hub-snapshot.ts';
import { fillRandomly } from '../contract/random-hub.ts';
import { seed } from '../contract/seed.ts';
import { SpaceUnderTest } from '../contract/space-under-test.ts';
import { copyHub } from '../copy-hub.ts';
import { openPostgresStore } from '../engines/postgres/postgres-store.ts';
import { openSqliteStore } from '../engines/sqlite/sqlite-store.ts';
import type { MoveProgress } from './move-hub.ts';

const THREADS = { readers: 1, writers: 1 };
const folder = mkdtempSync(join(tmpdir(), 'meridian-moving-'));
const databases: string[] = [];
after(() => {
  rmSync(folder, { recursive: true });
  for (const url of databases) dropDatabase(url);
});

let folders = 0;
const newFolder = () => join(folder, `data ${++folders}`);
const newUrl = async () => {
  const url = await newDatabase();
  databases.push(url);
  return url;
};

/** Opens what is at a location for as long as `work` takes. */
async function withStore<T>(location: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await (location.startsWith('postgres:')
    ? openPostgresStore(location, THREADS, 8)
    : openSqliteStore(location, THREADS));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const snapshot = (location: string, names: KnownNames) =>
  withStore(location, (store) => snapshotOf(store, names, seed));
const quiet = () => {};

/** The next changes have the same outcome on a hub and on its copy. */
const goOn = (location: string) =>
  withStore(location, async (store) => {
    const known = store.catalogue.spaces.known.get('versioned')!;
    const space = new SpaceUnderTest(store, known);
    await space.put([{ id: 'f1', properties: { v: 'late' } }, { id: 'late' }], {
      versioning: { uuids: false, versionsToKeep: 3 },
    });
    const reserved = await store.catalogue.spaces.reserve('new');
    await store.features.create(reserved, []);
    const made = await store.catalogue.spaces.add(reserved, { id: 'new' });
    const project = await store.catalogue.projects.add('new', { owner: 'one', published: true, text: '{}' });
    return {
      ids: (await space.page()).ids,
      versions: await store.features.versions(known),
      statistics: await space.statistics(),
      content: (await space.content()).version,
      serials: [(made as { serial: number }).serial, project!.serial],
    };
  });

describe(`a hub that moves (seed ${seed})`, () => {
  test('from a folder to PostgreSQL and back, then to other locations of the same kind, is the same everywhere', async () => {
    const [first, last] = [newFolder(), newFolder()];
    const [database, other] = [await newUrl(), await newUrl()];
    const names = await withStore(first, (store) => fillRandomly(store, seed));
    const before = await snapshot(first, names);
    const report = await copyHub(first, database, quiet);
    assert.deepEqual([report.spaces, report.there], [7, 0]);
    assert.deepEqual(await snapshot(first, names), before, 'the source is as it was');
    assert.deepEqual(await snapshot(database, names), before);
    await copyHub(database, other, quiet);
    assert.deepEqual(await snapshot(other, names), before);
    await copyHub(other, last, quiet);
    assert.deepEqual(await snapshot(last, names), before);
    const copied = newFolder();
    await copyHub(last, copied, quiet);
    assert.deepEqual(await snapshot(copied, names), before);
    assert.equal(existsSync(`${copied}.incomplete`), false);
    const after = await goOn(first);
    for (const location of [database, other, last, copied])
      assert.deepEqual(await goOn(location), after, location);
  });

  test('from PostgreSQL to a folder', async () => {
    const [url, target] = [await newUrl(), newFolder()];
    const names = await withStore(url, (store) => fillRandomly(store, seed + 1));
    const before = await snapshot(url, names);
    await copyHub(url, target, quiet);
    assert.deepEqual(await snapshot(target, names), before);
    assert.deepEqual(await goOn(target), await goOn(url));
  });

  for (const kind of ['PostgreSQL', 'a folder'])
    test(`goes on where it was stopped, to ${kind}`, async () => {
      const source = newFolder();
      const target = kind === 'PostgreSQL' ? await newUrl() : newFolder();
      const names = await withStore(source, (store) => fillRandomly(store, seed));
      const stopAt = (space: string) => (progress: MoveProgress) => {
        if (progress.space === space && progress.features > 0) throw new Error(`stopped at ${space}`);
      };
      await assert.rejects(copyHub(source, target, stopAt('versioned')), /stopped at versioned/);
      if (kind === 'PostgreSQL')
        await assert.rejects(openPostgresStore(target, THREADS, 8), /has an unfinished copy of a hub/);
      else assert.equal(existsSync(target), false);
      await assert.rejects(copyHub(newHub(), target, quiet), /there is no hub in the folder/);
      // One that was there is changed, one is deleted: neither may be left as it was.
      await withStore(source, async (store) => {
        const { known } = store.catalogue.spaces;
        await new SpaceUnderTest(store, known.get('plain')!).put([{ id: 'since' }]);
        const gone = known.get('indexed')!;
        await store.catalogue.spaces.remove(gone);
        await store.features.drop(gone);
        await store.catalogue.spaces.forget(gone.storageKey);
      });
      const states: string[] = [];
      const told = ({ space, state }: MoveProgress) => {
        if (state !== 'copying') states.push(`${space} ${state}`);
      };
      const { there } = await copyHub(source, target, told);
      assert.equal(there, 1);
      assert.deepEqual(states.slice(0, 3), ['plain copied', 'expiring there', 'versioned copied']);
      assert.deepEqual(await snapshot(target, names), await snapshot(source, names));
      if (kind === 'PostgreSQL')
        assert.equal(
          query(
            target,
            `SELECT count(*) FROM pg_tables WHERE schemaname = '${schemaOf(target)}' AND tablename LIKE 's\\_%'`,
          ),
          '6',
          'nothing is left of what was stopped',
        );
      await assert.rejects(copyHub(source, target, quiet), /has a hub already|is not empty/);
    });

  const newHub = newFolder;

  test('refuses what is no hub, what is in use, and what has another hub in it', async () => {
    const [one, other, target] = [newFolder(), newFolder(), newFolder()];
    const url = await newUrl();
    for (const location of [one, other]) await withStore(location, async () => {});
    await assert.rejects(copyHub(newFolder(), target, quiet), /there is no hub in the folder/);
    await withStore(one, () =>
      assert.rejects(copyHub(one, target, quiet), /is in use by another Meridian server/),
    );
    await assert.rejects(copyHub(one, one, quiet), /is not empty/);
    await assert.rejects(copyHub(url, url, quiet), /the same/);
    await withStore(url, async ({ catalogue }) => {
      await catalogue.projects.add('p', { owner: 'o', published: true, text: '{}' });
    });
    await assert.rejects(copyHub(one, url, quiet), /has a hub already: nothing is overwritten/);
  });
});
