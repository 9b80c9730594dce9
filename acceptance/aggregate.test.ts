import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMIN_PASSWORD, signIn } from './harness/account.ts';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

type Group = { key: Record<string, unknown>; count: number; [measure: string]: unknown };
type Aggregate = { type: string; count: number; groupCount: number; groups: Group[]; handle?: string };

const town = (id: string, x: number, y: number, properties: object) =>
  feature(id, properties, { geometry: { type: 'Point', coordinates: [x, y] } });

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD } });
const space = await newSpace(hub);
await space.load(
  town('kiel', 10.14, 54.32, { country: 'DE', people: 247_000, founded: '1242-06-01' }),
  town('bonn', 7.1, 50.73, { country: 'DE', people: 336_000, founded: '1244-03-18' }),
  town('nice', 7.27, 43.7, { country: 'FR', people: 343_000, nested: { 'a b': 1 } }),
  town('nuuk', -51.7, 64.2, { people: 19_000.5, 'odd, name': 'x' }),
);
const districts = await newSpace(hub);
const box = (id: string, west: number, south: number, east: number, north: number) => ({
  type: 'Feature',
  id,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  },
  properties: { name: id.toUpperCase() },
});
await districts.load(box('north', 0, 48, 20, 60), box('south', 0, 40, 20, 48));

