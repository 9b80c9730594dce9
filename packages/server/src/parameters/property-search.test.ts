import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Comparison, Fault, type Operand, type PropertyTest } from '@meridian/hub';
import { QueryString } from '../http/request/query-string.ts';
import { readPropertyTests } from './property-search.ts';

const read = (query: string) => readPropertyTests(new QueryString(query));

function only(query: string): PropertyTest {
  const [found, ...more] = read(query);
  assert.ok(found);
  assert.deepEqual(more, []);
  return found;
}

describe('an operator may be spelled', () => {
  const spellings: [comparison: Comparison, queries: string[]][] = [
    ['=', ['p.n=10', 'p.n%3D10', 'p%2En=10', '%70.n=10']],
    ['!=', ['p.n!=10', 'p.n%21=10', 'p.n%21%3D10', 'p.n!%3D10']],
    ['>', ['p.n>10', 'p.n%3E10', 'p.n=gt=10', 'p.n%3Dgt=10', 'p.n=gt%3D10', 'p.n%3Dgt%3D10']],
    ['>=', ['p.n>=10', 'p.n%3E=10', 'p.n%3E%3D10', 'p.n=gte=10', 'p.n%3Dgte=10', 'p.n%3Dgte%3D10']],
    ['<', ['p.n<10', 'p.n%3C10', 'p.n=lt=10', 'p.n%3Dlt=10', 'p.n%3Dlt%3D10']],
    ['<=', ['p.n<=10', 'p.n%3C=10', 'p.n%3C%3D10', 'p.n=lte=10', 'p.n%3Dlte=10', 'p.n%3Dlte%3D10']],
    ['contains', ['p.n@>10', 'p.n%40%3E10', 'p.n=cs=10', 'p.n%3Dcs=10', 'p.n%3Dcs%3D10']],
  ];
  for (const [comparison, queries] of spellings)
    for (const query of queries)
      test(query, () =>
        assert.deepEqual(only(query), { root: 'properties', path: ['n'], comparison, operands: [10] }),
      );
});

describe('the leftmost operator splits, the longest at its position', () => {
  const cases: [query: string, path: string[], comparison: Comparison, operands: Operand[]][] = [
    ['p.n==10', ['n'], '=', ['=10']],
    ['p.n=>10', ['n'], '=', ['>10']],
    ['p.n>=<10', ['n'], '>=', ['<10']],
    ['p.n=gt10', ['n'], '=', ['gt10']],
    ['p.n=a=gt=b', ['n'], '=', ['a=gt=b']],
    ['p.n>a!=b', ['n'], '>', ['a!=b']],
    ['p.n!=a=b', ['n'], '!=', ['a=b']],
    ['p.n=GT=10', ['n'], '=', ['GT=10']],
    ['p.a@b=1', ['a@b'], '=', [1]],
    ['p.a!b=1', ['a!b'], '=', [1]],
    ['p.@ns:com:here:xyz.createdAt>5', ['@ns:com:here:xyz', 'createdAt'], '>', [5]],
  ];
  for (const [query, path, comparison, operands] of cases)
    test(query, () => assert.deepEqual(only(query), { root: 'properties', path, comparison, operands }));
});

describe('a value is', () => {
  const values: [query: string, operands: Operand[]][] = [
    ['p.v=true', [true]],
    ['p.v=false', [false]],
    ['p.v=True', ['True']],
    ['p.v=null', ['null']],
    ['p.v=.null', [null]],
    ['p.v=0', [0]],
    ['p.v=-1.5', [-1.5]],
    ['p.v=1e3', [1000]],
    ['p.v=1.5E-2', [0.015]],
    ['p.v=01234', ['01234']],
    ['p.v=%2B1', ['+1']],
    ['p.v=1.', ['1.']],
    ['p.v=.5', ['.5']],
    ['p.v=0x10', ['0x10']],
    ['p.v=Infinity', ['Infinity']],
    ['p.v=NaN', ['NaN']],
    ['p.v=1_000', ['1_000']],
    ['p.v=1e', ['1e']],
    ['p.v=', ['']],
    ['p.v="5"', ['5']],
    ["p.v='true'", ['true']],
    ['p.v=%225%22', ['5']],
    ['p.v="a\'b"', ["a'b"]],
    ['p.v=""', ['']],
    ['p.v="', ['"']],
    ['p.v="open', ['"open']],
    ['p.v=".null"', ['.null']],
    ['p.v=a,b', ['a', 'b']],
    ['p.v=1,a,true,.null,"2"', [1, 'a', true, null, '2']],
    ['p.v=a%2Cb', ['a,b']],
    ['p.v=a%2Cb,c', ['a,b', 'c']],
    ['p.v=a,', ['a', '']],
    ['p.v="a%2Cb"', ['a,b']],
    ['p.v=a+b', ['a b']],
    ['p.v=a%2Bb', ['a+b']],
    ['p.v=a%20b', ['a b']],
    ['p.v=K%C3%B6ln,%E6%9D%B1%E4%BA%AC', ['Köln', '東京']],
    ['p.v={"a":1}', ['{"a":1}']],
    ['p.v=%F0%9F%9C%A8', ['🜨']],
    ['p.v=%F0%90%80%AC,%F0%90%8F%BFa', ['𐀬', '𐏿a']],
    ['p.v=\u00c3\u00a9,b', ['é', 'b']],
    ['p.v@>{"a":"%F0%90%80%AC,b"}', [{ a: '𐀬,b' }]],
    ['p.v=cs=a', ['a']],
    ['p.v=cs=1,2', [1, 2]],
    ['p.v=cs={"a":1}', [{ a: 1 }]],
    ['p.v@>{"a":1,"b":[1,2]}', [{ a: 1, b: [1, 2] }]],
    ['p.v=cs=%7B%22a%22:%22x%2Cy%22%7D', [{ a: 'x,y' }]],
    ['p.v@>{"a":1,"b":2},5,{"c":"},{"}', [{ a: 1, b: 2 }, 5, { c: '},{' }]],
  ];
  for (const [query, operands] of values)
    test(`${query} → ${JSON.stringify(operands)}`, () => assert.deepEqual(only(query).operands, operands));
});

