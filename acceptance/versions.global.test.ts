import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature, namespaceOf } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace, type Space } from './harness/space.ts';
import { storage } from './virtual/spaces.ts';

const hub = await sharedHub();

async function written(definition: object, times: number): Promise<Space> {
  const space = await newSpace(hub, definition);
  for (let n = 1; n <= times; n++) await space.load(feature('a', { n }));
  return space;
}

const at = (space: Space, version: number) => hub.get(`${space.features}/a?version=${version}`);

describe('enableGlobalVersioning', () => {
  for (const value of [true, 'true'])
    test(`${JSON.stringify(value)} keeps every version and gives each state a uuid`, async () => {
      const space = await written({ enableGlobalVersioning: value }, 3);
      assert.equal(space.created.enableGlobalVersioning, true);
      const namespace = namespaceOf(await space.read('a')) as unknown as Record<string, unknown>;
      assert.equal(namespace.version, 3);
      assert.equal(typeof namespace.uuid, 'string');
      assert.equal(typeof namespace.puuid, 'string');
      for (const version of [1, 2, 3]) assert.equal((await at(space, version)).status, 200);
    });

  test('false keeps nothing', async () => {
    const space = await written({ enableGlobalVersioning: false }, 2);
    assertRefused(await at(space, 1), 400, 'history');
  });

  test('with maxVersionCount keeps so many versions, and all of them for -1', async () => {
    const few = await written({ enableGlobalVersioning: true, maxVersionCount: 2 }, 4);
    assert.equal(few.created.maxVersionCount, 2);
    assertRefused(await at(few, 2), 404, 'version 2');
    assert.equal((await at(few, 3)).status, 200);
    const all = await written({ enableGlobalVersioning: true, maxVersionCount: -1 }, 4);
    assert.equal(all.created.maxVersionCount, -1);
    assert.equal((await at(all, 1)).status, 200);
  });

  test('is switched on and off by PATCH', async () => {
    const space = await written({}, 1);
    await hub.patch(space.path, { enableGlobalVersioning: true });
    await space.load(feature('a', { n: 2 }));
    await space.load(feature('a', { n: 3 }));
    const { version } = namespaceOf(await space.read('a')) as unknown as { version: number };
    assert.equal((await at(space, version - 1)).status, 200);
    await hub.patch(space.path, { enableGlobalVersioning: null });
    assertRefused(await at(space, version), 400, 'history');
  });
});

test('maxVersionCount is versionsToKeep, which wins where both are set', async () => {
  const space = await written({ maxVersionCount: 2 }, 3);
  assertRefused(await at(space, 1), 404, 'version 1');
  assert.equal((await at(space, 2)).status, 200);
  const both = await written({ maxVersionCount: 1, versionsToKeep: 3 }, 4);
  assert.equal((await at(both, 2)).status, 200);
});

describe('a definition is refused for', () => {
  for (const [what, definition, culprit] of [
    ['an odd enableGlobalVersioning', { enableGlobalVersioning: 'yes' }, 'enableGlobalVersioning'],
    ['a maxVersionCount below -1', { maxVersionCount: -2 }, 'maxVersionCount'],
    ['a broken maxVersionCount', { maxVersionCount: 1.5 }, 'maxVersionCount'],
  ] as const)
    test(what, async () =>
      assertRefused(await hub.post('/hub/spaces', { title: 'x', ...definition }), 400, culprit),
    );

  test('versions of a virtual space', async () => {
    const upstream = await newSpace(hub);
    for (const versions of [{ enableGlobalVersioning: true }, { maxVersionCount: -1 }]) {
      const body = { title: 'x', storage: storage('group', [upstream.id]), ...versions };
      assertRefused(await hub.post('/hub/spaces', body), 400, Object.keys(versions)[0]!);
    }
  });
});