const path = (parameters: Record<string, string>) =>
  `${space.path}/aggregate?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;

async function ask(parameters: Record<string, string>): Promise<Aggregate> {
  const { status, body, text } = await hub.get<Aggregate>(path(parameters));
  assert.equal(status, 200, text);
  return body;
}

/** Keys with their counts. */
async function counted(groupBy: string, further: Record<string, string> = {}): Promise<[unknown, number][]> {
  const { groups } = await ask({ groupBy, ...further });
  return groups.map(({ key, count }) => [key[groupBy], count]);
}

describe('aggregate', () => {
  test('groups by a property, the most frequent first, nothing last', async () => {
    assert.deepEqual(await ask({ groupBy: 'country', measures: 'sum(people),mean(people),min(people)' }), {
      type: 'Aggregate',
      count: 4,
      groupCount: 3,
      groups: [
        {
          key: { country: 'DE' },
          count: 2,
          'sum(people)': 583_000,
          'mean(people)': 291_500,
          'min(people)': 247_000,
        },
        {
          key: { country: 'FR' },
          count: 1,
          'sum(people)': 343_000,
          'mean(people)': 343_000,
          'min(people)': 343_000,
        },
        {
          key: { country: null },
          count: 1,
          'sum(people)': 19_000.5,
          'mean(people)': 19_000.5,
          'min(people)': 19_000.5,
        },
      ],
    });
  });

  test('without groups is one group of everything', async () => {
    const { groups } = await ask({
      measures: 'count,median(people),quantile(people,1),distinct(country),count(founded)',
    });
    assert.deepEqual(groups, [
      {
        key: {},
        count: 4,
        'median(people)': 291_500,
        'quantile(people,1)': 343_000,
        'distinct(country)': 2,
        'count(founded)': 2,
      },
    ]);
  });

  const CASES: [groupBy: string, groups: [unknown, number][]][] = [
    [
      'p.country',
      [
        ['DE', 2],
        ['FR', 1],
        [null, 1],
      ],
    ],
    ['f.geometry.type', [['Point', 4]]],
    [
      '"nested.a b"',
      [
        [null, 3],
        [1, 1],
      ],
    ],
    [
      '"odd, name"',
      [
        [null, 3],
        ['x', 1],
      ],
    ],
    [
      'year(founded)',
      [
        ['1242', 1],
        ['1244', 1],
        [null, 2],
      ],
    ],
    [
      'quad(1)',
      [
        ['1', 3],
        ['0', 1],
      ],
    ],
    [
      `in(${districts.id})`,
      [
        ['north', 2],
        ['south', 1],
        [null, 1],
      ],
    ],
    [
      `in(${districts.id},name)`,
      [
        ['NORTH', 2],
        ['SOUTH', 1],
        [null, 1],
      ],
    ],
    [
      'limits(people,100000,340000)',
      [
        [{ to: 100_000 }, 1],
        [{ from: 100_000, to: 340_000 }, 2],
        [{ from: 340_000 }, 1],
      ],
    ],
    [
      'bins(people,2,quantile)',
      [
        [{ from: 19_000.5, to: 291_500 }, 2],
        [{ from: 291_500, to: 343_000 }, 2],
      ],
    ],
    [
      'bins(people,2,natural)',
      [
        [{ from: 19_000.5, to: 247_000 }, 1],
        [{ from: 247_000, to: 343_000 }, 3],
      ],
    ],
  ];
  for (const [groupBy, groups] of CASES)
    test(`groups by ${groupBy.replace(districts.id, 'districts')}`, async () =>
      assert.deepEqual(await counted(groupBy), groups));

  test('counts in H3 cells of a resolution', async () => {
    const cells = await counted('h3(3)');
    assert.equal(cells.length, 4);
    for (const [cell] of cells) assert.match(String(cell), /^83[0-9a-f]{13}$/);
  });

  test('groups by tags, each feature in each of its own', async () => {
    const tagged = await newSpace(hub);
    await hub.put(`${tagged.path}/features?addTags=a,b`, town('x', 0, 0, {}));
    await hub.put(`${tagged.path}/features?addTags=a`, town('y', 0, 0, {}));
    const { body } = await hub.get<Aggregate>(`${tagged.path}/aggregate?groupBy=tags`);
    assert.deepEqual(body.groups, [
      { key: { tags: 'a' }, count: 2 },
      { key: { tags: 'b' }, count: 1 },
    ]);
    assert.equal(body.count, 2);
  });

  test('takes filters, tags, boxes and what to search around', async () => {
    const all = { groupBy: 'country' };
    assert.equal((await ask({ ...all, filter: 'people > 300000' })).count, 2);
    assert.equal((await ask({ ...all, 'p.country': 'DE' })).count, 2);
    assert.equal((await ask({ ...all, tags: 'nobody' })).count, 0);
    assert.equal((await ask({ ...all, west: '0', south: '45', east: '20', north: '60' })).count, 2);
    assert.equal((await ask({ ...all, lat: '50.73', lon: '7.1', radius: '1000' })).count, 1);
    assert.equal((await ask({ ...all, refSpaceId: districts.id, refFeatureId: 'south' })).count, 1);
  });

  test('sorts by keys and measures and goes on behind a handle', async () => {
    const asked = { groupBy: 'country', measures: 'sum(people)', sort: 'sum(people):asc', limit: '1' };
    const keys: unknown[] = [];
    for (let handle: string | undefined, more = true; more; more = handle !== undefined) {
      const page: Aggregate = await ask({ ...asked, ...(handle === undefined ? {} : { handle }) });
      keys.push(...page.groups.map(({ key }) => key.country));
      assert.equal(page.groupCount, 3);
      handle = page.handle;
    }
    assert.deepEqual(keys, [null, 'FR', 'DE']);
    const byKey = await ask({ groupBy: 'country', sort: 'country:desc' });
    assert.deepEqual(
      byKey.groups.map(({ key }) => key.country),
      ['FR', 'DE', null],
    );
  });

  test('puts times into a time zone', async () => {
    const times = await newSpace(hub);
    await times.load(town('x', 0, 0, { at: '2024-12-31T23:30:00Z' }));
    const { body } = await hub.get<Aggregate>(
      `${times.path}/aggregate?groupBy=day(at)&timeZone=Europe/Berlin`,
    );
    assert.deepEqual(body.groups, [{ key: { 'day(at)': '2025-01-01' }, count: 1 }]);
  });

  test('keeps the digits of whole numbers, and refuses what is too large', async () => {
    const numbers = await newSpace(hub);
    const put = (id: string, digits: string) =>
      hub.put(
        `${numbers.path}/features/${id}`,
        `{"type":"Feature","geometry":null,"properties":{"n":${digits}}}`,
      );
    await put('a', '9007199254740993');
    await put('b', '9007199254740992');
    const { text } = await hub.get(`${numbers.path}/aggregate?groupBy=n&measures=sum(n)`);
    assert.match(text, /"key":\{"n":9007199254740993\}/);
    assert.match(
      (await hub.get(`${numbers.path}/aggregate?measures=sum(n)`)).text,
      /"sum\(n\)":18014398509481985/,
    );
    await put('c', '1e999');
    assertRefused(
      await hub.get(`${numbers.path}/aggregate?measures=sum(n)`),
      400,
      /measures: sum\(n\) meets 1e999, which is too large for a number/,
    );
  });

  test('works on virtual spaces', async () => {
    const group = await newSpace(hub, {
      storage: { id: 'virtualspace', params: { virtualspace: { group: [space.id, districts.id] } } },
    });
    const { body } = await hub.get<Aggregate>(`${group.path}/aggregate?groupBy=f.geometry.type`);
    assert.deepEqual(body.groups, [
      { key: { 'f.geometry.type': 'Point' }, count: 4 },
      { key: { 'f.geometry.type': 'Polygon' }, count: 2 },
    ]);
  });

  test('is marked with the state of its space and of those it groups by', async () => {
    const tag = async (groupBy: string) => (await hub.get(path({ groupBy }))).headers.etag!;
    const before = [await tag('country'), await tag(`in(${districts.id})`)];
    await hub.put(`${districts.path}/features`, box('new', 100, 0, 110, 10));
    const after = [await tag('country'), await tag(`in(${districts.id})`)];
    assert.equal(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
    const known = await hub.get(path({ groupBy: 'country' }), { headers: { 'If-None-Match': after[0]! } });
    assert.equal(known.status, 304);
    await hub.delete(`${districts.path}/features?id=new`);
  });

  const REFUSED: [query: string, message: RegExp][] = [
    ['groupBy=a,b,c,d,e,f', /groupBy can have at most 5 entries, not 6/],
    ['groupBy=a,a', /groupBy names "a" twice/],
    ['groupBy=h3(16)', /groupBy: "h3\(16\)" must be a whole number from 0 to 15/],
    ['groupBy=hex(3)', /groupBy: "hex\(3\)": there is no hex; these are: year, /],
    ['groupBy=a b', /groupBy: "a b" is no property; .*double quotes/],
    [
      'groupBy=bins(people,3,fisher)',
      /must be bins\(property,count,method\) with one of equal, quantile, natural/,
    ],
    ['groupBy=limits(people,2,1)', /ascending numbers/],
    ['groupBy=geometry', /"geometry" names no property/],
    ['measures=people', /measures: "people" must be a measure such as sum\(property\)/],
    ['measures=quantile(people,2)', /a quantile is from 0 to 1/],
    ['groupBy=country&sort=people', /sort: "people" must be one of count, country/],
    ['groupBy=country&sort=count,count', /sort names "count" twice/],
    ['limit=0', /limit must be a whole number from 1 to 10000, not "0"/],
    ['handle=x', /handle must be one that an earlier page of the same aggregate gave, not "x"/],
    ['groupBy=day(founded)&timeZone=Mars', /timeZone must be a time zone such as Europe\/Berlin, not "Mars"/],
    ['west=1', /south is missing/],
    ['radius=5', /radius needs something to search around/],
    ['west=0&south=0&east=1&north=1&lat=1&lon=1', /where to look is said in two ways/],
    ['filter=people >', /filter: /],
  ];
  for (const [query, message] of REFUSED)
    test(`${query} is refused with what is wrong`, async () => {
      assertRefused(await hub.get(`${space.path}/aggregate?${query.replaceAll(' ', '%20')}`), 400, message);
    });

  test('needs the right to read the space that it groups by', async () => {
    const rights = { readFeatures: [{ space: space.id }] };
    const { token } = await (await signIn(hub)).newToken({ urm: { 'xyz-hub': rights } });
    const groupBy = `in(${districts.id})`;
    assert.equal((await hub.get(path({ groupBy: 'country' }), { token })).status, 200);
    assertRefused(await hub.get(path({ groupBy }), { token }), 403, districts.id);
    assertRefused(
      await hub.post(`${space.path}/aggregate`, { groupBy: [groupBy] }, { token }),
      403,
      districts.id,
    );
    assertRefused(
      await hub.get(path({ groupBy: 'in(nobody)' })),
      404,
      /the reference space "nobody" does not exist/,
    );
  });
});

describe('aggregate with a body', () => {
  const post = (body: unknown) => hub.post<Aggregate>(`${space.path}/aggregate`, body);

  test('gives the same as with parameters', async () => {
    const asked = { groupBy: 'country', measures: 'sum(people)', filter: 'people > 20000', limit: '1' };
    const { body, status } = await post({
      ...asked,
      groupBy: ['country'],
      measures: ['sum(people)'],
      limit: 1,
    });
    assert.equal(status, 200);
    assert.deepEqual(body, await ask(asked));
    const next = await post({
      ...asked,
      groupBy: ['country'],
      measures: ['sum(people)'],
      limit: 1,
      handle: body.handle,
    });
    assert.deepEqual(
      next.body.groups.map(({ key }) => key.country),
      ['FR'],
    );
  });

  test('looks in a geometry and around it, and takes CQL2 JSON', async () => {
    const { geometry } = box('', 0, 48, 20, 52);
    assert.equal((await post({ area: geometry })).body.count, 1);
    assert.equal((await post({ area: geometry, radius: 300_000 })).body.count, 2);
    assert.equal((await post({ area: { type: 'Feature', geometry, properties: {} } })).body.count, 1);
    assert.equal((await post({ bbox: [0, 40, 20, 60] })).body.count, 3);
    assert.equal(
      (await post({ filter: { op: '>', args: [{ property: 'people' }, 300_000] } })).body.count,
      2,
    );
    assert.equal((await post({ tags: ['nobody', 'a+b'] })).body.count, 0);
  });

  const REFUSED: [body: unknown, message: RegExp][] = [
    [[], /the request body must be a JSON object/],
    [{ groupby: ['a'] }, /groupby is no member of an aggregate; these are: groupBy, /],
    [{ groupBy: 'a' }, /groupBy must be a list of strings/],
    [{ limit: 1.5 }, /limit must be a whole number from 1 to 10000, not 1.5/],
    [{ filter: 5 }, /filter must be CQL2: a text, or an object/],
    [{ bbox: [0, 0, 1] }, /bbox must be \[west, south, east, north\] in degrees/],
    [{ radius: 5 }, /radius needs an area/],
    [{ area: { type: 'Point' } }, /coordinates/],
  ];
  for (const [body, message] of REFUSED)
    test(`${JSON.stringify(body)} is refused with what is wrong`, async () => {
      assertRefused(await post(body), 400, message);
    });
});
