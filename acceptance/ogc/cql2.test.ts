import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedHub } from '../harness/hub.ts';
import { Random, seed } from '../harness/random.ts';
import { newSpace, type Space } from '../harness/space.ts';
import { PLACES } from './cql2.predicates.places.ts';
import { COUNTRIES, type Expected, RIVERS } from './cql2.predicates.ts';
import { naturalEarth, placesOfStandard } from './natural-earth.ts';
import { assertException, type Items } from './support.ts';

const hub = await sharedHub();
const [countries, places, rivers] = [await newSpace(hub), await newSpace(hub), await newSpace(hub)];
await countries.load(...(await naturalEarth('countries')));
await places.load(...(await placesOfStandard()));
await rivers.load(...(await naturalEarth('rivers')));

async function select(space: Space, filter: string | object): Promise<Set<string>> {
  const isText = typeof filter === 'string';
  const written = encodeURIComponent(isText ? filter : JSON.stringify(filter));
  const language = isText ? 'cql2-text' : 'cql2-json';
  const { status, body, text } = await hub.get<Items>(
    `/ogc/collections/${space.id}/items?limit=1000&filter-lang=${language}&filter=${written}`,
  );
  assert.equal(status, 200, text.slice(0, 300));
  assert.equal(body.numberMatched, body.features.length);
  return new Set(body.features.map(({ id }) => String(id)));
}

const SUITE: readonly [name: string, space: Space, expected: readonly Expected[]][] = [
  ['countries', countries, COUNTRIES],
  ['places', places, PLACES],
  ['rivers', rivers, RIVERS],
];

for (const [name, space, expected] of SUITE)
  test(`the ${expected.length} predicates of the standard select as many ${name} as it says`, async () => {
    const wrong: string[] = [];
    for (const [features, predicate] of expected) {
      const { size } = await select(space, predicate);
      if (size !== features) wrong.push(`${predicate}: ${size}, not ${features}`);
    }
    assert.deepEqual(wrong, []);
  });

for (const [name, space, expected] of SUITE)
  test(`combinations of four predicates on ${name} select what logic says (seed ${seed})`, async () => {
    const random = new Random(seed);
    const everything = [...(await select(space, 'true'))];
    for (let round = 0; round < 10; round++) {
      const four = Array.from({ length: 4 }, () => random.pick(expected)[1]);
      const [p1, p2, p3, p4] = four.map((predicate) => `(${predicate})`);
      const filter = `((NOT ${p1} AND ${p2}) OR (${p3} and NOT ${p4}) or not (${p1} AND ${p4}))`;
      const found = await select(space, filter);
      const [is, not] = [await all(space, four, ''), await all(space, four, 'NOT ')];
      // What is not known is neither: it selects nothing by itself.
      const isSelected = (id: string) =>
        (not[0]!.has(id) && is[1]!.has(id)) ||
        (is[2]!.has(id) && not[3]!.has(id)) ||
        not[0]!.has(id) ||
        not[3]!.has(id);
      assert.deepEqual([...found].sort(), everything.filter(isSelected).sort(), filter);
    }
  });

async function all(space: Space, predicates: readonly string[], before: string): Promise<Set<string>[]> {
  return Promise.all(predicates.map((predicate) => select(space, `${before}(${predicate})`)));
}

type Queryable = { type?: string; format?: string };
const VALUES: Record<string, string> = {
  string: "'foo'",
  boolean: 'true',
  number: '3.14',
  integer: '1',
  date: "DATE('2022-04-14')",
  'date-time': "TIMESTAMP('2022-04-14T14:48:46Z')",
};

/** What every queryable of every collection can be asked, by what its schema says of it. */
async function queryables(): Promise<{ space: Space; name: string; kind: string }[]> {
  const found = [];
  for (const [, space] of SUITE) {
    const { body } = await hub.get<{ properties: Record<string, Queryable> }>(
      `/ogc/collections/${space.id}/queryables`,
    );
    for (const [name, { type, format }] of Object.entries(body.properties)) {
      const kind = format?.startsWith('geometry-') ? 'geometry' : (format ?? type);
      assert.ok(kind !== undefined, `${name} has a type`);
      found.push({ space, name: `"${name}"`, kind });
    }
  }
  return found;
}