describe('a key looks', () => {
  const keys: [query: string, root: PropertyTest['root'], path: string[]][] = [
    ['p.a=1', 'properties', ['a']],
    ['p.a.b.c=1', 'properties', ['a', 'b', 'c']],
    ['p.a%2Eb=1', 'properties', ['a', 'b']],
    ['p.a b=1', 'properties', ['a b']],
    ['p.a+b=1', 'properties', ['a b']],
    ['p.a,b=1', 'properties', ['a,b']],
    ['p.%F0%90%80%AC,b,c=1', 'properties', ['𐀬,b,c']],
    ['p.__proto__.x=1', 'properties', ['__proto__', 'x']],
    ['p.0=1', 'properties', ['0']],
    ['f.id=a', 'feature', ['id']],
    ['f.createdAt>5', 'feature', ['createdAt']],
    ['f.updatedAt<=5', 'feature', ['updatedAt']],
    ['f.geometry.type=Point', 'feature', ['geometry', 'type']],
    ['f.custom=1', 'feature', ['custom']],
  ];
  for (const [query, root, path] of keys)
    test(`${query}: at ${root} › ${path.join(' › ')}`, () => {
      const { root: found, path: way } = only(query);
      assert.deepEqual([found, way], [root, path]);
    });

  test('f.tags at normalised tags', () =>
    assert.deepEqual(only('f.tags=Caf%C3%A9,ref_A').operands, ['cafe', 'ref_A']));
});

describe('a name with an empty value, as URL builders write it,', () => {
  const cases: [query: string, comparison: Comparison, operands: Operand[]][] = [
    ['p.n%3E5=', '>', [5]],
    ['p.n>5=', '>', [5]],
    ['p.n%3C5=', '<', [5]],
    ['p.n%3E%3D5=', '>=', [5]],
    ['p.n%3C%3D5=', '<=', [5]],
    ['p.n%3Dgt%3D5=', '>', [5]],
    ['p.n%3Ea%3D=', '>', ['a=']],
    ['p.n%3E5,6=', '>', [5, 6]],
    ['p.n%3E,=', '>', ['', '']],
    // Here the last sign belongs to the operator, or to the value.
    ['p.n>=', '>=', ['']],
    ['p.n>5%3D', '>', ['5=']],
    ['p.n=gt=5=', '>', ['5=']],
    ['p.n%3D5=', '=', ['5=']],
    ['p.n%21%3D5=', '!=', ['5=']],
  ];
  for (const [query, comparison, operands] of cases)
    test(`${query} compares ${comparison} ${JSON.stringify(operands)}`, () =>
      assert.deepEqual(only(query), { root: 'properties', path: ['n'], comparison, operands }));
});

test('the case of a geometry type does not matter', () => {
  assert.deepEqual(only('f.geometry.type=point,MULTIPOLYGON,"lineString"').operands, [
    'Point',
    'MultiPolygon',
    'LineString',
  ]);
  assert.deepEqual(only('f.geometry.type!=POINT,.null,circle').operands, ['Point', null, 'circle']);
  assert.deepEqual(only('p.geometry.type=point').operands, ['point']);
});

test('several keys, and one key twice, are several tests', () => {
  const tests = read('p.n>=10&limit=5&p.n<30&f.id=x&tags=a');
  assert.deepEqual(
    tests.map(({ path, comparison }) => [path[0], comparison]),
    [
      ['n', '>='],
      ['n', '<'],
      ['id', '='],
    ],
  );
});

test('parameters without p. or f. are no tests', () =>
  assert.deepEqual(read('p=1&f=2&pn>3&force2D=true&part=1,2&P.n=1&x.p.n=1&limit=5'), []));

describe('refused is', () => {
  const refused: [query: string, message: RegExp][] = [
    ['p.n', /p\.n compares nothing: write for example p\.n=value/],
    ['p.=1', /p\. names no property/],
    ['p.a..b=1', /p\.a\.\.b names no property/],
    ['f.=1', /f\. names no property/],
    ['p.a.=1', /names no property/],
    ['p.n=1e999', /p\.n: 1e999 is too large for a number/],
    ['p.n>-1e999', /too large/],
    ['p.n=cs={"a":', /p\.n is not valid JSON/],
    ['p.n=cs={a:1}', /p\.n is not valid JSON/],
    ['p.n=%ff', /a property search is not valid percent-encoded UTF-8/],
    ['p.n=%', /not valid percent-encoded/],
  ];
  for (const [query, message] of refused)
    test(query, () =>
      assert.throws(
        () => read(query),
        (error) => error instanceof Fault && error.kind === 'invalid' && message.test(error.message),
      ),
    );
});
