import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { standInForCitus } from '../../../../../testing/postgres/citus-stand-in.ts';
import { type Cluster, startCluster } from '../../../../../testing/postgres/cluster.ts';
import { query } from '../../../../../testing/postgres/database.ts';
import { LOGGED_STATEMENTS, type Sent, StatementLog } from '../../../../../testing/postgres/statement-log.ts';
import type { Store } from '../../catalogue.ts';
import { HEXBIN, tileQuery } from '../../contract/plain-queries.ts';
import { VersionedSpace } from '../../contract/versioned-space.ts';
import { lockSpace } from './citus.ts';
import { openPostgresStore } from './postgres-store.ts';
import { Session } from './session.ts';
import {
  checkBounded,
  checkColumns,
  checkRange,
  checkSingle,
  marksOf,
  namesFeatures,
  shardOf,
  transactionsOf,
} from './testing/sent-statements.ts';
import { toKey } from './text-key.ts';

const SHARD_COUNTS = [2, 3, 4, 7, 32, 64, 256];
const HISTORY = { versioning: { versionsToKeep: 3, uuids: true } };

const feature = (id: string | undefined, n = 0, tags: string[] = []) => ({
  ...(id === undefined ? {} : { id }),
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [(n * 7) % 180, (n * 3) % 80] },
  properties: { n, other: `o${n % 5}`, '@ns:com:here:xyz': { tags } },
});
const features = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => feature(`${prefix}${i}`, i, i % 2 ? ['odd'] : []));
const idsOf = (list: readonly { id?: string }[]) => list.map(({ id }) => id!);

let cluster: Cluster;
let store: Store;
let log: StatementLog;
let space: VersionedSpace;

before(async () => {
  const started = await startCluster(LOGGED_STATEMENTS);
  if (typeof started === 'string') throw new Error(started);
  cluster = started;
  query(cluster.url, 'CREATE EXTENSION postgis');
  standInForCitus(cluster.url);
  store = await openPostgresStore(cluster.url, { readers: 1, writers: 1 });
  log = new StatementLog(cluster.url);
  await log.take();
  space = await VersionedSpace.of(store, 'space');
});

after(async () => {
  await store.close();
  await cluster.discard();
});

/** What was sent meanwhile, held to what is true of every statement on a cluster. */
async function sentBy(work: () => Promise<unknown>): Promise<Sent[]> {
  await log.take();
  await work();
  const sent = await log.take();
  assert.ok(sent.length > 0);
  for (const one of sent) checkSingle(one);
  for (const one of sent.filter(namesFeatures)) {
    checkColumns(one);
    checkBounded(one);
    checkRange(one);
  }
  return sent;
}

/** The same for a write of these features: all of them are marked, on two shards at least. */
async function writes(ids: readonly string[] | 'all', work: () => Promise<unknown>): Promise<void> {
  const transactions = transactionsOf(await sentBy(work)).flatMap((sent) => marksOf(sent) ?? []);
  assert.ok(transactions.length > 0, 'features were written');
  for (const { keys, isAll } of transactions)
    if (!isAll)
      for (const shards of SHARD_COUNTS)
        assert.ok(
          new Set([...keys].map((key) => shardOf(key, shards))).size > 1,
          `they are on two shards: ${[...keys]}`,
        );
  if (ids === 'all') {
    assert.ok(transactions.every(({ isAll }) => isAll));
    return;
  }
  const marked = new Set(transactions.flatMap(({ keys }) => [...keys]));
  assert.deepEqual(
    ids.map(toKey).filter((key) => !marked.has(key)),
    [],
  );
}

const rowsOf = (sql: string) => query(cluster.url, `SET search_path = meridian, public; ${sql}`);

