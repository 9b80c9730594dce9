import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FeatureCollection, feature, idsOf, NAMESPACE, namespaceOf } from './harness/geojson.ts';
import { sharedHub } from './harness/hub.ts';
import { newSpace, nextMillisecond } from './harness/space.ts';

const hub = await sharedHub();

const LINE = {
  type: 'LineString',
  coordinates: [
    [1, 2],
    [3, 4],
  ],
};

// One space with the property indexed and one without must answer alike.
const FEATURES = [
  feature('five', { n: 5, s: 'alpha', b: true, list: [1, 'x', true], at: { deep: { er: 'yes' } } }),
  feature(
    'ten',
    { n: 10, s: 'beta', b: false, list: ['1', 'y'], nil: null, at: { deep: 'no' } },
    { colour: 'red' },
  ),
  feature(
    'thirty',
    { n: 30.5, s: 'a,b', list: [{ k: 'v', m: 1 }, [1, 2]], nil: 0 },
    { colour: 'blue', geometry: LINE },
  ),
  feature('minus', { n: -1.5, s: 'a b', code: '01234', [NAMESPACE]: { tags: ['red', 'big'] } }),
  feature(
    'text',
    { n: '10', s: 'a+b', b: 'true', code: 1234, nil: '.null', [NAMESPACE]: { tags: ['red'] } },
    { geometry: null },
  ),
  feature('odd', { s: 'x=gt=5', 'a.b': 1, "it's": 1, 'my key': 1, größe: 1, o: { k: 'v' }, list: 'x' }),
  feature('more', { s: 'a>b', '"quoted"': 1, constructor: 'own', list: [], at: null }),
];
const ALL = FEATURES.map(({ id }) => id);
const spaces = {
  scanned: await newSpace(hub),
  indexed: await newSpace(hub, {
    searchableProperties: { n: true, s: true, b: true, nil: true, 'at.deep.er': true, list: true },
  }),
};
for (const space of Object.values(spaces)) {
  await space.load(...FEATURES.slice(0, 3));
  await nextMillisecond();
  await space.load(...FEATURES.slice(3));
}

