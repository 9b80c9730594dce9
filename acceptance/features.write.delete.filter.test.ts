import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, signIn } from './harness/account.ts';
import { type FeatureCollection, feature, tagged } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });

const ALL = ['a', 'b', 'c', 'd'];
const at = (id: string, n: number, x: number, ...tags: string[]) => ({
  ...tagged(id, ...tags),
  geometry: { type: 'Point', coordinates: [x, 0] },
  properties: { n, name: `Number ${n}`, '@ns:com:here:xyz': { tags } },
});

async function filledSpace() {
  const space = await newSpace(hub);
  await space.load(at('a', 1, 10, 'old'), at('b', 2, 20), at('c', 3, 30, 'old'), at('d', 4, 40));
  return space;
}

describe('DELETE features by a condition', () => {
  const CASES: [query: string, gone: string[]][] = [
    ['filter=n > 2', ['c', 'd']],
    ['filter=n > 2&tags=old', ['c']],
    ['filter=n > 2&id=a,d', ['d']],
    ['filter=n > 2&id=*', ['c', 'd']],
    ['p.n=1,2', ['a', 'b']],
    ['p.n=1,2&filter=n > 1', ['b']],
    ['q=number 4', ['d']],
    ['filter=S_INTERSECTS(geometry, BBOX(15,-1,35,1))', ['b', 'c']],
    ['filter=n > 9', []],
  ];
  for (const [query, gone] of CASES)
    test(`${query} deletes ${gone.join(', ') || 'nothing'}`, async () => {
      const space = await filledSpace();
      const { status, body, text } = await hub.delete<FeatureCollection & { count: number }>(
        `${space.features}?${query.replaceAll(' ', '%20').replaceAll('>', '%3E')}`,
        { headers: { accept: 'application/json' } },
      );
      assert.equal(status, 200, text);
      assert.equal(body.count, gone.length);
      assert.deepEqual((body.deleted ?? []).toSorted(), gone);
      assert.deepEqual(
        await space.search(),
        ALL.filter((id) => !gone.includes(id)),
      );
    });

  for (const [query, problem] of [
    ['filter=', /filter: /],
    ['filter=n%20%3E', /filter: /],
    ['q=', /q must have 1 to 20 words/],
    ['filter-lang=cql2-text', /name what to delete: id, tags, filter or p/],
  ] as const)
    test(`${query} is refused, and nothing deleted`, async () => {
      const space = await filledSpace();
      assertRefused(await hub.delete(`${space.features}?${query}`), 400, problem);
      assert.deepEqual(await space.search(), ALL);
    });

  test('needs the right to read as well', async () => {
    const space = await filledSpace();
    const rights = { deleteFeatures: [{ space: space.id }] };
    const { token } = await (await signIn(hub)).newToken({ urm: { 'xyz-hub': rights } });
    assertRefused(await hub.delete(`${space.features}?p.n=1`, { token }), 403, 'readFeatures');
    assert.deepEqual(await space.search(), ALL);
    assert.equal((await hub.delete(`${space.features}?id=a`, { token })).status, 204);
  });

  for (const mode of ['group', 'override'])
    test(`reaches the spaces of a virtual one (${mode})`, async () => {
      const first = await filledSpace();
      const second = await newSpace(hub);
      await second.load(at('e', 5, 50), at('f', 1, 60));
      const both = await newSpace(hub, {
        storage: { id: 'virtualspace', params: { virtualspace: { [mode]: [first.id, second.id] } } },
      });
      assert.equal((await hub.delete(`${both.features}?p.n=1,5`)).status, 204);
      assert.deepEqual([await first.search(), await second.search()], [['b', 'c', 'd'], []]);
    });
});

test('a feature without the property stays', async () => {
  const space = await newSpace(hub);
  await space.load(feature('x'), feature('y', { n: 1 }));
  assert.equal((await hub.delete(`${space.features}?p.n=1`)).status, 204);
  assert.deepEqual(await space.search(), ['x']);
});