describe('on a cluster, a write begins by marking the shards it will touch', () => {
  test('of one new feature, of some and of many', async () => {
    for (const count of [1, 10, 100]) {
      const list = features(`new${count}-`, count);
      await writes(idsOf(list), () => space.put(list));
    }
  });

  test('of features that come without an id', async () => {
    let ids: string[] = [];
    await writes([], async () => {
      const { features: made } = await space.put([feature(undefined), feature(undefined), feature('named')]);
      ids = (made as { id: string }[]).map(({ id }) => id);
    });
    assert.equal(ids.length, 3);
    await writes(ids, () => space.put(ids.map((id) => feature(id, 9))));
    const unnamed = { ...feature(undefined), properties: { only: true } };
    const transactions = transactionsOf(await sentBy(() => space.put([unnamed]))).flatMap(
      (sent) => marksOf(sent) ?? [],
    );
    const [id] = rowsOf(`SELECT id FROM ${space.ref.storageKey} WHERE text LIKE '%"only":true%'`).split('\n');
    assert.ok(transactions[0]!.keys.has(id!));
  });

  test('of features with ids that are no keys', async () => {
    const ids = ['\\', 'nul\0', '\u{1f600}"\'', 'x'.repeat(3000)];
    await writes(ids, () => space.put(ids.map((id) => feature(id))));
  });

  test('of features that are changed, and of one', async () => {
    await writes(['new10-1', 'new10-2', 'added'], () =>
      space.put([feature('new10-1', 5), feature('new10-2', 5), feature('added')]),
    );
    await writes(['new10-1'], () => space.put([feature('new10-1', 6)]));
  });

  test('of features that are deleted, and of one', async () => {
    await writes(['new10-3', 'new10-4'], () => space.delete({ ids: ['new10-3', 'new10-4'] }));
    await writes(['new10-5'], () => space.delete({ ids: ['new10-5'] }));
  });

  test('of features that are deleted by tags', async () => {
    await writes('all', () => space.delete({ tags: [['odd']] }));
  });

  test('of a space that keeps its history, from its first version to its end', async () => {
    const past = await VersionedSpace.of(store, 'past');
    await past.put(features('p', 5));
    await writes(['p1', 'p2', 'p9'], () =>
      past.put([feature('p1', 1), feature('p2', 1), feature('p9')], HISTORY),
    );
    await writes(['p1'], () => past.put([feature('p1', 2)], HISTORY));
    await writes(['p2'], () => past.delete({ ids: ['p2'], ...HISTORY }));
    await sentBy(() => past.changes({ from: 2, to: 4 }));
    await sentBy(() => past.at(4));
    await writes('all', () => past.delete({ ...HISTORY }));
    await writes(['q'], () => past.put([feature('q')]));
    const beside = rowsOf(`SELECT beside FROM pg_dist_partition WHERE beside = '${past.ref.storageKey}'`);
    assert.equal(beside, past.ref.storageKey, 'what features were is beside what they are');
  });

  test('of all features that an index is built over', async () => {
    await writes('all', async () => {
      await store.features.defineIndexes(space.ref, [['n'], ['other']]);
      const unfinished = `SELECT count(*) FROM indexed_property WHERE built_to IS NOT NULL`;
      for (let tries = 0; rowsOf(unfinished) !== '0'; tries++) assert.ok(tries < 500, 'indexes are built');
    });
    await sentBy(() => store.features.defineIndexes(space.ref, [['n']]));
    assert.equal(
      rowsOf(`SELECT string_agg(path, ',') FROM indexed_property WHERE place = '${space.ref.storageKey}'`),
      '["n"]',
    );
  });

  test('of all features that are deleted at once, few or many', async () => {
    await writes('all', () => space.delete({}));
    await space.put(features('many', 15_500), { returning: false });
    const tile = { scheme: 'web', level: 0, x: 0, y: 0 } as never;
    await sentBy(() => space.tile(tileQuery(tile, { viz: true, sampling: 'high' })));
    await sentBy(() => space.clusters({ clustering: HEXBIN, bounds: undefined } as never));
    await sentBy(() => space.statistics());
    await sentBy(() => space.page({ limit: 3000 }));
    await writes('all', () => space.delete({ returning: false }));
    assert.equal((await space.statistics()).count, 0);
  });
});

