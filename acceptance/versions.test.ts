import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Feature, type FeatureCollection, feature, idsOf, namespaceOf } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace, type Space } from './harness/space.ts';
import { storage } from './virtual/spaces.ts';

const hub = await startHub();

interface Changeset {
  type: 'Changeset';
  createdAt: number;
  inserted: FeatureCollection;
  updated: FeatureCollection;
  deleted: FeatureCollection;
}
interface Changesets {
  type: 'ChangesetCollection';
  startVersion: number;
  endVersion: number;
  versions: Record<string, Changeset>;
  nextPageToken?: string;
}

const shown = ({ id, properties }: Feature) => `${id}${properties.n}`;

/** `a1 b2`: ids with their `n`. */
async function read(space: Space, path: string): Promise<string> {
  const { status, body, text } = await hub.get<FeatureCollection>(`${space.path}/${path}`);
  assert.equal(status, 200, text);
  return body.features.map(shown).join(' ');
}

async function changesets(space: Space, query = ''): Promise<Changesets> {
  const { status, body, text } = await hub.get<Changesets>(`${space.path}/changesets?${query}`);
  assert.equal(status, 200, text);
  return body;
}

/** `+a1 ~b2 -c3`: inserted, updated, deleted. */
function told({ type, inserted, updated, deleted }: Changeset): string {
  assert.equal(type, 'Changeset');
  const list = (sign: string, { type: kind, features }: FeatureCollection) => {
    assert.equal(kind, 'FeatureCollection');
    return features.map((one) => sign + shown(one));
  };
  return [...list('+', inserted), ...list('~', updated), ...list('-', deleted)].join(' ');
}

function toldAll({ versions }: Changesets): Record<string, string> {
  return Object.fromEntries(Object.entries(versions).map(([version, one]) => [version, told(one)]));
}

/** 1: +a1 +b1, 2: ~a2 +c1, 3: -b1, 4: -a2 -c1, 5: +b5 */
async function filled(definition: object = { enableHistory: true }): Promise<Space> {
  const space = await newSpace(hub, definition);
  await space.load(feature('a', { n: 1 }), feature('b', { n: 1 }));
  await space.load(feature('a', { n: 2 }), feature('c', { n: 1 }), feature('b', { n: 1 }));
  await hub.delete(`${space.features}/b`);
  await hub.delete(`${space.features}?id=*`);
  await space.load(feature('b', { n: 5 }));
  return space;
}

const ALL = { 1: '+a1 +b1', 2: '+c1 ~a2', 3: '-b1', 4: '-a2 -c1', 5: '+b5' };

