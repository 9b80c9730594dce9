import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { feature, idsOf } from '../harness/geojson.ts';
import { startHub } from '../harness/hub.ts';
import { ADMIN_SETTINGS, newPerson } from '../harness/people.ts';
import { newSpace } from '../harness/space.ts';
import { assertException, type Items, type Link, linkTo, pagesOf, pathOf } from './support.ts';

const hub = await startHub({ settings: ADMIN_SETTINGS });
const space = await newSpace(hub, {
  title: 'Cities',
  description: 'Some of them',
  copyright: [{ label: 'Somebody' }],
  temporal: 'visited',
});
const at = (id: string, x: number, y: number, properties: object) =>
  feature(id, properties, { geometry: { type: 'Point', coordinates: [x, y] } });
await space.load(
  at('berlin', 13.4, 52.5, { name: 'Berlin', population: 3_700_000, capital: true, visited: '2024-05-01' }),
  at('paris', 2.35, 48.86, { name: 'Paris', population: 2_100_000, capital: true, river: { name: 'Seine' } }),
  at('bonn', 7.1, 50.73, {
    name: 'Bonn',
    population: 330_000,
    capital: false,
    visited: '2020-01-01T08:00:00Z',
  }),
  at('suva', 178.4, -18.1, { name: 'Suva', population: 93_000, capital: true, visited: '2024-05-02' }),
  at('apia', -171.8, -13.8, { name: 'Apia', population: 37_000, capital: true }),
  { type: 'Feature', id: 'nowhere', geometry: null, properties: { name: 'Nowhere', kinds: ['a', 'b'] } },
);
type Extent = { spatial: { bbox: number[][] }; temporal: { interval: (string | null)[][] } };
const collection = `/ogc/collections/${space.id}`;
const items = `${collection}/items`;
const find = async (query: string) => {
  const found = await hub.get<Items>(`${items}?${query}`);
  assert.equal(found.status, 200, found.text);
  return idsOf(found.body);
};