const CASES: [string, string[]][] = [
  // each operator in each of its spellings
  ...spelled('p.n', ['=', '%3D'], '10', ['ten']),
  ...spelled('p.n', ['!=', '%21=', '!%3D', '%21%3D'], '10', ['five', 'thirty', 'minus', 'text']),
  ...spelled('p.n', ['>', '%3E', '=gt=', '%3Dgt=', '%3Dgt%3D', '=gt%3D'], '10', ['thirty']),
  ...spelled('p.n', ['>=', '%3E=', '%3E%3D', '>%3D', '=gte=', '%3Dgte=', '%3Dgte%3D'], '10', [
    'ten',
    'thirty',
  ]),
  ...spelled('p.n', ['<', '%3C', '=lt=', '%3Dlt=', '%3Dlt%3D'], '10', ['five', 'minus']),
  ...spelled('p.n', ['<=', '%3C=', '%3C%3D', '<%3D', '=lte=', '%3Dlte=', '%3Dlte%3D'], '10', [
    'five',
    'ten',
    'minus',
  ]),
  ...spelled('p.list', ['@>', '%40>', '@%3E', '%40%3E', '=cs=', '%3Dcs=', '%3Dcs%3D'], 'y', ['ten']),

  // the type of a value; comparison is type-strict
  ['p.n=10.0', ['ten']],
  ['p.n=1e1', ['ten']],
  ['p.n=-1.5', ['minus']],
  ['p.n=30.5', ['thirty']],
  ['p.n="10"', ['text']],
  ['p.n=%2210%22', ['text']],
  ["p.n='10'", ['text']],
  ['p.n=%2710%27', ['text']],
  ['p.code=01234', ['minus']],
  ['p.code=1234', ['text']],
  ['p.b=true', ['five']],
  ['p.b=false', ['ten']],
  ['p.b="true"', ['text']],
  ['p.b=True', []],
  ['p.s=alpha', ['five']],
  ['p.s="alpha"', ['five']],
  ['p.s=ALPHA', []],
  ['p.s=alph', []],
  ['p.s=10', []],
  ['p.n=ten', []],

  // blank, plus and comma
  ['p.s=a+b', ['minus']],
  ['p.s=a%20b', ['minus']],
  ['p.s=a%2Bb', ['text']],
  ['p.s=a%2Cb', ['thirty']],
  ['p.s=a,b', []],

  // OR within a value, AND between parameters
  ['p.n=5,10', ['five', 'ten']],
  ['p.n=5,"10"', ['five', 'text']],
  ['p.s=alpha,a%2Cb', ['five', 'thirty']],
  ['p.n!=5,10', ['thirty', 'minus', 'text']],
  ['p.n>=10&p.n<30', ['ten']],
  ['p.n=gte=5&p.n=lte=10', ['five', 'ten']],
  ['p.n>=5&p.s=beta', ['ten']],
  ['p.n=5&p.n=10', []],
  ['p.n=5&p.s=beta', []],
  ['p.s!=alpha&p.s!=beta&p.n!=.null', ['thirty', 'minus', 'text']],

  // null and absent
  ['p.nil=.null', ['five', 'ten', 'minus', 'odd', 'more']],
  ['p.nil!=.null', ['thirty', 'text']],
  ['p.nil=".null"', ['text']],
  ['p.nil=0', ['thirty']],
  ['p.nobody=.null', ALL],
  ['p.nobody!=.null', []],
  ['p.nobody!=5', []],
  ['p.nobody=5', []],
  ['p.nobody>5', []],

  // != is true for another type
  ['p.b!=true', ['ten', 'text']],
  ['p.code!=1234', ['minus']],

  // text is ordered by code point
  ['p.s>alpha', ['ten', 'odd']],
  ['p.s>=alpha', ['five', 'ten', 'odd']],
  ['p.s<alpha', ['thirty', 'minus', 'text', 'more']],
  ['p.n>"1"', ['text']],
  ['p.n>a', []],

  // paths descend, are own members, and are never evaluated
  ['p.at.deep.er=yes', ['five']],
  ['p.at.deep=no', ['ten']],
  ['p.at.deep.er!=.null', ['five']],
  ['p.at.deep.er=.null', ['ten', 'thirty', 'minus', 'text', 'odd', 'more']],
  ['p.a.b=1', []],
  ['p.list.0=1', []],
  ['p.list.length=3', []],
  ['p.s.length=5', []],
  ["p.it's=1", ['odd']],
  ['p.my%20key=1', ['odd']],
  ['p.my+key=1', ['odd']],
  ['p.gr%C3%B6%C3%9Fe=1', ['odd']],
  ['p."quoted"=1', ['more']],
  ['p.constructor=own', ['more']],
  ['p.constructor!=.null', ['more']],
  ['p.__proto__!=.null', []],
  ['p.toString!=.null', []],
  ["p.n'%20OR%201%20--=1", []],
  ["p.n=1'%20OR%20'1'='1", []],
  ['p.$.n=5', []],
  ['p.n[0]=5', []],
  ['p.%00=5', []],

  // =cs= : a list that contains the scalar, or an object that matches
  ['p.list=cs=x', ['five']],
  ['p.list=cs=1', ['five']],
  ['p.list=cs="1"', ['ten']],
  ['p.list=cs=true', ['five']],
  ['p.list@>x,y', ['five', 'ten']],
  ['p.list=cs={"k":"v"}', ['thirty']],
  ['p.list=cs=%7B%22k%22%3A%22v%22%2C%22m%22%3A1%7D', ['thirty']],
  ['p.list=cs={"k":"w"}', []],
  ['p.list=cs=none', []],
  ['p.nobody=cs=x', []],

  // the leftmost operator splits
  ['p.s=x=gt=5', ['odd']],
  ['p.s=a>b', ['more']],
  ['p.s=a%3Eb', ['more']],

  // a name with an empty value, as URL builders write it
  ['p.n%3E10=', ['thirty']],
  ['p.n%3E%3D10=', ['ten', 'thirty']],
  ['p.n%3C10=', ['five', 'minus']],
  ['p.n%3C%3D10=', ['five', 'ten', 'minus']],
  ['p.s%3Ealpha=', ['ten', 'odd']],

  // f. addresses the feature itself
  ['f.id=five', ['five']],
  ['f.id=five,ten', ['five', 'ten']],
  ['f.id!=five', ALL.slice(1)],
  ['f.id=none', []],
  ['f.geometry.type=LineString', ['thirty']],
  ['f.geometry.type!=Point', ['thirty']],
  ['f.geometry.type=Point,LineString', ['five', 'ten', 'thirty', 'minus', 'odd', 'more']],
  ['f.geometry.type=linestring', ['thirty']],
  ['f.geometry.type=POINT', ['five', 'ten', 'minus', 'odd', 'more']],
  ['f.geometry.type=point,lineString', ['five', 'ten', 'thirty', 'minus', 'odd', 'more']],
  ['f.geometry.type!=point', ['thirty']],
  ['f.geometry.type=pointed', []],
  ['f.tags=red', ['minus', 'text']],
  ['f.tags=big', ['minus']],
  ['f.tags=big,red', ['minus', 'text']],
  ['f.tags=none', []],
  ['f.colour=red', ['ten']],
  ['f.colour!=red', ['thirty']],
  ['f.colour=.null', ['five', 'minus', 'text', 'odd', 'more']],
  ['f.n=5', []],
  ['f.colour=red&p.n=10', ['ten']],

  // what is no filter
  ['n=10', ALL],
  ['colour=red', ALL],
  ['properties.n=10', ALL],
  ['px.n=10', ALL],
  ['clientId=me&p.n=10', ['ten']],
  ['p.n=10&&f.id=ten', ['ten']],
  ['&p.n=10&', ['ten']],

  // together with tags
  ['tags=red&p.n=-1.5', ['minus']],
  ['tags=red&p.n=10', []],
];

