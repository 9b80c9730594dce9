import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  collection,
  type Feature,
  type FeatureCollection,
  feature,
  NAMESPACE,
  withoutNamespace,
} from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, type Space } from './harness/space.ts';

const hub = await sharedHub();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface Revision {
  version?: number;
  uuid?: string;
  puuid?: string;
  muuid?: string;
}

const marksOf = (one: Feature) => one.properties[NAMESPACE] as Revision;
const propertiesOf = (one: Feature) => withoutNamespace(one).properties;

/** The feature as a client would send it after a change of its properties. */
function changed(one: Feature, properties: object): Feature {
  return { ...one, properties: { ...one.properties, ...properties } };
}

function post(space: Space, query: string, ...features: unknown[]) {
  return hub.post<FeatureCollection>(`${space.features}?${query}`, collection(...features));
}

describe('enableUUID', () => {
  test('gives each state of a feature a uuid, and the uuid of the one before', async () => {
    const space = await newSpace(hub, { enableUUID: true });
    await space.load(feature('a', { n: 1 }), feature('b', { n: 1 }));
    const first = await space.read('a');
    assert.match(marksOf(first).uuid!, UUID);
    assert.equal('puuid' in marksOf(first), false);
    assert.equal('version' in marksOf(first), false);
    assert.notEqual(marksOf(await space.read('b')).uuid, marksOf(first).uuid);
    await space.load(changed(first, { n: 2 }));
    const second = await space.read('a');
    assert.match(marksOf(second).uuid!, UUID);
    assert.notEqual(marksOf(second).uuid, marksOf(first).uuid);
    assert.equal(marksOf(second).puuid, marksOf(first).uuid);
    await space.load(second);
    assert.deepEqual(await space.read('a'), second, 'an unchanged feature keeps its state');
  });

  test('stores none of what clients send', async () => {
    const space = await newSpace(hub, { enableUUID: true });
    const sent = feature('a', { [NAMESPACE]: { uuid: 'mine', puuid: 'p', muuid: 'm', version: 7 } });
    await space.load(sent);
    const { uuid, puuid, muuid, version } = marksOf(await space.read('a'));
    assert.match(uuid!, UUID);
    assert.deepEqual([puuid, muuid, version], [undefined, undefined, undefined]);
  });

  test('turned on later leaves features as they are until they change', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a', { n: 1 }));
    await hub.patch(space.path, { enableUUID: true });
    assert.equal('uuid' in marksOf(await space.read('a')), false);
    await space.load(feature('a', { n: 2 }));
    assert.match(marksOf(await space.read('a')).uuid!, UUID);
  });

  test('does not keep features from being copied from one space into another', async () => {
    const [from, to] = [await newSpace(hub, { enableUUID: true }), await newSpace(hub, { enableUUID: true })];
    await from.load(feature('a', { n: 1 }));
    await to.load(feature('a', { n: 0 }));
    await to.load(await from.read('a'));
    assert.equal((await to.read('a')).properties.n, 1);
  });
});

