import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FeatureCollection, feature, idsOf, tagged } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertMissing, assertRefused } from './harness/refusal.ts';
import { newSpace, type Space } from './harness/space.ts';

const hub = await sharedHub();

async function page(space: Space, query: string): Promise<FeatureCollection> {
  const response = await hub.get<FeatureCollection>(`${space.path}/iterate?${query}`);
  assert.equal(response.status, 200, response.text);
  return response.body;
}

/** Follows the handles to the end, as clients do. */
async function pages(
  space: Space,
  query: string,
  between: (n: number) => Promise<unknown> = async () => {},
): Promise<string[][]> {
  const all: string[][] = [];
  for (let handle: string | undefined = ''; handle !== undefined; ) {
    const body: FeatureCollection = await page(space, handle === '' ? query : `${query}&handle=${handle}`);
    all.push(idsOf(body));
    assert.deepEqual(
      Object.keys(body).sort(),
      body.handle === undefined ? ['features', 'type'] : ['features', 'handle', 'nextPageToken', 'type'],
    );
    if (body.handle !== undefined) assert.match(body.handle, /^[0-9]+$/);
    assert.equal(body.nextPageToken, body.handle);
    assert.ok(all.length < 200, 'paging does not end');
    handle = body.handle;
    await between(all.length);
  }
  return all;
}

const NAMES = Array.from({ length: 10 }, (_, n) => `f${9 - n}`);

describe('iterate', async () => {
  const space = await newSpace(hub);
  const { features } = await space.load(
    ...NAMES.map((id, n) => (n % 2 ? tagged(id, 'odd') : feature(id, { n, flag: n > 5 }))),
  );

  const CASES: [string, string[][]][] = [
    ['limit=3', [NAMES.slice(0, 3), NAMES.slice(3, 6), NAMES.slice(6, 9), NAMES.slice(9)]],
    ['limit=5', [NAMES.slice(0, 5), NAMES.slice(5)]],
    ['limit=10', [NAMES]],
    ['limit=11', [NAMES]],
    ['', [NAMES]],
    ['limit=1', NAMES.map((id) => [id])],
    ['limit=2&tags=odd', [['f8', 'f6'], ['f4', 'f2'], ['f0']]],
    ['limit=5&tags=odd', [['f8', 'f6', 'f4', 'f2', 'f0']]],
    ['limit=1&p.flag=true', [['f3'], ['f1']]],
    ['p.flag=true', [['f3', 'f1']]],
    ['limit=2&p.n>=100', [[]]],
  ];
  for (const [query, expected] of CASES) {
    test(`${query || 'no limit'} gives ${expected.length} pages, the last without handle`, async () => {
      assert.deepEqual(await pages(space, query), expected);
    });
  }

  test('answers features as stored', async () => {
    const response = await hub.get<FeatureCollection>(`${space.path}/iterate`);
    assert.match(response.headers['content-type'] ?? '', /^application\/geo\+json; ?charset=utf-8$/i);
    assert.deepEqual(response.body, { type: 'FeatureCollection', features });
  });

  test('handle=0 is the start', async () => {
    assert.deepEqual(idsOf(await page(space, 'limit=3&handle=0')), NAMES.slice(0, 3));
  });

  test('a handle goes on with another limit too', async () => {
    const { handle } = await page(space, 'limit=3');
    assert.deepEqual(idsOf(await page(space, `limit=100&handle=${handle}`)), NAMES.slice(3));
  });

  for (const handle of ['x', '-1', '1.5', '1e3', '%00', '1;2', '0x1', '99999999999999999999999999x']) {
    test(`handle=${handle} is refused`, async () => {
      assertRefused(await hub.get(`${space.path}/iterate?handle=${handle}`), 400, 'handle');
    });
  }

  test('of an empty space is one empty page', async () => {
    assert.deepEqual(await pages(await newSpace(hub), 'limit=5'), [[]]);
  });

  test('a space that does not exist is a 404', async () => {
    assertMissing(await hub.get('/hub/spaces/never-created/iterate'));
  });
});

