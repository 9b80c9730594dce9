import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Fault } from '@meridian/hub';
import { QueryString } from './query-string.ts';

const invalid = (message: RegExp) => (error: unknown) =>
  error instanceof Fault && error.kind === 'invalid' && message.test(error.message);

describe('a query string', () => {
  const cases: [query: string, pairs: [name: string, rawValue: string][]][] = [
    ['', []],
    ['a=1', [['a', '1']]],
    [
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a=1&&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['&&&a=1&', [['a', '1']]],
    ['a', [['a', '']]],
    ['a=', [['a', '']]],
    ['=1', [['', '1']]],
    ['a=b=c', [['a', 'b=c']]],
    ['a%20b=1', [['a b', '1']]],
    ['a+b=c+d', [['a b', 'c+d']]],
    ['%6Cimit=5', [['limit', '5']]],
    ['a=%2C,', [['a', '%2C,']]],
    ['__proto__=1', [['__proto__', '1']]],
  ];
  for (const [query, pairs] of cases)
    test(`${query || 'without anything'} is read as ${JSON.stringify(pairs)}`, () =>
      assert.deepEqual(
        new QueryString(query).pairs.map(({ name, rawValue }) => [name, rawValue]),
        pairs,
      ));

  test('is refused where a name can not be decoded', () =>
    assert.throws(
      () => new QueryString('a%ff=1'),
      invalid(/a parameter name is not valid percent-encoded UTF-8: "a%ff"/),
    ));
});

describe('a parameter that may be sent once', () => {
  const one = (query: string) => new QueryString(query).one('handle');
  test('is undefined where it is not sent', () => assert.equal(one('a=1&handles=2'), undefined));
  test('may be empty', () => assert.equal(one('handle='), ''));
  test('is decoded, and a plus is a blank', () => assert.equal(one('handle=a%2Bb+c%C3%A9'), 'a+b cé'));
  test('keeps commas, encoded or not', () => assert.equal(one('handle=a,b%2Cc'), 'a,b,c'));
  test('is refused twice', () =>
    assert.throws(() => one('handle=1&handle=1'), invalid(/^handle must be sent once, not 2 times$/)));
  test('is refused where it can not be decoded', () =>
    assert.throws(() => one('handle=%E0%A4'), invalid(/^handle is not valid percent-encoded/)));
  test('may have a second name, but not both', () => {
    const either = (query: string) => new QueryString(query).one('includeRights', 'include_rights');
    assert.equal(either('include_rights=true'), 'true');
    assert.throws(
      () => either('includeRights=true&include_rights=true'),
      invalid(/^includeRights and include_rights are the same parameter: only one of them can be sent$/),
    );
  });
});

describe('a list', () => {
  const lists: [query: string, entries: string[] | undefined][] = [
    ['', undefined],
    ['id=a', ['a']],
    ['id=a&id=b', ['a', 'b']],
    ['id=a,b', ['a', 'b']],
    ['id=a%2Cb', ['a', 'b']],
    ['id=a%2cb,c&x=1&id=d', ['a', 'b', 'c', 'd']],
    ['id=', []],
    ['id=,,a,', ['a']],
    ['id=a+b%2Bc', ['a b+c']],
    ['id=a/b%20%C3%BC', ['a/b ü']],
  ];
  for (const [query, entries] of lists)
    test(`${query || 'not sent'} has ${JSON.stringify(entries)}`, () =>
      assert.deepEqual(new QueryString(query).list('id'), entries));
});

test('a parameter is there, or it is not', () => {
  const query = new QueryString('a&b=1&b=2');
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => query.has(name)),
    [true, true, false],
  );
  assert.equal(query.all('b').length, 2);
});