describe('every queryable', () => {
  test('has the type of its values', async () => {
    const kinds = new Set((await queryables()).map(({ name, kind }) => `${name} ${kind}`));
    for (const expected of ['date date', 'start date-time', 'end date-time', 'boolean boolean', 'list array'])
      assert.ok(kinds.has(`"${expected.replace(' ', '" ')}`), `${expected} in ${[...kinds].join(', ')}`);
  });

  test('compares with values, from both sides, and with itself', async () => {
    for (const { space, name, kind } of await queryables()) {
      const value = VALUES[kind];
      if (value === undefined) continue;
      for (const [left, right] of [
        [name, value],
        [value, name],
      ] as const) {
        const sets = await comparisons(space, left, right);
        assert.ok(sets['=']!.isDisjointFrom(sets['<>']!), `= and <> of ${left}, ${right}`);
        assert.ok(sets['>']!.isDisjointFrom(sets['<=']!), `> and <= of ${left}, ${right}`);
        assert.ok(sets['<']!.isDisjointFrom(sets['>=']!), `< and >= of ${left}, ${right}`);
      }
      for (const both of [name, value]) {
        const sets = await comparisons(space, both, both);
        for (const op of ['<>', '<', '>']) assert.equal(sets[op]!.size, 0, `${both} ${op} itself`);
        for (const op of ['>=', '<=']) assert.deepEqual(sets[op], sets['='], `${both} ${op} itself`);
      }
    }
  });

  test('is null or not', async () => {
    for (const { space, name } of await queryables()) {
      const [none, some] = [
        await select(space, `${name} IS NULL`),
        await select(space, `${name} is not null`),
      ];
      assert.ok(none.isDisjointFrom(some), name);
      assert.equal(none.size + some.size, (await select(space, 'true')).size, name);
    }
  });

  test('that is a text has patterns, in any case and with any accent', async () => {
    for (const { space, name, kind } of await queryables()) {
      if (kind !== 'string') continue;
      const like = (pattern: string, left = name) => select(space, `${left} LIKE ${pattern}`);
      assert.ok((await like("'_%'")).isDisjointFrom(await like("''")), name);
      assert.deepEqual(await like("'%'"), await like("'%%'"), name);
      await like("'\\%\\_'");
      const [cases, accents, both] = [`CASEI(${name})`, `ACCENTI(${name})`, `ACCENTI(CASEI(${name}))`];
      assert.deepEqual(await like("casei('foo%')", cases), await like("casei('FOO%')", cases));
      assert.deepEqual(await like("accenti('Ä%')", accents), await like("accenti('A%')", accents));
      assert.deepEqual(await like("accenti(casei('Ä%'))", both), await like("accenti(casei('a%'))", both));
      assert.deepEqual(
        await select(space, `${both} = accenti(casei('ÄÉ'))`),
        await select(space, `${both} = accenti(casei('ae'))`),
      );
    }
  });

  test('that is a list can be held against another', async () => {
    for (const [op, features] of Object.entries({ CONTAINS: 1, CONTAINEDBY: 3, EQUALS: 1, OVERLAPS: 2 }))
      assert.equal((await select(places, `A_${op}(list, ('foo','bar'))`)).size, features, op);
  });
});

async function comparisons(space: Space, left: string, right: string): Promise<Record<string, Set<string>>> {
  const ops = ['=', '<>', '<', '>', '<=', '>='];
  const sets = await Promise.all(ops.map((op) => select(space, `${left} ${op} ${right}`)));
  return Object.fromEntries(ops.map((op, i) => [op, sets[i]!]));
}

