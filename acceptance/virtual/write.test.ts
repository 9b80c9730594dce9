import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  collection,
  type Feature,
  type FeatureCollection,
  feature,
  NAMESPACE,
  namespaceOf,
} from '../harness/geojson.ts';
import { sharedHub } from '../harness/hub.ts';
import { assertMissing, assertRefused } from '../harness/refusal.ts';
import { newSpace } from '../harness/space.ts';
import { newVirtual, overPair } from './spaces.ts';

const hub = await sharedHub();

const own = ({ properties }: Feature) => {
  const { [NAMESPACE]: _, ...rest } = properties;
  return rest;
};

describe('writing through a virtual space', () => {
  test('new features go to the first space', async () => {
    for (const mode of ['group', 'override', 'merge'] as const) {
      const { base, later, virtual } = await overPair(hub, mode);
      const response = await hub.put<FeatureCollection>(virtual.features, collection(feature('n', { v: 9 })));
      assert.equal(response.status, 200, response.text);
      assert.deepEqual(response.body.inserted, ['n']);
      assert.deepEqual(own(await base.read('n')), { v: 9 });
      assertMissing(await hub.get(`${later.features}/n`));
      assert.equal(namespaceOf(response.body.features[0]!).space, mode === 'merge' ? undefined : base.id);
    }
  });

  const HOME = { group: 'base', override: 'later', merge: 'later' } as const;
  for (const mode of ['group', 'override', 'merge'] as const)
    test(`${mode}: what exists is changed in the ${HOME[mode]} space, and the response shows it`, async () => {
      const pair = await overPair(hub, mode);
      const response = await hub.patch<Feature>(`${pair.virtual.features}/b`, { properties: { p: 1 } });
      assert.equal(response.status, 200, response.text);
      assert.equal((await pair[HOME[mode]].read('b')).properties.p, 1);
      const elsewhere = HOME[mode] === 'base' ? pair.later : pair.base;
      assert.equal((await elsewhere.read('b')).properties.p, undefined);
      assert.deepEqual(response.body, await pair.virtual.read('b'));
    });

  test('many features at once each go where they belong; the response is in the order of the request', async () => {
    const { base, later, virtual } = await overPair(hub, 'group');
    const sent = ['c', 'n', 'a', 'm'].map((id) => feature(id, { sent: true }));
    const response = await hub.post<FeatureCollection>(virtual.features, collection(...sent));
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(
      response.body.features.map(({ id }) => id),
      ['c', 'n', 'a', 'm'],
    );
    assert.deepEqual(
      [response.body.inserted, response.body.updated],
      [
        ['n', 'm'],
        ['c', 'a'],
      ],
    );
    assert.deepEqual(await base.search('p.sent=true'), ['a', 'n', 'm']);
    assert.deepEqual(await later.search('p.sent=true'), ['c']);
    assert.equal((await later.read('c')).properties.v, 2, 'a POST patches');
  });

  test('takes every kind of body', async () => {
    const { virtual, later } = await overPair(hub, 'override');
    const lines = ['n1', 'c'].map((id) => JSON.stringify(feature(id, { l: 1 }))).join('\n');
    const asLines = await hub.put<FeatureCollection>(virtual.features, lines, {
      headers: { 'content-type': 'application/x-ndjson' },
    });
    assert.equal(asLines.status, 200, asLines.text);
    assert.deepEqual([asLines.body.inserted, asLines.body.updated], [['n1'], ['c']]);
    const zipped = await hub.put<FeatureCollection>(
      virtual.features,
      gzipSync(JSON.stringify(collection(feature('z')))),
      {
        headers: { 'content-type': 'application/geo+json', 'content-encoding': 'gzip' },
      },
    );
    assert.deepEqual(zipped.body.inserted, ['z']);
    const list = await hub.post<FeatureCollection>(virtual.features, {
      type: 'FeatureModificationList',
      modifications: [
        {
          type: 'FeatureModification',
          onFeatureExists: 'replace',
          featureData: collection(feature('c', { r: 1 })),
        },
        {
          type: 'FeatureModification',
          onFeatureExists: 'delete',
          featureIds: ['a'],
          onFeatureNotExists: 'retain',
        },
      ],
    });
    assert.equal(list.status, 200, list.text);
    assert.deepEqual([list.body.updated, list.body.deleted], [['c'], ['a']]);
    assert.deepEqual(own(await later.read('c')), { r: 1 });
    const made = await hub.put<Feature>(`${virtual.features}/`, { type: 'Feature', properties: {} });
    assert.equal(made.body.id.length, 16);
    const prefixed = await hub.post<FeatureCollection>(
      `${virtual.features}?prefixId=p-`,
      collection(feature('x')),
    );
    assert.deepEqual(prefixed.body.inserted, ['p-x']);
  });

  test('keeps exact numbers, foreign members and tags', async () => {
    const { virtual, base } = await overPair(hub, 'group');
    const text = `{"type":"Feature","id":"n","geometry":null,"properties":{"big":9007199254740993},"note":{"k":[1]}}`;
    const response = await hub.put(`${virtual.features}/n?addTags=X`, text, {
      headers: { 'content-type': 'application/geo+json' },
    });
    assert.equal(response.status, 200, response.text);
    const stored = await hub.get(`${base.features}/n`);
    assert.match(stored.text, /"big":9007199254740993/);
    assert.match(stored.text, /"note":\{"k":\[1\]\}/);
    assert.deepEqual(namespaceOf(await base.read('n')).tags, ['x']);
  });

  test('e and ne are about the virtual space', async () => {
    const { virtual, base } = await overPair(hub, 'override');
    assertRefused(
      await hub.post(`${virtual.features}?e=error`, collection(feature('c'), feature('n'))),
      409,
      '"c"',
    );
    assertRefused(
      await hub.post(`${virtual.features}?ne=error`, collection(feature('n'), feature('c'))),
      409,
      '"n"',
    );
    assert.equal((await hub.get(`${base.features}/n`)).status, 404, 'and nothing was written');
    const retained = await hub.post<FeatureCollection>(
      `${virtual.features}?e=retain&ne=retain`,
      collection(feature('c', { v: 7 }), feature('n')),
    );
    assert.deepEqual(
      retained.body.features.map((one) => [one.id, one.properties.v]),
      [['c', 2]],
    );
    assertMissing(await hub.patch(`${virtual.features}/nobody`, { properties: {} }));
  });

  test('all or nothing across spaces: what one refuses is written in none', async () => {
    const schema = { properties: { properties: { properties: { v: { type: 'number' } } } } };
    const base = await newSpace(hub);
    const strict = await newSpace(hub, { processors: { 'schema-validator': [{ params: { schema } }] } });
    await base.load(feature('a'));
    await strict.load(feature('s', { v: 1 }));
    const virtual = await newVirtual(hub, 'group', [base, strict]);
    const refused = await hub.post(
      virtual.features,
      collection(feature('a', { v: 'x' }), feature('s', { v: 'x' })),
    );
    assertRefused(refused, 400, '"s"', '#/properties/v');
    assert.deepEqual(own(await base.read('a')), {});
    const partly = await hub.post<FeatureCollection>(
      `${virtual.features}?transactional=false`,
      collection(feature('s', { v: 'x' }), feature('a', { v: 'x' }), { type: 'Feature', geometry: 5 }),
    );
    assert.equal(partly.status, 200, partly.text);
    assert.deepEqual(partly.body.updated, ['a']);
    assert.deepEqual(
      partly.body.failed?.map(({ id, position }) => [id, position]),
      [
        ['s', 0],
        [undefined, 2],
      ],
    );
  });

  test('a bad body is refused by its own positions', async () => {
    const { virtual } = await overPair(hub, 'group');
    const bad = collection(feature('c'), feature('a'), feature('x', {}, { geometry: { type: 'Point' } }));
    assertRefused(await hub.put(virtual.features, bad), 400, '"x"', 'position 2');
    assertRefused(
      await hub.put(virtual.features, collection(feature('a'), feature('a'))),
      400,
      '"a"',
      'position 1',
    );
    assertRefused(await hub.put(virtual.features, '{'), 400, 'JSON');
  });

  test('Accept: application/x-empty gets nothing back', async () => {
    const { virtual, base } = await overPair(hub, 'group');
    const response = await hub.put(virtual.features, collection(feature('n')), {
      headers: { accept: 'application/x-empty' },
    });
    assert.equal(response.status, 204);
    assert.equal((await base.read('n')).id, 'n');
  });

  test('reaches through virtual spaces of virtual spaces', async () => {
    const { base, later, virtual } = await overPair(hub, 'override');
    const third = await newSpace(hub);
    await third.load(feature('t'));
    const outer = await newVirtual(hub, 'group', [third, virtual]);
    await hub.post(outer.features, collection(feature('b', { o: 1 }), feature('n'), feature('t', { o: 1 })));
    assert.deepEqual(await later.search('p.o=1'), ['b']);
    assert.deepEqual(await third.search(), ['t', 'n']);
    assert.deepEqual(await base.search('p.o=1'), []);
  });
});

