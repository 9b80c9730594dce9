import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  collection,
  type Feature,
  type FeatureCollection,
  feature,
  idsOf,
  NAMESPACE,
} from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, type Space } from './harness/space.ts';
import { storage } from './virtual/spaces.ts';

const hub = await sharedHub();

type Lists = { inserted: FeatureCollection; updated: FeatureCollection; deleted: FeatureCollection };
type Changesets = {
  type: string;
  startVersion: number;
  endVersion: number;
  versions: Record<string, Lists>;
  nextPageToken?: string;
};
type Compact = Lists & { type: string; nextPageToken?: string };
type Fact = { value: number; estimated: boolean };

const COLLECTION = 'application/vnd.here.changeset-collection';
const COMPACT = 'application/vnd.here.compact-changeset';

/** `+a1 ~b2 -c3`: inserted, updated, deleted. */
function told({ inserted, updated, deleted }: Lists): string {
  const list = (sign: string, { features }: FeatureCollection) =>
    features.map(({ id, properties }) => `${sign}${id}${properties.n}`);
  return [...list('+', inserted), ...list('~', updated), ...list('-', deleted)].join(' ');
}

/** 1: +a1 +b1, 2: +c1 ~a2, 3: -b1, 4: -a2 -c1, 5: +b5 */
async function filled(definition: object = { enableGlobalVersioning: true }): Promise<Space> {
  const space = await newSpace(hub, definition);
  await space.load(feature('a', { n: 1 }), feature('b', { n: 1 }));
  await space.load(feature('a', { n: 2 }), feature('c', { n: 1 }), feature('b', { n: 1 }));
  await hub.delete(`${space.features}/b`);
  await hub.delete(`${space.features}?id=*`);
  await space.load(feature('b', { n: 5 }));
  return space;
}

async function history<T = Changesets>(space: Space, query = '', accept = COLLECTION): Promise<T> {
  const { status, body, text } = await hub.get<T>(`${space.path}/history?${query}`, { headers: { accept } });
  assert.equal(status, 200, text);
  return body;
}

async function compact(space: Space, query = ''): Promise<Compact> {
  const body = await history<Compact>(space, query, COMPACT);
  assert.equal(body.type, 'CompactChangeset');
  const own = await hub.get(`${space.path}/changesets?compact=true&${query}`);
  assert.deepEqual(own.body, body);
  return body;
}

describe('history', async () => {
  const space = await filled();
  const shown = ({ versions }: Changesets) =>
    Object.fromEntries(Object.entries(versions).map(([version, one]) => [version, told(one)]));
  const ALL = { 1: '+a1 +b1', 2: '+c1 ~a2', 3: '-b1', 4: '-a2 -c1', 5: '+b5' };

  for (const query of ['', 'startVersion=0', 'endVersion=99', 'startVersion=1&endVersion=5'])
    test(`lists every version for ${query || 'no bounds'}`, async () => {
      const all = await history(space, query);
      assert.deepEqual(shown(all), ALL);
      assert.deepEqual([all.type, all.startVersion, all.endVersion], ['ChangesetCollection', 1, 5]);
    });

  test('lists a range, and takes an end past the last version as the last', async () => {
    const range = await history(space, 'startVersion=4&endVersion=1000');
    assert.deepEqual([range.startVersion, range.endVersion], [4, 5]);
    assert.deepEqual(shown(range), { 4: ALL[4], 5: ALL[5] });
  });

  test('pages with limit and pageToken', async () => {
    const first = await history(space, 'limit=3');
    const second = await history(space, `limit=30&pageToken=${first.nextPageToken}`);
    assert.deepEqual(
      [shown(first), shown(second)],
      [
        { 1: ALL[1], 2: '+c1' },
        { 2: '~a2', 3: ALL[3], 4: ALL[4], 5: ALL[5] },
      ],
    );
  });

  test('is a collection of changesets whatever else is accepted', async () => {
    for (const accept of ['*/*', 'application/json'])
      assert.equal((await history(space, '', accept)).type, 'ChangesetCollection');
  });

  test('refuses a start that no version has', async () => {
    assertRefused(await hub.get(`${space.path}/history?startVersion=9`), 404, 'version 9');
    assertRefused(await hub.get(`${space.path}/history?startVersion=3&endVersion=2`), 400, 'startVersion');
  });

  const COMPACTED: [query: string, changes: string][] = [
    ['', '+b5 -a2 -c1'],
    ['endVersion=3', '+c1 ~a2 -b1'],
    ['startVersion=2&endVersion=2', '+c1 ~a2'],
    ['startVersion=3&endVersion=5', '+b5 -a2 -c1'],
    ['startVersion=3&endVersion=4', '-b1 -a2 -c1'],
    ['startVersion=1&endVersion=1', '+a1 +b1'],
  ];
  for (const [query, changes] of COMPACTED)
    test(`as a compact changeset has each feature once: ${query || 'all versions'}`, async () =>
      assert.equal(told(await compact(space, query)), changes));

  test('as a compact changeset comes in pages', async () => {
    for (const limit of [1, 2]) {
      const pages: string[] = [];
      for (let token = ''; ; ) {
        const page = await compact(space, `limit=${limit}${token}`);
        pages.push(...told(page).split(' '));
        if (!page.nextPageToken) break;
        token = `&pageToken=${page.nextPageToken}`;
      }
      assert.deepEqual(pages, ['+b5', '-a2', '-c1']);
    }
  });

  test('tells the two forms apart by their ETags', async () => {
    const whole = await hub.get(`${space.path}/history`);
    const headers = { accept: COMPACT, 'if-none-match': whole.headers.etag! };
    assert.equal((await hub.get(`${space.path}/history`, { headers })).status, 200);
    assert.match(whole.headers.vary ?? '', /Accept/);
  });

  test('shows deleted features with the version that deleted them', async () => {
    const { versions } = await history(space);
    const gone = versions[3]!.deleted.features[0]!.properties[NAMESPACE];
    const { version, deleted } = gone as unknown as { version: number; deleted: boolean };
    assert.deepEqual([version, deleted], [3, true]);
    const [a] = (await compact(space)).deleted.features;
    assert.equal((a!.properties[NAMESPACE] as unknown as { version: number }).version, 4);
    const there = versions[2]!.updated.features[0]!.properties[NAMESPACE] as object;
    assert.equal('deleted' in there, false);
  });

  test('of an empty space has no versions', async () => {
    const empty = await newSpace(hub, { enableHistory: true });
    const none = { startVersion: 0, endVersion: 0, versions: {} };
    for (const query of ['', 'startVersion=0&endVersion=10'])
      assert.deepEqual(await history(empty, query), { type: 'ChangesetCollection', ...none });
    assert.equal(told(await compact(empty)), '');
  });

  test('is refused where none is kept, and by virtual spaces', async () => {
    const plain = await newSpace(hub);
    const virtual = await newSpace(hub, { storage: storage('group', [space.id]) });
    for (const { id, path } of [plain, virtual])
      for (const call of ['history', 'history/statistics', 'changesets?compact=true'])
        assertRefused(await hub.get(`${path}/${call}`), 400, 'history', id);
  });
});

