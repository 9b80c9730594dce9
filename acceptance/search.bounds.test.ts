import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FeatureCollection, feature, idsOf } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace, newSpaceId } from './harness/space.ts';
import { assertException } from './ogc/support.ts';

const hub = await sharedHub();
const space = await newSpace(hub, { searchableProperties: { a: true } });
await space.load(feature('one', { a: 1, n: 1 }), feature('two', { a: 2, n: 2 }));
const virtual = await newSpace(hub, {
  storage: { id: 'virtualspace', params: { virtualspace: { merge: [space.id] } } },
});

const READS = [
  'search?',
  'iterate?',
  'count?',
  'bbox?west=0&south=0&east=20&north=60&',
  'tile/web/0_0_0?',
  'spatial?lat=52.5&lon=13.4&radius=10&',
  'export?',
];

describe('the number of entries in a list is bounded', () => {
  for (const [path, name, max, entry] of [
    ['iterate', 'sort', 32, (n: number) => `p.a${n}`],
    ['search', 'selection', 1000, (n: number) => `p.a${n}`],
    ['search', 'tags', 1000, (n: number) => `t${n}`],
    ['features', 'id', 20_000, (n: number) => n.toString(36)],
  ] as const)
    test(`${name} of ${path}`, async () => {
      const list = (count: number) => Array.from({ length: count }, (_, n) => entry(n)).join(',');
      const most = await hub.get(`${space.path}/${path}?${name}=${list(max)}`);
      assert.equal(most.status, 200, most.text);
      const more = await hub.get(`${space.path}/${path}?${name}=${list(max + 1)}`);
      assertRefused(more, 400, name, String(max), String(max + 1));
    });
});

describe('the number of comparisons is bounded', () => {
  const compared = (count: number, test: string) => Array(count).fill(test).join('&');
  for (const [kind, { path }] of Object.entries({ stored: space, virtual }))
    for (const read of READS)
      test(`${read.split('?', 1)[0]} of a ${kind} space`, async () => {
        for (const one of ['p.a=1', 'p.b=.null', 'f.id=one'])
          assert.equal((await hub.get(`${path}/${read}${compared(100, one)}`)).status, 200, one);
        for (const count of [101, 499, 2000])
          assertRefused(
            await hub.get(`${path}/${read}${compared(count, 'p.a=1')}`),
            400,
            '100',
            String(count),
          );
      });

  test('the values of one comparison are not', async () => {
    const values = Array.from({ length: 5000 }, (_, i) => i).join(',');
    assert.deepEqual(await space.search(`p.a=${values}`), ['one', 'two']);
  });
});