describe('a write that is based on an older state', () => {
  for (const [name, definition, hasBase] of [
    ['uuid', { enableUUID: true }, false],
    ['version', { enableHistory: true }, true],
    ['uuid and version', { enableUUID: true, versionsToKeep: 10 }, true],
  ] as const) {
    const stale = async () => {
      const space = await newSpace(hub, definition);
      await space.load(feature('a', { n: 1, m: 1 }), feature('other', { n: 1 }));
      const old = await space.read('a');
      await space.load(changed(old, { n: 2 }));
      return { space, old, now: await space.read('a') };
    };

    describe(`by its ${name}`, () => {
      test('is a conflict for PUT and PATCH', async () => {
        const { space, old, now } = await stale();
        const mine = changed(old, { m: 5 });
        for (const response of [
          await hub.put(space.features, collection(feature('new'), mine)),
          await hub.put(`${space.features}/a`, mine),
          await hub.patch(`${space.features}/a`, changed(old, { n: 5 })),
        ])
          assertRefused(response, 409, 'feature "a" has changed since');
        assert.deepEqual(await space.read('a'), now);
        assert.equal((await hub.get(`${space.features}/new`)).status, 404);
      });

      for (const e of ['patch', 'replace', 'delete'])
        test(`follows cr for POST with e=${e}`, async () => {
          const { space, old, now } = await stale();
          const mine = changed(old, { n: 7, m: 5 });
          for (const query of [`e=${e}`, `e=${e}&cr=error`])
            assertRefused(await post(space, query, mine), 409, 'feature "a" has changed since');
          const retained = await post(space, `e=${e}&cr=retain`, mine);
          assert.deepEqual(retained.body.features, [now]);
          assert.equal(retained.body.updated, undefined);
          const { body } = await post(space, `e=${e}&cr=replace`, mine);
          if (e === 'delete') assert.deepEqual(body.deleted, ['a']);
          else {
            assert.deepEqual(body.updated, ['a']);
            assert.deepEqual(propertiesOf(await space.read('a')), { n: 7, m: 5 });
          }
        });

      test(`${hasBase ? 'is merged' : 'is a conflict'} where it is a patch of what nobody else changed`, async () => {
        const { old, now, space } = await stale();
        const base = marksOf(old);
        const mine = { type: 'Feature', id: 'a', properties: { m: 5, [NAMESPACE]: base } };
        const patch = await hub.patch<Feature>(`${space.features}/a`, mine);
        if (!hasBase) return assertRefused(patch, 409, 'feature "a" has changed since');
        assert.equal(patch.status, 200, patch.text);
        assert.deepEqual(propertiesOf(patch.body), { n: 2, m: 5 });
        assert.equal(marksOf(patch.body).puuid, marksOf(now).uuid);
        assert.equal(marksOf(patch.body).muuid, base.uuid);
        const [posted] = (await post(space, 'e=patch', changed(old, { added: true }))).body.features;
        assert.deepEqual(propertiesOf(posted!), { n: 2, m: 5, added: true });
        const removed = { ...mine, properties: { m: null, [NAMESPACE]: base } };
        assertRefused(await hub.patch(`${space.features}/a`, removed), 409, 'properties.m');
      });

      test('is listed where the write is not transactional', async () => {
        const { space, old } = await stale();
        const { status, body } = await post(
          space,
          'transactional=false',
          feature('new'),
          changed(old, { n: 5 }),
        );
        assert.equal(status, 200);
        assert.deepEqual(body.inserted, ['new']);
        assert.deepEqual(
          body.failed?.map(({ id, position }) => [id, position]),
          [['a', 1]],
        );
      });

      test('matters neither to e=retain nor to e=error', async () => {
        const { space, old, now } = await stale();
        assert.deepEqual((await post(space, 'e=retain', old)).body.features, [now]);
        assertRefused(await post(space, 'e=error', old), 409, 'exists');
      });

      test('follows onMergeConflict in a list of modifications', async () => {
        const { space, old } = await stale();
        const modification = (onMergeConflict: string) => ({
          type: 'FeatureModificationList',
          modifications: [
            {
              type: 'FeatureModification',
              featureData: collection(changed(old, { m: 5 })),
              onFeatureExists: 'replace',
              onMergeConflict,
            },
          ],
        });
        assertRefused(await hub.post(space.features, modification('error')), 409, 'has changed');
        const { body } = await hub.post<FeatureCollection>(space.features, modification('replace'));
        assert.deepEqual(body.updated, ['a']);
      });

      test('is none where it names the present one', async () => {
        const { space, now } = await stale();
        const response = await hub.put<Feature>(`${space.features}/a`, changed(now, { m: 5 }));
        assert.deepEqual([response.status, propertiesOf(response.body)], [200, { n: 2, m: 5 }]);
      });
    });
  }

  test('does not matter where the space keeps neither uuids nor versions', async () => {
    const space = await newSpace(hub);
    await space.load(feature('a', { n: 1 }));
    for (const marks of [{ uuid: 'x' }, { version: 99 }, { version: 'x', uuid: 5 }]) {
      const response = await hub.put(`${space.features}/a`, feature('a', { n: 2, [NAMESPACE]: marks }));
      assert.equal(response.status, 200);
    }
  });

  const WRONG: [definition: object, marks: object, culprit: string][] = [
    [{ enableUUID: true }, { uuid: 5 }, 'uuid'],
    [{ enableHistory: true }, { version: '1' }, 'version'],
    [{ enableHistory: true }, { version: -1 }, 'version'],
    [{ enableHistory: true }, { version: 1.5 }, 'version'],
  ];
  for (const [definition, marks, culprit] of WRONG)
    test(`is refused where ${JSON.stringify(marks)} can't be one`, async () => {
      const space = await newSpace(hub, definition);
      const response = await hub.put(space.features, collection(feature('a', { [NAMESPACE]: marks })));
      assertRefused(response, 400, `properties.${NAMESPACE}.${culprit}`, '"a"');
    });

  test('that no one can have yet is a conflict', async () => {
    const space = await newSpace(hub, { enableHistory: true });
    await space.load(feature('a', { n: 1 }));
    const response = await hub.put(`${space.features}/a`, feature('a', { [NAMESPACE]: { version: 9 } }));
    assertRefused(response, 409, 'version 9');
  });

  test('of a feature that was deleted is a conflict where history tells so', async () => {
    const space = await newSpace(hub, { enableHistory: true, enableUUID: true });
    await space.load(feature('a', { n: 1 }));
    const old = await space.read('a');
    await hub.delete(`${space.features}/a`);
    assertRefused(await hub.put(`${space.features}/a`, old), 409, 'was deleted');
    assertRefused(await post(space, '', old), 409, 'was deleted');
    assert.deepEqual((await post(space, 'cr=retain', old)).body.features, []);
    assert.deepEqual((await post(space, 'cr=replace', old)).body.inserted, ['a']);
  });
});