describe('on a cluster, a space', () => {
  test('is made and dropped by single statements, and a virtual one is not distributed', async () => {
    const distributed = (storageKey: string) =>
      rowsOf(`SELECT count(*) FROM pg_dist_partition WHERE logicalrelid = to_regclass('${storageKey}')`);
    for (const isVirtual of [false, true]) {
      const ref = await store.catalogue.spaces.reserve('made');
      await sentBy(() => store.features.create(ref, [['a']], isVirtual));
      assert.equal(distributed(ref.storageKey), isVirtual ? '0' : '1');
      await sentBy(() => store.features.drop(ref));
    }
  });

  test('is searched by an index for positions first, of which no more are asked for than are wanted', async () => {
    const indexed = await VersionedSpace.of(store, 'indexed');
    await store.features.defineIndexes(indexed.ref, [['other']]);
    await indexed.put(features('i', 300), HISTORY);
    const tests = [{ root: 'properties', path: ['other'], comparison: '=', operands: ['o1'] }] as const;
    const filter = { tags: [], tests };
    const expected = idsOf(features('i', 300)).filter((_, i) => i % 5 === 1);
    for (const query of [{ limit: 25 }, { limit: 1000 }, { limit: 25, version: 1 }]) {
      const found: string[] = [];
      const sent = await sentBy(async () => {
        for (const { texts } of await indexed.pages({ ...query, filter }))
          found.push(...idsOf(texts.map((text) => JSON.parse(text))));
      });
      assert.deepEqual(found, expected);
      assert.ok(sent.some(({ text }) => /^SELECT seq FROM .* LIMIT /s.test(text)));
    }
    await sentBy(async () => assert.equal(await indexed.count(filter), expected.length));
  });

  test('is made over one connection to each worker, one after the other', async () => {
    const made = await sentBy(async () => {
      const refs = await Promise.all(
        Array.from({ length: 6 }, (_, i) => store.catalogue.spaces.reserve(`at-once${i}`)),
      );
      await Promise.all(refs.map((ref) => store.features.create(ref, [])));
    });
    let begun: string[] = [];
    for (const { connection, text } of made) {
      if (/^CREATE TABLE s_/.test(text)) {
        assert.deepEqual(begun, [], 'no other is being made');
        begun = [connection];
      }
      if (text === 'COMMIT' && begun.includes(connection)) begun = [];
    }
    const sequential = made.filter(({ text }) => /multi_shard_modify_mode TO 'sequential'/.test(text));
    assert.equal(sequential.length, 6);
  });

  test('that was there before Citus is written as everywhere', async () => {
    const old = await VersionedSpace.of(store, 'old');
    rowsOf(`DELETE FROM pg_dist_partition WHERE logicalrelid = '${old.ref.storageKey}'::regclass`);
    const sent = await sentBy(() => old.put([feature('a')], HISTORY));
    assert.ok(!sent.some(({ text }) => /seq < 0|create_distributed_table/.test(text)));
  });

  test('has statistics of one moment, or says that they are not where a writer takes long', async () => {
    const read = await VersionedSpace.of(store, 'read');
    await read.put(features('r', 3));
    const isExact = async () => (await read.statistics()).extent?.exact;
    const sent = await sentBy(async () => assert.equal(await isExact(), true));
    const lock = sent.findIndex(({ text }) => text === lockSpace(read.ref.storageKey, 'shared'));
    assert.ok(lock >= 0 && lock < sent.findIndex(({ text }) => text.includes('FROM content')));
    const writer = new Session({
      url: cluster.url,
      searchPath: 'meridian, public',
      hasCitus: true,
      isPooled: false,
    });
    await writer.begin([lockSpace(read.ref.storageKey, 'alone')]);
    assert.equal(await isExact(), false);
    await writer.close();
    assert.equal(await isExact(), true);
  });
});