describe('a compact changeset', () => {
  test('shows a feature that came back twice, and one that went twice, once', async () => {
    const space = await newSpace(hub, { enableHistory: true });
    for (let n = 1; n <= 3; n++) {
      await space.load(feature('back', { n }), feature('gone', { n }));
      await hub.delete(`${space.features}?id=back,gone`);
    }
    await space.load(feature('back', { n: 4 }));
    assert.equal(told(await compact(space)), '+back4 -gone3');
    assert.equal(told(await compact(space, 'endVersion=6')), '-back3 -gone3');
    assert.equal(told(await compact(space, 'startVersion=2&endVersion=3')), '+back2 +gone2');
  });

  test('of many changes of few features is found in steps', async () => {
    const space = await newSpace(hub, { enableHistory: true });
    await space.load(...Array.from({ length: 600 }, (_, n) => feature(`f${n}`, { n: 1 })));
    await space.load(...Array.from({ length: 600 }, (_, n) => feature(`f${n}`, { n: 2 })));
    await space.load(...Array.from({ length: 599 }, (_, n) => feature(`f${n}`, { n: 3 })));
    const { inserted, updated } = await compact(space);
    assert.deepEqual([inserted.features.length, updated.features.length], [0, 600]);
    assert.deepEqual(idsOf(updated).slice(0, 2), ['f599', 'f0']);
  });
});

describe('the current version', () => {
  test('is in the responses of writes', async () => {
    const space = await newSpace(hub, { enableHistory: true });
    const versionOf = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer;
      assert.equal(status, 200);
      return (body as { version?: number }).version;
    };
    const one = collection(feature('a', { n: 1 }));
    assert.equal(await versionOf(hub.put(space.features, one)), 1);
    assert.equal(await versionOf(hub.put(space.features, one)), 1, 'nothing changed');
    assert.equal(await versionOf(hub.post(space.features, collection(feature('b')))), 2);
    const headers = { prefer: 'return=minimal' };
    assert.equal(await versionOf(hub.post(space.features, collection(feature('c')), { headers })), 3);
    const accept = { headers: { accept: 'application/json' } };
    assert.equal(await versionOf(hub.delete(`${space.features}?id=a`, accept)), 4);
    const plain = await newSpace(hub);
    assert.equal(await versionOf(hub.put(plain.features, one)), undefined);
    assert.equal(await versionOf(hub.delete(`${plain.features}?id=a`, accept)), undefined);
  });

  test('is in the statistics, from the moment that history is kept', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a'));
    const before = await hub.get<{ maxVersion?: Fact }>(`${space.path}/statistics`);
    assert.equal(before.body.maxVersion, undefined);
    await hub.patch(space.path, { enableHistory: true });
    const headers = { 'if-none-match': before.headers.etag! };
    const after = await hub.get<{ maxVersion?: Fact }>(`${space.path}/statistics`, { headers });
    assert.deepEqual(after.body.maxVersion, { value: 1, estimated: false });
  });
});

describe('history/statistics', () => {
  const read = async (space: Space) => {
    const { status, body, text } = await hub.get<Record<string, Fact | string>>(
      `${space.path}/history/statistics`,
    );
    assert.equal(status, 200, text);
    return body;
  };

  test('counts changes and the bytes of all states', async () => {
    const space = await filled();
    const { type, count, byteSize, dataSize, maxVersion } = await read(space);
    assert.equal(type, 'HistoryStatisticsResponse');
    assert.deepEqual(count, { value: 8, estimated: false });
    assert.deepEqual(maxVersion, { value: 5, estimated: false });
    const states = await Promise.all(
      ['a?version=1', 'b?version=1', 'a?version=2', 'c?version=2', 'b'].map((path) =>
        hub.get<Feature>(`${space.features}/${path}`),
      ),
    );
    const bytes = states.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    assert.deepEqual([byteSize, dataSize], Array(2).fill({ value: bytes, estimated: false }));
  });

  test('of an empty space are zero', async () => {
    const { count, byteSize, maxVersion } = await read(await newSpace(hub, { enableHistory: true }));
    assert.deepEqual([count, byteSize, maxVersion], Array(3).fill({ value: 0, estimated: false }));
  });
});