describe('e=merge', () => {
  /** A feature that others have changed since `base`. */
  const merging = async (theirs: object, definition: object = {}) => {
    const space = await newSpace(hub, { enableUUID: true, enableHistory: true, ...definition });
    await space.load(
      feature('a', { n: 1, deep: { x: 1, y: 1 }, list: [1], gone: true, [NAMESPACE]: { tags: ['t'] } }),
    );
    const base = await space.read('a');
    await space.load({ ...base, properties: theirs });
    return { space, base, head: await space.read('a') };
  };
  const own = { n: 1, deep: { x: 1, y: 1 }, list: [1], gone: true };

  test('brings together what was changed at different paths', async () => {
    const { space, base, head } = await merging({ ...own, n: 2, [NAMESPACE]: { tags: ['t', 'theirs'] } });
    const { gone: _gone, ...rest } = own;
    const mine = {
      ...base,
      geometry: null,
      properties: { ...rest, deep: { x: 5, y: 1 }, [NAMESPACE]: { ...marksOf(base), tags: ['mine'] } },
    };
    const { status, body } = await post(space, 'e=merge', mine);
    assert.equal(status, 200);
    assert.deepEqual(body.updated, ['a']);
    const merged = await space.read('a');
    assert.deepEqual(propertiesOf(merged), { n: 2, deep: { x: 5, y: 1 }, list: [1] });
    assert.equal(merged.geometry, null);
    assert.deepEqual((merged.properties[NAMESPACE] as { tags: string[] }).tags, ['theirs', 'mine']);
    assert.equal(marksOf(merged).puuid, marksOf(head).uuid);
    assert.equal(marksOf(merged).muuid, marksOf(base).uuid);
  });

  test('follows cr where both changed the same member, and names it', async () => {
    const { space, base, head } = await merging({ ...own, deep: { x: 2, y: 1 } });
    const mine = changed(base, { n: 7, deep: { x: 3, y: 1 } });
    assertRefused(await post(space, 'e=merge', mine), 409, 'feature "a"', 'properties.deep.x');
    assert.deepEqual((await post(space, 'e=merge&cr=retain', mine)).body.features, [head]);
    await post(space, 'e=merge&cr=replace', mine);
    assert.deepEqual(propertiesOf(await space.read('a')), { ...own, n: 7, deep: { x: 3, y: 1 } });
  });

  test('writes nothing where others have made the same change', async () => {
    const { space, base, head } = await merging({ ...own, n: 2 });
    const { body } = await post(space, 'e=merge', changed(base, { n: 2 }));
    assert.deepEqual([body.features, body.updated], [[head], undefined]);
  });

  test('finds its base by version alone', async () => {
    const { space, base } = await merging({ ...own, n: 2 }, { enableUUID: false });
    await post(space, 'e=merge', changed(base, { list: [1, 2] }));
    assert.deepEqual(propertiesOf(await space.read('a')), { ...own, n: 2, list: [1, 2] });
  });

  test('is a conflict where the base is no longer kept', async () => {
    const definition = { enableUUID: false, enableHistory: false, versionsToKeep: 2 };
    const { space, base } = await merging({ ...own, n: 2 }, definition);
    for (let n = 3; n < 6; n++) await space.load(feature('a', { ...own, n }));
    const mine = changed(base, { list: [] });
    assertRefused(await post(space, 'e=merge', mine), 409, 'has changed since version 1');
    await post(space, 'e=merge&cr=replace', mine);
    assert.deepEqual(propertiesOf(await space.read('a')), { ...own, list: [] });
  });

  test('replaces where no base is named', async () => {
    const { space } = await merging({ ...own, n: 2 });
    await post(space, 'e=merge', feature('a', { only: 1 }));
    assert.deepEqual(propertiesOf(await space.read('a')), { only: 1 });
  });
});
