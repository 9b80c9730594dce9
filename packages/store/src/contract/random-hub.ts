import fc from 'fast-check';
import type { Store } from '../catalogue.ts';
import type { ActivityLogTarget } from '../rules/activity/activity-log.ts';
import { PATHS, propertiesText } from './arbitrary.search.ts';
import { testGeometry } from './arbitrary.test-geometry.ts';
import type { KnownNames } from './hub-snapshot.ts';
import { SpaceUnderTest } from './space-under-test.ts';

const activityLogs: ActivityLogTarget[] = [{ spaceId: 'log', storageMode: 'FULL' }];
const ODD_IDS = ['a\u0000b', 'x'.repeat(600), '\\back', '🜨', '"', "'; DROP TABLE x --"];
const IDS = [...ODD_IDS, ...Array.from({ length: 30 }, (_, i) => `f${i}`)];
const BATCHES = 9;

const batch = fc.array(
  fc.record({
    id: fc.constantFrom(...IDS),
    properties: propertiesText,
    geometry: fc.option(testGeometry, { freq: 5 }),
    tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c\u0000', 'é'), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 15 },
);

/** Fills a store with something of everything; `scale` is the number of features of its largest space. */
export async function fillRandomly(store: Store, seed: number, scale = 2000): Promise<KnownNames> {
  const names = await fillCatalogue(store);
  const make = async (id: string, indexes: string[][] = []) => {
    const space = await SpaceUnderTest.create(store, id, indexes);
    await store.catalogue.spaces.add(space.ref, { id, title: id, owner: 'one', packages: [1.5, 'é'] });
    return space;
  };
  const retained = { uuids: true, versionsToKeep: 7 };
  const all = { uuids: false, versionsToKeep: Number.POSITIVE_INFINITY };
  const spaces = [
    { space: await make('plain'), more: {} },
    { space: await make('indexed', PATHS), more: {} },
    { space: await make('expiring'), more: { versioning: retained } },
    { space: await make('versioned', PATHS), more: { versioning: all } },
    { space: await make('logged'), more: { activityLogs } },
  ];
  await make('empty');
  const gone = await make('gone');
  await store.catalogue.spaces.remove(gone.ref);
  await store.features.drop(gone.ref);
  await store.catalogue.spaces.forget(gone.ref.storageKey);
  for (const [n, { space, more }] of spaces.entries()) {
    for (const features of fc.sample(batch, { numRuns: BATCHES, seed: seed + n })) {
      const texts = features.map(
        ({ id, properties, geometry, tags }) =>
          `{"id":${JSON.stringify(id)},"geometry":${JSON.stringify(geometry)},"properties":${withTags(properties, tags)},"own":1}`,
      );
      await space.send(`{"type":"FeatureCollection","features":[${texts}]}`, {
        transactional: false,
        ...more,
      });
      await space.delete({ ids: [features[0]!.id, 'none'], ...more });
    }
  }
  const large = await make('large');
  const point = (i: number) => ({ type: 'Point', coordinates: [(i % 360) - 180, (i % 170) - 85] });
  for (let i = 0; i < scale; i += 1000)
    await large.put(
      Array.from({ length: 1000 }, (_, n) => ({
        id: `n${i + n}`,
        geometry: point(i + n),
        properties: { v: n },
      })),
    );
  return { ...names, ids: IDS };
}

function withTags(properties: string, tags: string[]): string {
  const namespace = `"@ns:com:here:xyz":${JSON.stringify({ tags })}`;
  return properties === '{}' ? `{${namespace}}` : `${properties.slice(0, -1)},${namespace}}`;
}

async function fillCatalogue({ catalogue }: Store): Promise<Omit<KnownNames, 'ids'>> {
  const made = { admin: false, disabled: false, createdAt: 1, appId: 'app', profile: { name: 'é' } };
  await catalogue.accounts.add({
    ...made,
    id: 'two',
    email: 'z@example.com',
    passwordHash: 'h2',
    admin: true,
  });
  await catalogue.accounts.add({
    ...made,
    id: 'one',
    email: 'a@example.com',
    passwordHash: 'h1',
    disabled: true,
  });
  for (const n of [3, 1, 2])
    await catalogue.tokens.add({
      ...{ id: `t${n}`, secretHash: `s${n}`, account: 'two', issuedAt: n },
      rights: { 'xyz-hub': { readFeatures: [{ space: 'plain' }] } },
    });
  await catalogue.sessions.add({ idHash: 'session', account: 'two', createdAt: 1, expiresAt: 2 ** 50 }, 'h2');
  await catalogue.knownAddresses.add('two', 'here', 5, 10);
  await catalogue.keys.getOrAdd('key', 'value');
  const projects = ['b', 'gone', 'a\u0000'];
  for (const id of projects)
    await catalogue.projects.add(id, { owner: 'one', published: true, text: '{"é":1}' });
  const gone = await catalogue.projects.get('gone');
  await catalogue.projects.remove(gone!);
  const changed = await catalogue.projects.get('b');
  await catalogue.projects.update(changed!, { owner: 'two', published: false, text: '{}' });
  for (const subject of ['a\u0000', 'é'])
    await catalogue.audit.add({
      at: 7,
      action: 'space.delete',
      account: 'two',
      subject,
      details: { via: 'http' },
    });
  return { sessions: ['session'], tokens: ['s1', 's2', 's9'], keys: ['key'], projects };
}