describe('geometries', () => {
  for (const op of ['S_INTERSECTS', 'S_DISJOINT'])
    for (const literal of ['POINT(90 180)', 'MULTIPOINT(7.02 49.92, 90 180)'])
      test(`${op} refuses ${literal}, which is nowhere`, async () => {
        const filter = encodeURIComponent(`${op}(geometry,${literal})`);
        assertException(await hub.get(`/ogc/collections/${rivers.id}/items?filter=${filter}`), 400, '180');
      });

  const WORLD = 'POLYGON((-180 -90,180 -90,180 90,-180 90,-180 -90))';
  for (const op of [
    ...['S_INTERSECTS', 'S_DISJOINT', 'S_EQUALS', 'S_TOUCHES'],
    ...['S_CROSSES', 'S_WITHIN', 'S_CONTAINS', 'S_OVERLAPS'],
  ])
    test(`${op} takes boxes as polygons, and every kind of geometry`, async () => {
      for (const [, space] of SUITE) {
        const [box, polygon] = [
          await select(space, `${op}(geometry,BBOX(-180,-90,180,90))`),
          await select(space, `${op}(geometry,${WORLD})`),
        ];
        assert.deepEqual(box, polygon, op);
        for (const literal of ['LINESTRING(7 50,10 51)', 'POINT(7.02 49.92)', 'MULTIPOINT(7 50,10 51)'])
          await select(space, `${op}(geometry,${literal})`);
      }
    });
});

const BOX = { bbox: [0, 40, 10, 50] };
const [NAME, POP, START] = ['name', 'pop_other', 'start'].map((property) => ({ property }));
const GEOMETRY = { property: 'geometry' };
const MINUTES = { interval: ['2022-04-16T10:13:19Z', '2022-04-16T10:15:10Z'] };
const op = (name: string, ...args: unknown[]) => ({ op: name, args });

const AS_JSON: readonly [features: number, space: Space, filter: object][] = [
  [84, countries, op('>=', { property: 'NAME' }, 'Luxembourg')],
  [10, countries, op('s_intersects', GEOMETRY, { bbox: [150, -90, -150, 90] })],
  [169, countries, op('s_disjoint', GEOMETRY, BOX)],
  [3, countries, op('s_touches', GEOMETRY, point(6.043073357781111, 50.128051662794235))],
  [44, countries, op('s_within', GEOMETRY, { bbox: [-180, -90, 0, 90] })],
  [1, countries, op('s_contains', GEOMETRY, point(7.02, 49.92))],
  [11, countries, op('s_overlaps', GEOMETRY, { bbox: [-180, -90, 0, 90] })],
  [1, places, op('s_equals', GEOMETRY, point(6.1300028, 49.6116604))],
  [1, rivers, op('s_crosses', GEOMETRY, BOX)],
  [242, places, op('<>', NAME, 'København')],
  [240, places, op('isNull', START)],
  [240, places, op('not', op('like', NAME, 'B_r%'))],
  [75, places, op('between', POP, 1_000_000, 3_000_000)],
  [3, places, op('in', POP, [1038288, 1611692, 3013258, 3013257, 3013259])],
  [1, places, op('=', op('casei', NAME), op('casei', 'KØBENHAVN'))],
  [2, places, op('like', op('accenti', NAME), op('accenti', 'Ko%'))],
  [122, places, op('>', POP, op('-', 1038290, op('div', 21, 10)))],
  [120, places, op('<', POP, op('+', 1038280, op('^', 2, 3)))],
  [122, places, op('>', POP, op('-', 1038290, op('%', 5, 2)))],
  [94, places, op('between', POP, { property: 'pop_min' }, { property: 'pop_max' })],
  [2, places, op('or', op('=', { property: 'boolean' }, true), false)],
  [1, places, op('=', { property: 'date' }, { date: '2022-04-16' })],
  [1, places, op('t_after', START, { timestamp: '2022-04-16T10:13:19Z' })],
  [1, places, op('t_metby', { interval: [START, { property: 'end' }] }, MINUTES)],
  [1, places, op('t_startedby', { interval: [START, { property: 'end' }] }, MINUTES)],
  [1, places, op('a_equals', { property: 'list' }, ['foo', 'bar'])],
];

test('predicates select the same as JSON', async () => {
  for (const [features, space, filter] of AS_JSON)
    assert.equal((await select(space, filter)).size, features, JSON.stringify(filter));
});

function point(...coordinates: number[]) {
  return { type: 'Point', coordinates };
}