describe('what one call may ask of features is bounded elsewhere, too:', () => {
  test('properties that an OGC collection is asked for by name', async () => {
    const items = `/ogc/collections/${space.id}/items?`;
    const compared = (count: number) => Array(count).fill('a=1').join('&');
    const most = await hub.get<FeatureCollection>(items + compared(100));
    assert.deepEqual(idsOf(most.body), ['one']);
    for (const count of [101, 30_000]) {
      const more = await hub.get(items + compared(count));
      assertException(more, 400, '100 properties', String(count), 'filter');
    }
  });

  for (const [kind, { path }] of Object.entries({ stored: space, virtual })) {
    const aggregate = (body: object) => hub.post<{ count: number }>(`${path}/aggregate`, body);
    const names = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`);

    test(`tags and properties in the body of an aggregate of a ${kind} space`, async () => {
      for (const [most, more, ...culprits] of [
        [{ tags: names(1000) }, { tags: names(70_000) }, 'tags', '1000', '70000'],
        [{ tags: [names(100).join('+')] }, { tags: [names(30_000).join('+')] }, 'tags', '100'],
        [
          { q: 'a', qProperties: names(100) },
          { q: 'a', qProperties: names(50_000) },
          'qProperties',
          '100',
          '50000',
        ],
      ] as const) {
        const response = await aggregate(most);
        assert.equal(response.status, 200, response.text);
        assert.equal(response.body.count, 0);
        assertRefused(await aggregate(more), 400, ...culprits);
      }
    });

    test(`a filter of a ${kind} space may have as many conditions as it may have operands`, async () => {
      const holds = (count: number) => encodeURIComponent(Array(count).fill('n=1').join(' AND '));
      for (const read of READS) {
        const found = await hub.get(`${path}/${read}&filter=${holds(1600)}`);
        assert.equal(found.status, 200, `${read} ${found.text.slice(0, 200)}`);
      }
      const items = await hub.get<FeatureCollection>(
        `/ogc/collections/${path.split('/').at(-1)}/items?filter=${holds(1600)}`,
      );
      assert.deepEqual(idsOf(items.body), ['one']);
      const removed = await hub.delete(`${path}/features?filter=${holds(1600)}%20AND%20n=2`);
      assert.equal(removed.status, 204, removed.text);
      assertRefused(await hub.get(`${path}/search?filter=${holds(2600)}`), 400, 'filter', '5000');
    });

    test(`as many values of an indexed property of a ${kind} space as a URL has room for`, async () => {
      const values = (count: number) => Array.from({ length: count }, (_, n) => (n % 10) + 1).join(',');
      const different = Array.from({ length: 50 }, (_, n) => n);
      const many = Array(99).fill(`p.a=${different}`).join('&');
      for (const [test, ids] of [
        [`p.a=${values(50_000)}`, ['one', 'two']],
        [`p.a>${values(50_000)}`, ['two']],
        [`p.a<=${values(50_000)}`, ['one', 'two']],
        [`p.a=${values(50_000)}&${many}`, ['one', 'two']],
      ] as const) {
        const found = await hub.get<FeatureCollection>(`${path}/search?${test}`);
        assert.equal(found.status, 200, found.text.slice(0, 200));
        assert.deepEqual(idsOf(found.body), ids);
      }
    });
  }
});

describe('a parameter of the hub’s own that a call does not take', () => {
  const CALLS: [method: string, path: string][] = [
    ['GET', '/statistics'],
    ['GET', '/features/one'],
    ['DELETE', '/features/nobody'],
    ['POST', '/features'],
  ];
  for (const [method, path] of CALLS)
    test(`is refused by ${method} ${path}`, async () => {
      const body = method === 'POST' ? feature('three') : undefined;
      for (const name of ['filter', 'q', 'sortby', 'at', 'explain']) {
        const url = `${space.path}${path}${path.includes('?') ? '&' : '?'}${name}=x`;
        assertRefused(await hub.request(method, url, body === undefined ? {} : { body }), 400, name);
      }
      assert.equal((await hub.get(`${space.features}/three`)).status, 404);
    });

  for (const path of ['/hub/spaces', '/hub/audit', '/project-api/projects'])
    test(`is refused by the list at ${path}`, async () =>
      assertRefused(await hub.get(`${path}?filter=x`), 400, 'filter'));

  test('keeps a space from being read, changed and deleted', async () => {
    const kept = await newSpace(hub);
    for (const query of ["filter=name='x'", 'q=x', 'at=1']) {
      const url = `${kept.path}?${encodeURI(query)}`;
      const name = query.split('=', 1)[0]!;
      assertRefused(await hub.get(url), 400, name);
      assertRefused(await hub.patch(url, { title: 'changed' }), 400, name);
      assertRefused(await hub.delete(url), 400, name);
      assertRefused(await hub.post(`/hub/spaces?${query}`, { id: newSpaceId(), title: 't' }), 400, name);
    }
    const { status, body } = await hub.get<{ title: string }>(kept.path);
    assert.equal(status, 200);
    assert.notEqual(body.title, 'changed');
  });

  test('is looked at after the space', async () =>
    assertMissing(await hub.get('/hub/spaces/never-created/statistics?filter=x')));

  test('is not just any that is unknown', async () =>
    assert.equal((await hub.get(`${space.path}/statistics?Filter=x&whatever=1`)).status, 200));
});

describe('an id that is none', () => {
  for (const method of ['PUT', 'PATCH'])
    test(`is refused by ${method} of one feature, although the path has one`, async () => {
      for (const id of [{}, [], true])
        assertRefused(
          await hub.request(method, `${space.features}/one`, { body: { id, properties: {} } }),
          400,
          'id',
        );
      const response = await hub.request(method, `${space.features}/one`, {
        body: { id: 5, properties: { a: 1 } },
      });
      assert.equal(response.status, 200, response.text);
    });
});