describe('iterate during writes', () => {
  test('returns every feature that was there throughout exactly once', async () => {
    const space = await newSpace(hub);
    const ids = Array.from({ length: 60 }, (_, n) => `f${n}`);
    await space.load(...ids.map((id) => feature(id)));
    const gone = new Set<string>();
    const all = await pages(space, 'limit=7', async (n) => {
      // Replace one behind and one ahead, delete one behind and one ahead, add one.
      await space.load(feature('f1', { n }), feature('f55', { n }), feature(`new${n}`));
      if (n > 3) return;
      const ids = [`f${n + 1}`, `f${59 - n}`];
      for (const id of ids) gone.add(id);
      await hub.delete(`${space.features}?id=${ids}`);
    });
    const seen = all.flat();
    assert.equal(new Set(seen).size, seen.length, 'no feature twice');
    for (const id of ids) if (!gone.has(id)) assert.ok(seen.includes(id), `${id} is missing`);
  });
});

describe('iterate with sort', async () => {
  const space = await newSpace(hub);
  await space.load(
    feature('a', { n: 2, s: 'x', d: { e: 1 } }),
    feature('b', { n: 1, s: 'y' }),
    feature('c', { s: 'y' }),
    feature('d', { n: 10, s: 'x', d: { e: 0 } }),
    feature('e', { n: 2, s: 'y' }),
  );
  const CASES: [string, string[]][] = [
    ['sort=p.n:asc&p.n!=2', ['b', 'd']],
    ['sort=p.s:desc,p.n:desc', ['e', 'b', 'c', 'd', 'a']],
    ['sort=p.s:desc%2Cp.n:desc', ['e', 'b', 'c', 'd', 'a']],
    ['sort=p.s:desc&sort=p.n:desc', ['e', 'b', 'c', 'd', 'a']],
    ['sort=p.s:asc,p.n:asc', ['a', 'd', 'b', 'e', 'c']],
    ['sort=p.n%3Aasc,p.s%3Aasc', ['b', 'a', 'e', 'd', 'c']],
    ['sort=p.n:desc,p.s:asc', ['d', 'a', 'e', 'b', 'c']],
    ['sort=p.n:asc&p.s=y', ['b', 'e', 'c']],
  ];
  for (const [query, ids] of CASES) {
    test(query, async () => {
      assert.deepEqual((await pages(space, query)).flat(), ids);
    });
    for (const limit of [1, 2, 5]) {
      test(`${query} in pages of ${limit}`, async () => {
        const all = await pages(space, `${query}&limit=${limit}`);
        assert.deepEqual(all.flat(), ids);
        assert.equal(all.length, Math.max(1, Math.ceil(ids.length / limit)));
      });
    }
  }

  test('sorts by a nested property, missing values last', async () => {
    assert.deepEqual((await pages(space, 'sort=p.d.e:asc')).flat().slice(0, 2), ['d', 'a']);
    assert.deepEqual((await pages(space, 'sort=p.d.e:desc')).flat().slice(0, 2), ['a', 'd']);
  });

  for (const sort of ['p.n:sideways', ':asc']) {
    test(`sort=${sort} is refused`, async () => {
      assertRefused(await hub.get(`${space.path}/iterate?sort=${sort}`), 400, 'sort');
    });
  }
});

describe('iterate in parts', async () => {
  const space = await newSpace(hub);
  const ids = Array.from({ length: 50 }, (_, n) => `f${n}`);
  await space.load(...ids.map((id) => feature(id)));

  for (const parts of [1, 2, 3, 7]) {
    for (const comma of [',', '%2C']) {
      test(`${parts} parts (1${comma}${parts} …) hold each feature once, in order`, async () => {
        const all: string[] = [];
        for (let part = 1; part <= parts; part++) {
          const some = (await pages(space, `part=${part}${comma}${parts}&limit=4`)).flat();
          assert.deepEqual(
            some,
            ids.filter((id) => some.includes(id)),
            'insertion order',
          );
          all.push(...some);
        }
        assert.deepEqual(all.toSorted(), ids.toSorted());
      });
    }
  }

  for (const part of ['0,2', '3,2', '1,0', '-1,2', '1', 'a,b', '1,2,3', '1.5,2']) {
    test(`part=${part} is refused`, async () => {
      assertRefused(await hub.get(`${space.path}/iterate?part=${part}`), 400, 'part');
    });
  }
});
