import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FeatureCollection, feature, idsOf } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { assertRefused } from './harness/refusal.ts';
import { newSpace } from './harness/space.ts';

const at = (id: string, x: number, properties: object) =>
  feature(id, properties, { geometry: { type: 'Point', coordinates: [x, 45] } });

const hub = await sharedHub();
const space = await newSpace(hub);
await space.load(
  at('bernau', 1, { name: 'Bernau bei Berlin' }),
  at('stadt', 2, { name: 'Stadt Bern', address: { city: 'Bern Mitte' } }),
  at('bern', 3, { name: 'Bern' }),
  at('annecy', 4, { name: "Lac d'Annecy", depth: 82 }),
  at('bremen', 5, { note: 'twinned with Bern', names: ['Brême'] }),
);

describe('q', () => {
  const find = async (query: string) => {
    const response = await hub.get<FeatureCollection>(`${space.path}/${query}`);
    assert.equal(response.status, 200, response.text);
    return response.body;
  };

  const CASES: [query: string, ids: string[]][] = [
    ['q=bern', ['bern', 'stadt', 'bremen', 'bernau']],
    ['q=BERN%20stad', ['stadt']],
    ['q=breme', ['bremen']],
    ['q=annecy%20lac', ['annecy']],
    ['q=82', ['annecy']],
    ['q=nnecy', []],
    ['q=bern&q-properties=name', ['bern', 'stadt', 'bernau']],
    ['q=bern&q-properties=p.address.city,note', ['stadt', 'bremen']],
    ['q=bern&p.name=Bern', ['bern']],
    ["q=bern&filter=name%20LIKE%20'%25Berlin'", ['bernau']],
  ];
  const holds = async (query: string, ids: string[]) => {
    assert.deepEqual(idsOf(await find(`search?${query}`)), ids, query);
    const { count } = (await find(`count?${query}`)) as unknown as { count: number };
    assert.equal(count, ids.length, query);
  };
  for (const [query, ids] of CASES)
    test(`${query} finds ${ids.join(', ') || 'nothing'}, the best first`, () => holds(query, ids));

  test('finds the same while and after textIndex is asked for, and explain says where', async () => {
    const wordsFrom = async () =>
      ((await find('search?q=bern&explain=true')) as unknown as { wordsFrom: string[] }).wordsFrom;
    assert.deepEqual(await wordsFrom(), ['columns', 'rows']);
    for (const textIndex of [true, false, true]) {
      const changed = await hub.patch<{ textIndex?: boolean }>(space.path, { textIndex });
      assert.equal(changed.body.textIndex, textIndex || undefined, changed.text);
      for (const [query, ids] of CASES) await holds(query, ids);
    }
    assert.deepEqual(await wordsFrom(), ['text index', 'columns', 'rows']);
    await space.load(at('new', 6, { name: 'Bernina' }));
    await holds('q=berni', ['new']);
    await hub.delete(`${space.features}?id=new`);
    await holds('q=berni', []);
    assertRefused(await hub.patch(space.path, { textIndex: 'yes' }), 400, /textIndex must be true or false/);
  });

  test('gives the best ones of those that match, and says that there are more', async () => {
    const { features, partial } = (await find('search?q=bern&limit=2')) as FeatureCollection & {
      partial: boolean;
    };
    assert.deepEqual(
      features.map(({ id }) => id),
      ['bern', 'stadt'],
    );
    assert.equal(partial, true);
  });

  test('narrows reads of an area, pages and exports, in their own order', async () => {
    assert.deepEqual(idsOf(await find('bbox?west=0&south=0&east=3.5&north=50&q=bern')), [
      'bernau',
      'stadt',
      'bern',
    ]);
    assert.deepEqual(idsOf(await find('iterate?q=bern&limit=2')), ['bernau', 'stadt']);
    assert.deepEqual(idsOf(await find('iterate?q=bern&sort=p.name:desc&limit=1')), ['stadt']);
  });

  test('ranks what virtual spaces have', async () => {
    const other = await newSpace(hub);
    await other.load(at('exact', 9, { name: 'bern' }));
    const group = await newSpace(hub, {
      storage: { id: 'virtualspace', params: { virtualspace: { group: [space.id, other.id] } } },
    });
    const { body } = await hub.get<FeatureCollection>(`${group.path}/search?q=bern&limit=2`);
    assert.deepEqual(idsOf(body), ['bern', 'exact']);
  });

  const REFUSED: [query: string, message: RegExp][] = [
    ['q=', /q must have 1 to 20 words, not 0/],
    [`q=${'a+'.repeat(21)}`, /q must have 1 to 20 words, not 21/],
    ['q-properties=name', /q-properties says where q looks: send both/],
    ['q=a&q-properties=a..b', /q-properties: "a\.\.b" names no property/],
  ];
  for (const [query, message] of REFUSED)
    test(`${query.slice(0, 30)} is refused with what is wrong`, async () => {
      assertRefused(await hub.get(`${space.path}/search?${query}`), 400, message);
    });

  test('is refused where nothing is searched', async () => {
    assertRefused(await hub.get(`${space.path}/statistics?q=a`), 400, /q is not a parameter of this call/);
  });
});

describe('a text property', () => {
  const find = async (filter: string) =>
    idsOf(
      (await hub.get<FeatureCollection>(`${space.path}/search?filter=${encodeURIComponent(filter)}`)).body,
    );

  const CASES: [filter: string, ids: string[]][] = [
    ["CASEI(name) LIKE CASEI('%BERN%')", ['bernau', 'stadt', 'bern']],
    ["CASEI(name) LIKE CASEI('bern%')", ['bernau', 'bern']],
    ["ACCENTI(CASEI(name)) LIKE ACCENTI(CASEI('LÁC%'))", ['annecy']],
    ["CASEI(ACCENTI(name)) = CASEI(ACCENTI('bérn'))", ['bern']],
  ];
  for (const [filter, ids] of CASES)
    test(`${filter} finds ${ids.join(', ')}`, async () => assert.deepEqual(await find(filter), ids));
});