describe('a space with enableHistory', async () => {
  const space = await filled();

  test('marks features with the version that wrote them', async () => {
    assert.equal((namespaceOf(await space.read('b')) as unknown as { version: number }).version, 5);
    const { body } = await hub.get<Feature>(`${space.features}/b?version=2`);
    assert.equal((namespaceOf(body) as unknown as { version: number }).version, 1);
  });

  const STATES: [version: number, state: string][] = [
    [1, 'a1 b1'],
    [2, 'a2 b1 c1'],
    [3, 'a2 c1'],
    [4, ''],
    [5, 'b5'],
  ];
  for (const [version, state] of STATES) {
    test(`reads version ${version} with iterate`, async () =>
      assert.equal(await read(space, `iterate?version=${version}`), state));
    test(`reads version ${version} with search`, async () =>
      assert.equal(await read(space, `search?version=${version}`), state));
    test(`reads version ${version} by ids`, async () =>
      assert.equal(await read(space, `features?version=${version}&id=a,b,c`), state));
    test(`reads version ${version} feature by feature`, async () => {
      for (const id of ['a', 'b', 'c']) {
        const response = await hub.get<Feature>(`${space.features}/${id}?version=${version}`);
        const there = state.split(' ').find((one) => one.startsWith(id));
        if (there) assert.equal(shown(response.body), there);
        else assertMissing(response);
      }
    });
  }

  test('pages through a version with handles', async () => {
    const first = await hub.get<FeatureCollection>(`${space.path}/iterate?version=2&limit=2`);
    assert.deepEqual(idsOf(first.body), ['a', 'b']);
    const { handle } = first.body;
    const second = await hub.get<FeatureCollection>(
      `${space.path}/iterate?version=2&limit=2&handle=${handle}`,
    );
    assert.deepEqual(idsOf(second.body), ['c']);
    assert.equal(second.body.handle, undefined);
  });

  test('filters, sorts and selects in a version', async () => {
    assert.equal(await read(space, 'iterate?version=2&p.n=1'), 'b1 c1');
    assert.equal(await read(space, 'iterate?version=2&sort=p.n:desc'), 'a2 b1 c1');
    const { body } = await hub.get<Feature>(`${space.features}/a?version=1&selection=p.n`);
    assert.deepEqual(body.properties, { n: 1 });
  });

  for (const version of [0, 6, 1e12]) {
    test(`knows no version ${version}`, async () => {
      for (const path of ['iterate?', 'search?', 'features?id=a&', 'features/a?'])
        assertRefused(
          await hub.get(`${space.path}/${path}version=${version}`),
          404,
          `version ${version}`,
          '1 to 5',
        );
      assertMissing(await hub.get(`${space.path}/changesets/${version}`));
      assertRefused(
        await hub.get(`${space.path}/changesets?startVersion=${version}`),
        404,
        `version ${version}`,
      );
    });
  }

  test('lists what each version changed', async () => {
    const all = await changesets(space);
    assert.deepEqual(toldAll(all), ALL);
    assert.deepEqual(Object.keys(all), ['type', 'startVersion', 'endVersion', 'versions']);
    assert.deepEqual([all.type, all.startVersion, all.endVersion], ['ChangesetCollection', 1, 5]);
  });

  test('says when each version was made, also one that only deleted features', async () => {
    const { versions } = await changesets(space);
    const times = Object.values(versions).map(({ createdAt }) => createdAt);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    const features = [...versions[1]!.inserted.features, ...versions[5]!.inserted.features];
    assert.deepEqual(
      features.map((one) => namespaceOf(one).updatedAt),
      [times[0], times[0], times[4]],
    );
    assert.equal(await read(space, `iterate?at=${times.at(-1)}`), 'b5');
  });

  const RANGES: [query: string, versions: number[]][] = [
    ['startVersion=2&endVersion=3', [2, 3]],
    ['startVersion=4', [4, 5]],
    ['endVersion=2', [1, 2]],
    ['startVersion=5&endVersion=5', [5]],
  ];
  for (const [query, versions] of RANGES)
    test(`lists the changes of ${query}`, async () => {
      const expected = Object.entries(ALL).filter(([version]) => versions.includes(Number(version)));
      const range = await changesets(space, query);
      assert.deepEqual(toldAll(range), Object.fromEntries(expected));
      assert.deepEqual([range.startVersion, range.endVersion], [versions[0], versions.at(-1)]);
    });

  for (const limit of [1, 2, 3, 100])
    test(`lists changes in pages of ${limit}`, async () => {
      const seen: string[] = [];
      for (let token = ''; ; ) {
        const page = await changesets(space, `limit=${limit}${token && `&pageToken=${token}`}`);
        const changes = Object.entries(toldAll(page)).flatMap(([version, told]) =>
          told.split(' ').map((change) => `${version}: ${change}`),
        );
        assert.ok(changes.length <= limit);
        seen.push(...changes);
        if (page.nextPageToken === undefined) break;
        assert.equal(changes.length, limit);
        token = page.nextPageToken;
      }
      const expected = Object.entries(ALL).flatMap(([version, told]) =>
        told.split(' ').map((change) => `${version}: ${change}`),
      );
      assert.deepEqual(seen, expected);
    });

  test('reads the changes of one version', async () => {
    for (const [version, expected] of Object.entries(ALL)) {
      const { status, body, text } = await hub.get<Changeset>(`${space.path}/changesets/${version}`);
      assert.equal(status, 200, text);
      assert.deepEqual(Object.keys(body), ['type', 'createdAt', 'inserted', 'updated', 'deleted']);
      assert.equal(told(body), expected);
    }
  });

  const REFUSED: [query: string, culprit: string][] = [
    ['iterate?version=x', 'version'],
    ['iterate?version=-1', 'version'],
    ['features/a?version=1.5', 'version'],
    ['changesets?startVersion=3&endVersion=2', 'startVersion'],
    ['changesets?startVersion=x', 'startVersion'],
    ['changesets?endVersion=', 'endVersion'],
    ['changesets?limit=0', 'limit'],
    ['changesets?pageToken=1', 'pageToken'],
    ['changesets?startVersion=2&endVersion=3&pageToken=1-0-1', 'pageToken'],
  ];
  for (const [query, culprit] of REFUSED)
    test(`refuses ${query}`, async () =>
      assertRefused(await hub.get(`${space.path}/${query}`), 400, culprit));

  test('shows the features of changes as other reads do: force2D, selection', async () => {
    const high = await newSpace(hub, { enableHistory: true });
    await high.load(feature('a', { n: 1, m: 2 }, { geometry: { type: 'Point', coordinates: [1, 2, 3] } }));
    await high.load(feature('a', { n: 2, m: 2 }, { geometry: { type: 'Point', coordinates: [4, 5, 6] } }));
    await hub.delete(`${high.features}/a`);
    const { versions } = await changesets(high, 'force2D=true&selection=p.n');
    const seen = [versions[1]!.inserted, versions[2]!.updated, versions[3]!.deleted].flatMap(
      ({ features }) => features,
    );
    const shownAs = (n: number, coordinates: number[]) => ({
      type: 'Feature',
      id: 'a',
      geometry: { type: 'Point', coordinates },
      properties: { n },
    });
    assert.deepEqual(seen, [shownAs(1, [1, 2]), shownAs(2, [4, 5]), shownAs(2, [4, 5])]);
    const alone = await hub.get<Changeset>(`${high.path}/changesets/2?selection=p.m`);
    assert.deepEqual(alone.body.updated.features[0]!.properties, { m: 2 });
  });

  test('knows no changeset that is no number', async () =>
    assertMissing(await hub.get(`${space.path}/changesets/first`)));

  test('answers 304 to whoever has the state already', async () => {
    for (const path of ['iterate?version=1', 'features/a?version=1', 'changesets', 'changesets/1']) {
      const { headers } = await hub.get(`${space.path}/${path}`);
      const again = await hub.get(`${space.path}/${path}`, { headers: { 'if-none-match': headers.etag! } });
      assert.equal(again.status, 304, path);
    }
    const { headers } = await hub.get(`${space.path}/iterate`);
    const other = await hub.get(`${space.path}/iterate?version=99`, {
      headers: { 'if-none-match': headers.etag! },
    });
    assert.equal(other.status, 404);
  });
});

