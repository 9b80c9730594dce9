// Embedded engine only: it kills the program that has the files; faults.postgres.test.ts kills the database.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collection, type Feature, type FeatureCollection, feature, tagged } from './harness/geojson.ts';
import { type Hub, startHub } from './harness/hub.ts';
import { assertMissing } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

async function everything(hub: Hub, path: string): Promise<unknown[]> {
  const reads = [
    '',
    '/search',
    '/iterate?limit=3',
    '/statistics',
    '/count',
    '/search?tags=red',
    '/search?p.n>=2',
    '/features?id=a,e',
  ];
  return Promise.all(reads.map(async (read) => (await hub.get(path + read)).body));
}

for (const [how, end] of [
  ['an orderly restart', (hub: Hub) => hub.stop()],
  ['a kill', (hub: Hub) => hub.kill()],
] as const) {
  describe(`after ${how}`, () => {
    test('everything that was acknowledged is there, in its order and with its times', async () => {
      const first = await startHub();
      const space = await newSpace(first, {
        searchableProperties: { n: true },
        client: { a: 1 },
        'x-mine': [1],
      });
      const untouched = await newSpace(first);
      const gone = await newSpace(first);
      await space.load(
        tagged('a', 'red'),
        feature('b', { n: 1 }),
        feature('c', { n: 2 }),
        feature('d', { n: 3 }),
      );
      await first.put(`${space.features}/e`, feature('e', { n: 4 }));
      await first.patch(`${space.features}/c`, { properties: { n: 20 } });
      await first.post(space.features, collection(feature('f', { n: 5 })));
      await first.delete(`${space.features}/b`);
      await first.patch(space.path, { title: 'patched' });
      await gone.load(feature('a'));
      await first.delete(gone.path);
      const before = await everything(first, space.path);
      await end(first);

      const second = await startHub({ data: first.data });
      assert.deepEqual(await everything(second, space.path), before);
      assert.deepEqual((await second.get(untouched.path)).body, untouched.created);
      assertMissing(await second.get(gone.path));
    });

    test('writing goes on where it was', async () => {
      const first = await startHub();
      const space = await newSpace(first);
      const [a] = (await space.load(feature('a', { n: 1 }), feature('b'))).features as [Feature, Feature];
      const page = await first.get<FeatureCollection>(`${space.path}/iterate?limit=1`);
      await end(first);

      const second = await startHub({ data: first.data });
      const response = await second.put<FeatureCollection>(
        space.features,
        collection(feature('c'), feature('a', { n: 1 })),
      );
      assert.deepEqual(response.body.inserted, ['c']);
      assert.deepEqual(response.body.features[1], a, 'an unchanged feature is recognised');
      const rest = await second.get<FeatureCollection>(`${space.path}/iterate?handle=${page.body.handle}`);
      assert.deepEqual(
        rest.body.features.map(({ id }) => id),
        ['b', 'c'],
        'a handle outlives the restart',
      );
    });
  });
}