function spelled(key: string, operators: string[], value: string, ids: string[]): [string, string[]][] {
  return operators.map((operator) => [`${key}${operator}${value}`, ids]);
}

for (const [kind, space] of Object.entries(spaces)) {
  describe(`property search, ${kind}`, () => {
    for (const [query, ids] of CASES) {
      test(query, async () => {
        assert.deepEqual(await space.search(query), ids, 'search');
        const page = await hub.get<FeatureCollection>(`${space.path}/iterate?${query}`);
        assert.deepEqual(idsOf(page.body), ids, 'iterate');
        const counted = await hub.get(`${space.path}/count?${query}`);
        assert.deepEqual(counted.body, { type: 'CountResponse', count: ids.length, estimated: false });
      });
    }

    test('f.createdAt and f.updatedAt are compared as numbers', async () => {
      const { createdAt } = namespaceOf(await space.read('minus'));
      for (const name of ['f.createdAt', 'f.updatedAt']) {
        assert.deepEqual(await space.search(`${name}=${createdAt}`), ALL.slice(3));
        assert.deepEqual(await space.search(`${name}<${createdAt}`), ALL.slice(0, 3));
        assert.deepEqual(await space.search(`${name}=gte=${createdAt}`), ALL.slice(3));
        assert.deepEqual(await space.search(`${name}>${createdAt}`), []);
      }
    });
  });
}

describe('text beyond the basic plane', async () => {
  const space = await newSpace(hub);
  await space.load(feature('private', { s: '\uFFFD' }), feature('emoji', { s: '😀' }));

  test('is ordered by code point, not by UTF-16 unit', async () => {
    assert.deepEqual(await space.search(`p.s>${encodeURIComponent('\uFFFD')}`), ['emoji']);
    assert.deepEqual(await space.search(`p.s<${encodeURIComponent('😀')}`), ['private']);
  });
});

test('a property is found by what it is now', async () => {
  const space = await newSpace(hub, { searchableProperties: { n: true } });
  await space.load(feature('a', { n: 1 }));
  await space.load(feature('a', { n: 2 }));
  assert.deepEqual(await space.search('p.n=1'), []);
  assert.deepEqual(await space.search('p.n=2'), ['a']);
});