describe('a version of places on a map', async () => {
  const space = await newSpace(hub, { enableHistory: true });
  const place = (id: string, n: number, x: number) =>
    feature(id, { n }, { geometry: { type: 'Point', coordinates: [x, 1] } });
  await space.load(place('a', 1, 1), place('b', 1, 2), place('c', 1, 50));
  await space.load(place('a', 2, 50), place('d', 1, 3));
  await hub.delete(`${space.features}/b`);

  const BOX = 'west=0&south=0&east=10&north=10';
  const FEATURES: [path: string, then: string, now: string][] = [
    [`bbox?${BOX}`, 'a1 b1', 'd1'],
    [`bbox?${BOX}&limit=1`, 'a1', 'd1'],
    [`bbox?${BOX}&p.n=1,2`, 'a1 b1', 'd1'],
    ['tile/web/3_4_3?', 'a1 b1', 'd1'],
    ['tile/web/3_4_3?mode=viz&selection=p.n', 'a1 b1', 'd1'],
    ['spatial?lat=1&lon=1&radius=120000', 'a1 b1', ''],
    [`export?${BOX}`, 'a1 b1', 'd1'],
    ['export?', 'a1 b1 c1', 'a2 c1 d1'],
  ];
  for (const [path, then, now] of FEATURES)
    test(`is read by ${path}`, async () => {
      assert.equal(await read(space, path), now);
      assert.equal(await read(space, `${path}&version=1`), then);
      assert.equal(await read(space, path), now);
    });

  test('is read by POST spatial', async () => {
    const point = { type: 'Point', coordinates: [1, 1] };
    const { body } = await hub.post<FeatureCollection>(`${space.path}/spatial?radius=1000&version=1`, point);
    assert.deepEqual(idsOf(body), ['a']);
  });

  test('is counted, clustered, grouped, drawn and described', async () => {
    const get = async (path: string) =>
      (await hub.get<Record<string, unknown>>(`${space.path}/${path}`)).body;
    assert.equal((await get('count?version=1')).count, 3);
    assert.equal((await get('count?version=2&p.n=1')).count, 3);
    assert.equal((await get('aggregate?version=2')).count, 4);
    const cells = (await get(`bbox?${BOX}&clustering=quadbin&version=1`)) as unknown as FeatureCollection;
    assert.equal(
      cells.features.reduce((sum, { properties }) => sum + Number(properties.count), 0),
      2,
    );
    const { count, bbox, maxVersion } = await get('statistics?version=1');
    assert.deepEqual(
      [count, bbox, maxVersion],
      [
        { value: 3, estimated: false },
        { value: [1, 1, 50, 1], estimated: false },
        { value: 3, estimated: false },
      ],
    );
    const tile = (query: string) => hub.get(`${space.path}/tile/web/3_4_3.mvt?${query}`);
    assert.notEqual((await tile('version=1')).text, (await tile('')).text);
    assert.equal((await tile('version=3')).text, (await tile('')).text);
    const csv = await hub.get(`${space.path}/export?format=csv&version=1`);
    assert.equal(csv.text.trim().split('\n').length, 4);
  });

  test('is read by the time at which it was the present one', async () => {
    const then = await newSpace(hub, { enableHistory: true });
    const times: number[] = [];
    for (const n of [1, 2]) {
      while (Date.now() <= (times.at(-1) ?? 0)) await pause(1);
      await then.load(place('a', n, n));
      times.push((await then.definition()).contentUpdatedAt);
    }
    const [first, second] = times as [number, number];
    for (const path of [
      'iterate?',
      'search?',
      'features?id=a',
      `bbox?${BOX}`,
      'tile/web/3_4_3?',
      'export?',
    ]) {
      assert.equal(await read(then, `${path}&at=${first}`), 'a1');
      assert.equal(await read(then, `${path}&at=${new Date(second - 1).toISOString()}`), 'a1');
      assert.equal(await read(then, `${path}&at=${second}`), 'a2');
      assert.equal(await read(then, `${path}&at=2100-01-01`), 'a2');
      assertRefused(await hub.get(`${then.path}/${path}&at=${first - 1}`), 404, 'at', 'no version');
    }
    const east = new Date(first + 3_600_000).toISOString().replace('Z', '+01:00');
    assert.equal(shown((await hub.get<Feature>(`${then.features}/a?at=${east}`)).body), 'a1');
    assert.equal(
      shown((await hub.get<Feature>(`${then.features}/a?at=${encodeURIComponent(east)}`)).body),
      'a1',
    );
    for (const path of ['count?p.n=1', 'aggregate?p.n=1', 'statistics?', 'tile/web/0/0/0.mvt?'])
      assert.equal(
        (await hub.get(`${then.path}/${path}&at=${first}`)).text,
        (await hub.get(`${then.path}/${path}&version=1`)).text,
        path,
      );
    const tagged = await hub.get(`${then.path}/iterate?at=${first}`);
    const again = { headers: { 'if-none-match': tagged.headers.etag! } };
    assert.equal((await hub.get(`${then.path}/iterate?at=${first}`, again)).status, 304);
    assert.equal((await hub.get(`${then.path}/iterate?at=${second}`, again)).status, 200);
  });

  test('is named by its number or by a time, not by both', async () => {
    for (const at of ['', 'yesterday', '2026-02-30', '-5', '2026-11-16T25:00:00Z'])
      assertRefused(await hub.get(`${space.path}/search?at=${at}`), 400, 'at must be', JSON.stringify(at));
    assertRefused(
      await hub.get(`${space.path}/search?at=2026-11-16&version=1`),
      400,
      'version=1',
      '2026-11-16',
    );
    assertRefused(await hub.get(`${(await newSpace(hub)).path}/search?at=2026-11-16`), 400, 'at', 'history');
    const virtual = await newSpace(hub, { storage: storage('group', [space.id]) });
    for (const name of ['at=2026-11-16', 'version=1'])
      assertRefused(await hub.get(`${virtual.path}/search?${name}`), 400, name.split('=')[0]!, 'virtual');
  });

  const EVERY = [
    'tile/web/0/0/0.mvt?',
    'count?',
    'statistics?',
    'aggregate?',
    'export?format=csv',
    ...FEATURES.map(([path]) => path),
  ];
  test('that does not exist is refused by every read', async () => {
    for (const path of EVERY)
      assertRefused(await hub.get(`${space.path}/${path}&version=9`), 404, 'version 9', '1 to 3');
  });

  test('is refused by every read of a space without history', async () => {
    const plain = await newSpace(hub);
    for (const path of EVERY)
      assertRefused(await hub.get(`${plain.path}/${path}&version=1`), 400, 'version', plain.id);
  });
});