describe('deleting through a virtual space', () => {
  test('a feature goes where it came from', async () => {
    const left = { group: ['a', 'c', 'b'], override: ['a', 'b', 'c'], merge: ['a', 'c'] };
    for (const mode of ['group', 'override', 'merge'] as const) {
      const { virtual } = await overPair(hub, mode);
      assert.equal((await hub.delete(`${virtual.features}/b`)).status, 204);
      assert.deepEqual(await virtual.search(), left[mode], mode);
      assertMissing(await hub.delete(`${virtual.features}/nobody`));
    }
  });

  test('by ids and tags', async () => {
    const { virtual, base, later } = await overPair(hub, 'override');
    const response = await hub.delete<FeatureCollection>(`${virtual.features}?id=a,b,c&tags=later`, {
      headers: { accept: 'application/json' },
    });
    assert.deepEqual(response.body.deleted?.toSorted(), ['b', 'c']);
    assert.deepEqual(await base.search(), ['a', 'b']);
    assert.deepEqual(await later.search(), []);
  });

  test('by tags, of what the virtual space shows', async () => {
    const { virtual, base, later } = await overPair(hub, 'merge');
    await hub.delete(`${virtual.features}?tags=base`);
    assert.deepEqual([await base.search(), await later.search()], [['b'], ['c', 'b']]);
    await hub.delete(`${virtual.features}?tags=later`);
    assert.deepEqual([await base.search(), await later.search()], [[], []]);
  });

  test('everything', async () => {
    for (const mode of ['group', 'merge'] as const) {
      const { virtual, base, later } = await overPair(hub, mode);
      const response = await hub.delete<FeatureCollection>(`${virtual.features}?id=*`, {
        headers: { accept: 'application/json' },
      });
      assert.equal(response.status, 200);
      assert.deepEqual([await base.search(), await later.search()], [[], []]);
    }
  });
});