test('the landing page leads to everything, without a token', async () => {
  const { status, body } = await hub.get<{ links: Link[] }>('/ogc', { token: null });
  assert.equal(status, 200);
  for (const rel of ['self', 'alternate', 'service-desc', 'service-doc', 'conformance', 'data'])
    assert.ok(linkTo(body.links, rel), rel);
  for (const rel of ['service-desc', 'service-doc', 'conformance']) {
    const link = linkTo(body.links, rel)!;
    const accept =
      rel === 'conformance' ? {} : { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' };
    const there = await hub.get(pathOf(link), { token: null, headers: accept });
    assert.equal(there.status, 200);
    assert.equal(there.headers['content-type']!.split(';')[0], link.type!.split(';')[0]);
  }
  const { conformsTo } = (await hub.get<{ conformsTo: string[] }>('/ogc/conformance')).body;
  assert.ok(conformsTo.includes('http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core'));
});

describe('collections', () => {
  test('describe a space with its extent and how to read it', async () => {
    const { body } = await hub.get<{ extent: Extent; links: Link[] }>(collection);
    assert.partialDeepStrictEqual(body, {
      id: space.id,
      title: 'Cities',
      description: 'Some of them',
      attribution: 'Somebody',
      itemType: 'feature',
    });
    assert.deepEqual(body.extent.spatial.bbox, [[-171.8, -18.1, 178.4, 52.5]]);
    assert.deepEqual(body.extent.temporal.interval, [['2020-01-01T08:00:00Z', '2024-05-02T23:59:59.999Z']]);
    const first = await hub.get<Items>(pathOf(linkTo(body.links, 'items')!));
    assert.equal(first.body.numberReturned, 6);
  });

  test('tell from when to when their features are', async () => {
    const stays = await newSpace(hub, { title: 'Stays', temporal: { start: 'from', end: 'to' } });
    const virtual = await newSpace(hub, {
      title: 'Virtual',
      temporal: { start: 'from', end: 'to' },
      storage: { id: 'virtualspace', params: { virtualspace: { merge: [stays.id, space.id] } } },
    });
    const intervals = async () => {
      const read = ({ id }: { id: string }) => hub.get<{ extent?: Extent }>(`/ogc/collections/${id}`);
      const [own, combined] = await Promise.all([read(stays), read(virtual)]);
      assert.deepEqual(combined.body.extent?.temporal, own.body.extent?.temporal);
      return own.body.extent?.temporal.interval;
    };
    await stays.load(
      at('short', 1, 1, { from: '2021-03-01T23:00:00-05:00', to: '2021-03-05' }),
      at('never', 1, 1, { from: 'soon', to: null }),
    );
    assert.deepEqual(await intervals(), [['2021-03-02T04:00:00Z', null]], 'what has no end goes on');
    await stays.load(at('never', 1, 1, {}));
    assert.deepEqual(await intervals(), [['2021-03-02T04:00:00Z', '2021-03-05T23:59:59.999Z']]);
    await stays.load(at('always', 1, 1, { to: 1_700_000_000_000 }));
    assert.deepEqual(await intervals(), [[null, '2023-11-14T22:13:20Z']]);
  });

  test('are the spaces that the caller may read, page by page', async () => {
    const person = await newPerson(hub);
    const token = await person.token();
    const made: string[] = [];
    for (let i = 0; i < 3; i++)
      made.push((await hub.post<{ id: string }>('/hub/spaces', { title: `Own ${i}` }, { token })).body.id);
    const seen: string[] = [];
    for (let path: string | undefined = '/ogc/collections?limit=2'; path; ) {
      const { body } = await hub.get<{ collections: { id: string }[]; links: Link[] }>(path, { token });
      seen.push(...body.collections.map(({ id }) => id));
      const next = linkTo(body.links, 'next');
      path = next && pathOf(next);
    }
    assert.deepEqual(seen, made);
    assertException(await hub.get(collection, { token }), 403, 'readFeatures', space.id);
    assertException(await hub.get('/ogc/collections', { token: null }), 401, 'token');
    assertException(await hub.get('/ogc/collections/there-is-none'), 404);
  });
});

describe('items', () => {
  test('come with their numbers, a time and links', async () => {
    const { body, headers } = await hub.get<Items>(items);
    assert.deepEqual(idsOf(body), ['berlin', 'paris', 'bonn', 'suva', 'apia', 'nowhere']);
    assert.equal(headers['content-type'], 'application/geo+json; charset=utf-8');
    assert.equal(body.numberMatched, 6);
    assert.equal(body.numberReturned, 6);
    assert.match(body.timeStamp, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.ok(linkTo(body.links, 'self'));
    assert.equal(linkTo(body.links, 'next'), undefined);
    const again = await hub.get(items, { headers: { 'if-none-match': headers.etag } });
    assert.equal(again.status, 304);
  });

  const CASES: [query: string, ids: string[]][] = [
    ['bbox=0,45,15,55', ['berlin', 'paris', 'bonn', 'nowhere']],
    ['bbox=0,45,-100,15,55,9000', ['berlin', 'paris', 'bonn', 'nowhere']],
    ['bbox=170,-30,-170,0', ['suva', 'apia', 'nowhere']],
    ['bbox=170,-30,190,0', ['suva', 'apia', 'nowhere']],
    ['bbox=-400,-95,400,95', ['berlin', 'paris', 'bonn', 'suva', 'apia', 'nowhere']],
    ['name=Bonn', ['bonn']],
    ['population=93000', ['suva']],
    ['capital=false', ['bonn']],
    ['river.name=Seine', ['paris']],
    ['id=paris', ['paris']],
    ['capital=true&bbox=0,45,15,55', ['berlin', 'paris']],
    [`filter=${encodeURIComponent("population > 1000000 AND name LIKE 'B%'")}`, ['berlin']],
    [
      `filter-lang=cql2-json&filter=${encodeURIComponent('{"op":"=","args":[{"property":"name"},"Suva"]}')}`,
      ['suva'],
    ],
    [`filter=${encodeURIComponent('S_INTERSECTS(geometry, BBOX(170,-30,-170,0))')}`, ['suva', 'apia']],
    ['datetime=2024-05-01', ['berlin', 'paris', 'apia', 'nowhere']],
    ['datetime=2024-05-01T12:00:00Z', ['berlin', 'paris', 'apia', 'nowhere']],
    ['datetime=2019-12-31/2020-12-31', ['paris', 'bonn', 'apia', 'nowhere']],
    ['datetime=2024-01-01/..', ['berlin', 'paris', 'suva', 'apia', 'nowhere']],
    ['datetime=../2023-01-01T00:00:00Z', ['paris', 'bonn', 'apia', 'nowhere']],
    ['datetime=2024-01-01/', ['berlin', 'paris', 'suva', 'apia', 'nowhere']],
    ['bbox=170,-30,-10,-170,0,10', ['suva', 'apia', 'nowhere']],
    ['datetime=/2023-01-01', ['paris', 'bonn', 'apia', 'nowhere']],
    ['sortby=-population&limit=2', ['berlin', 'paris']],
    ['sortby=name&filter=population%20IS%20NOT%20NULL', ['apia', 'berlin', 'bonn', 'paris', 'suva']],
    ['sortby=%2Bcapital,-name&limit=2', ['bonn', 'suva']],
    ['limit=999999', ['berlin', 'paris', 'bonn', 'suva', 'apia', 'nowhere']],
  ];
  for (const [query, ids] of CASES)
    test(`${decodeURIComponent(query)} selects ${ids.join(', ')}`, async () =>
      assert.deepEqual(await find(query), ids));

  const REFUSED: [query: string, ...culprits: string[]][] = [
    ['nope=1', '"nope"', 'queryables'],
    ['bbox=1,2,3', 'bbox', '1,2,3'],
    ['bbox=1,2,3,x', 'bbox'],
    ['bbox=1,5,3,2', 'bbox'],
    ['limit=0', 'limit'],
    ['limit=ten', 'limit', 'ten'],
    ['datetime=yesterday', 'datetime', 'yesterday'],
    ['datetime=2024-02-30', 'datetime'],
    ['datetime=2024-01-02/2024-01-01', 'datetime'],
    ['datetime=../..', 'datetime'],
    ['datetime=../2020', 'datetime', '../2020'],
    ['bbox=1,2,3,4,5', 'bbox', '1,2,3,4,5'],
    ['filter=population', 'filter', 'population'],
    ['filter-lang=sql&filter=a', 'filter-lang'],
    ['population=many', 'population', 'many'],
    ['capital=constructor', 'capital', 'constructor'],
    ['kinds=a', 'kinds', 'array'],
    ['cursor=abc', 'cursor'],
    ['cursor=WyItMSJd', 'cursor'],
    [`cursor=${Buffer.from('{"starts":[1],"matched":-1,"etag":""}').toString('base64url')}`, 'cursor'],
    ['sortby=geometry', 'sortby', 'geometry'],
    ['f=gml', 'f', 'gml'],
    ['limit=1&limit=2', 'limit'],
  ];
  for (const [query, ...culprits] of REFUSED)
    test(`${query} is refused`, async () =>
      assertException(await hub.get(`${items}?${query}`), 400, ...culprits));

  test('have only the properties that are asked for', async () => {
    const { body } = await hub.get<Items>(`${items}?properties=name,river.name&limit=2`);
    assert.deepEqual(
      body.features.map(({ properties }) => properties),
      [{ name: 'Berlin' }, { name: 'Paris', river: { name: 'Seine' } }],
    );
  });

  test('matched are counted', async () => {
    const count = async (query: string) => (await hub.get<Items>(`${items}?${query}`)).body.numberMatched;
    assert.equal(await count('limit=2'), 6);
    assert.equal(await count('capital=true'), 4);
    assert.equal(await count('capital=true&limit=2'), 4);
    assert.equal(await count('bbox=170,-30,-170,0&limit=1'), 3);
    assert.equal(await count('datetime=2024-05-01&limit=1'), 4);
  });
});

describe('pages', async () => {
  const many = await newSpace(hub);
  const ids = Array.from({ length: 57 }, (_, i) => `f${i}`);
  await many.load(
    ...ids.map((id, i) => at(id, (i * 37) % 180, (i * 11) % 80, { n: i % 7, even: i % 2 === 0 })),
  );
  const path = `/ogc/collections/${many.id}/items`;

  for (const [query, expected] of [
    ['limit=10', ids],
    ['limit=5&bbox=-180,-90,180,90', ids],
    ['limit=4&even=true', ids.filter((_, i) => i % 2 === 0)],
    ['limit=9&filter=n%20BETWEEN%202%20AND%205', ids.filter((_, i) => i % 7 >= 2 && i % 7 <= 5)],
    ['limit=8&sortby=-n', ids.toSorted((a, b) => rank(b) - rank(a))],
  ] as const)
    test(`${query}: no feature is left out or repeated, each page has their number, and prev leads back`, async () => {
      const pages = await pagesOf(hub, `${path}?${query}`);
      assert.deepEqual(pages.flatMap(idsOf), expected);
      assert.deepEqual([...new Set(pages.map((page) => page.numberMatched))], [expected.length]);
      for (let page = pages.at(-1)!, i = pages.length - 2; i >= 0; i--) {
        page = (await hub.get<Items>(pathOf(linkTo(page.links, 'prev')!))).body;
        assert.deepEqual(idsOf(page), idsOf(pages[i]!));
      }
    });

  test('of a box lead on to features without a geometry, and no further', async () => {
    const mixed = await newSpace(hub);
    const isNowhere = (i: number) => i % 3 === 1;
    await mixed.load(
      ...Array.from({ length: 30 }, (_, i) =>
        isNowhere(i)
          ? { ...feature(`m${i}`, { n: i % 5 }), geometry: null }
          : at(`m${i}`, i % 2 === 0 ? 10 : 100, 10, { n: i % 5 }),
      ),
    );
    const named = (indexes: readonly number[]) => indexes.map((i) => `m${i}`);
    const all = Array.from({ length: 30 }, (_, i) => i);
    const [boxed, nowhere] = [all.filter((i) => i % 2 === 0 && !isNowhere(i)), all.filter(isNowhere)];
    const few = (i: number) => i % 5 < 2;
    const box = `/ogc/collections/${mixed.id}/items?bbox=0,0,20,20`;
    for (const limit of [1, 4, 5, 10, 13, 20, 100])
      for (const [query, expected] of [
        ['', [...boxed, ...nowhere]],
        ['&filter=n%20%3C%202', [...boxed.filter(few), ...nowhere.filter(few)]],
        ['&sortby=-n', [...boxed, ...nowhere].toSorted((a, b) => (b % 5) - (a % 5) || a - b)],
      ] as const) {
        const pages = await pagesOf(hub, `${box}&limit=${limit}${query}`);
        assert.deepEqual(pages.flatMap(idsOf), named(expected), `limit=${limit}${query}`);
        assert.deepEqual([...new Set(pages.map((page) => page.numberMatched))], [expected.length]);
        for (let page = pages.at(-1)!, i = pages.length - 2; i >= 0; i--) {
          page = (await hub.get<Items>(pathOf(linkTo(page.links, 'prev')!))).body;
          assert.deepEqual(idsOf(page), idsOf(pages[i]!));
        }
      }
    const lost = new URL(linkTo((await hub.get<Items>(`${box}&limit=10`)).body.links, 'next')!.href);
    lost.searchParams.delete('bbox');
    assertException(await hub.get(lost.pathname + lost.search), 400, 'cursor', 'bbox');
  });

  test('have the number of now once something has been written', async () => {
    const first = (await hub.get<Items>(`${path}?limit=4&even=true`)).body;
    const next = pathOf(linkTo(first.links, 'next')!);
    await many.load(at('another', 1, 1, { even: true }));
    assert.equal((await hub.get<Items>(next)).body.numberMatched, first.numberMatched! + 1);
    await hub.delete(`/hub/spaces/${many.id}/features/another`);
  });

  test('stay whole while features are written and deleted', async () => {
    const own = await newSpace(hub);
    await own.load(...ids.map((id) => at(id, 1, 1, {})));
    const first = (await hub.get<Items>(`/ogc/collections/${own.id}/items?limit=20`)).body;
    await hub.delete(`${own.features}?id=f3,f19,f20`);
    await own.load(at('f0', 2, 2, { changed: true }), at('new', 3, 3, {}));
    const rest = await pagesOf(hub, pathOf(linkTo(first.links, 'next')!));
    assert.deepEqual(rest.flatMap(idsOf), [...ids.slice(21), 'new']);
  });

  test('of many pages still lead on and back', async () => {
    const pages = await pagesOf(hub, `${path}?limit=1`);
    assert.deepEqual(pages.flatMap(idsOf), ids);
    assert.ok(linkTo(pages.at(-1)!.links, 'self')!.href.length < 2000);
  });

  function rank(id: string): number {
    return Number(id.slice(1)) % 7;
  }
});

test('an item has links, and an ETag that changes with it alone', async () => {
  const one = await hub.get<{ id: string; links: Link[] }>(`${items}/berlin`);
  assert.equal(one.body.id, 'berlin');
  assert.equal(pathOf(linkTo(one.body.links, 'collection')!), collection);
  const known = { headers: { 'if-none-match': one.headers.etag } };
  await space.load(at('bonn', 7.1, 50.73, { name: 'Bonn', population: 331_000, capital: false }));
  assert.equal((await hub.get(`${items}/berlin`, known)).status, 304);
  await space.load(at('berlin', 13.4, 52.5, { name: 'Berlin', population: 3_800_000, capital: true }));
  assert.equal((await hub.get(`${items}/berlin`, known)).status, 200);
  assertException(await hub.get(`${items}/atlantis`), 404);
  assertException(await hub.get(`${items}/berlin?limit=1`), 400, 'limit');
});

test('a feature keeps a member links of its own', async () => {
  const own = await newSpace(hub);
  await own.load(feature('a', {}, { links: ['mine'] }));
  const { body } = await hub.get<{ links: unknown }>(`/ogc/collections/${own.id}/items/a`);
  assert.deepEqual(body.links, ['mine']);
});

describe('a token in the address', () => {
  test('is repeated in links, and the response is stored nowhere', async () => {
    const path = `${items}?limit=1&access_token=${hub.token}`;
    const { body, headers } = await hub.get<Items>(path, { token: null });
    for (const { href } of body.links)
      assert.equal(new URL(href).searchParams.get('access_token'), hub.token);
    assert.equal(headers['cache-control'], 'private, no-store');
    assert.equal(headers.etag, undefined);
  });

  test('is in no response to anybody else', async () => {
    await hub.get(`${items}?limit=3&access_token=${hub.token}`, { token: null });
    const { text } = await hub.get(`${items}?limit=3`);
    assert.ok(!text.includes('access_token'));
  });
});

test('links lead to the address that the caller used', async () => {
  const from = async (host: string) =>
    (await hub.get<Items>(`${items}?limit=1`, { headers: { host } })).body.links.map(
      ({ href }) => new URL(href).host,
    );
  const [a, b] = await Promise.all([from('a.example'), from('b.example')]);
  assert.deepEqual([new Set(a), new Set(b)], [new Set(['a.example']), new Set(['b.example'])]);
});

describe('what features have', () => {
  type Schema = { properties: Record<string, { type?: string; format?: string; 'x-ogc-role'?: string }> };
  const properties = async (name: string) => (await hub.get<Schema>(`${collection}/${name}`)).body.properties;

  test('is told by the queryables', async () => {
    const found = await properties('queryables');
    assert.equal(found.name!.type, 'string');
    assert.equal(found.population!.type, 'number');
    assert.equal(found.capital!.type, 'boolean');
    assert.equal(found.kinds!.type, 'array');
    assert.equal(found['river.name']!.type, 'string');
    assert.equal(found.geometry!.format, 'geometry-point');
    assert.equal(found.visited!['x-ogc-role'], 'primary-instant');
    assert.equal(found.river, undefined);
  });

  test('is told by the schema and the sortables', async () => {
    const { river } = (await properties('schema')) as Record<string, Partial<Schema>>;
    assert.deepEqual(Object.keys(river!.properties!), ['name']);
    const sortable = await properties('sortables');
    assert.ok(sortable.population);
    assert.equal(sortable.kinds, undefined);
  });

  test('and the functions of filters are listed', async () => {
    const { body } = await hub.get<{ functions: { name: string; returns: string[] }[] }>('/ogc/functions');
    assert.deepEqual(body.functions.find(({ name }) => name === 'lower')!.returns, ['string']);
  });
});

test('HTTP Basic takes a token as password, or as user', async () => {
  for (const pair of [`anybody:${hub.token}`, `${hub.token}:`]) {
    const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
    assert.equal((await hub.get(items, { token: null, headers: { authorization } })).status, 200);
  }
  const refused = await hub.get(items, { token: null });
  assert.match(refused.headers['www-authenticate']!, /Basic realm=/);
});