describe('history', () => {
  test('is kept for as many versions as versionsToKeep says', async () => {
    const space = await filled({ versionsToKeep: 2 });
    assert.equal(await read(space, 'iterate?version=4'), '');
    assert.equal(await read(space, 'iterate?version=5'), 'b5');
    assertRefused(await hub.get(`${space.path}/iterate?version=3`), 404, '4 to 5');
    assert.deepEqual(toldAll(await changesets(space)), { 4: ALL[4], 5: ALL[5] });
    assertRefused(await hub.get(`${space.path}/changesets?startVersion=3`), 404, 'version 3');
    assertMissing(await hub.get(`${space.path}/changesets/3`));
  });

  test('is not stored with versionsToKeep 1', async () => {
    const space = await filled({ versionsToKeep: 1 });
    assertRefused(await hub.get(`${space.path}/iterate?version=5`), 400, 'version', 'history');
  });

  test('can be turned on for a space that has features', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a', { n: 1 }));
    assertRefused(await hub.get(`${space.path}/changesets`), 400, 'history');
    await hub.patch(space.path, { enableHistory: true });
    assert.deepEqual((await changesets(space)).versions, {});
    assert.equal(await read(space, 'iterate?version=1'), 'a1');
    await space.load(feature('a', { n: 2 }));
    assert.equal(await read(space, 'iterate?version=1'), 'a1');
    assert.deepEqual(toldAll(await changesets(space)), { 2: '~a2' });
  });

  test('is forgotten where it is turned off', async () => {
    const space = await filled();
    await hub.patch(space.path, { enableHistory: false });
    assertRefused(await hub.get(`${space.path}/iterate?version=5`), 400, 'history');
    await space.load(feature('b', { n: 6 }));
    assert.equal('version' in namespaceOf(await space.read('b')), false);
    await hub.patch(space.path, { enableHistory: true });
    assertRefused(await hub.get(`${space.path}/iterate?version=5`), 404, '6 to 6');
    assert.equal(await read(space, 'iterate?version=6'), 'b6');
  });

  for (const path of [
    'iterate?version=1',
    'search?version=1',
    'features?id=a&version=1',
    'features/a?version=1',
  ])
    test(`without it ${path} is refused`, async () => {
      const space = await newSpace(hub, { enableUUID: true });
      await space.load(feature('a', { n: 1 }));
      assertRefused(await hub.get(`${space.path}/${path}`), 400, 'version', space.id);
    });

  test('of a new space is empty', async () => {
    const space = await newSpace(hub, { enableHistory: 'true' });
    const { versions, startVersion, endVersion } = await changesets(space);
    assert.deepEqual([versions, startVersion, endVersion], [{}, 0, 0]);
    assertRefused(await hub.get(`${space.path}/iterate?version=1`), 404, 'version 1');
  });

  test('of a large write is listed in full, however it is cut', async () => {
    const space = await newSpace(hub, { enableHistory: true });
    const many = Array.from({ length: 5000 }, (_, n) => feature(`f${n}`, { n, text: 'x'.repeat(200) }));
    await space.load(...many);
    const { body } = await hub.get<Changeset>(`${space.path}/changesets/1`);
    assert.equal(body.inserted.features.length, 5000);
    const first = await changesets(space, 'limit=4999');
    const rest = await changesets(space, `limit=4999&pageToken=${first.nextPageToken}`);
    assert.deepEqual(idsOf(rest.versions['1']!.inserted), ['f4999']);
    assert.equal(rest.nextPageToken, undefined);
  });
});
