import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { Fault, hashSecret } from '@meridian/hub';
import { QueryString } from '../request/query-string.ts';
import { readSecret, ShownSecrets } from './credentials.ts';

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

const cases: [what: string, authorization: string | undefined, query: string, secret: string | undefined][] =
  [
    ['nothing', undefined, '', undefined],
    ['a bearer token', 'Bearer abc-DEF_123', '', 'abc-DEF_123'],
    ['a bearer token, whatever the case of the word', 'bEARER abc', '', 'abc'],
    ['a bearer token behind more blanks', 'Bearer   abc ', '', 'abc'],
    ['access_token', undefined, 'access_token=abc', 'abc'],
    ['access_token with escapes', undefined, 'access_token=a%2Bb%2F', 'a+b/'],
    ['both: the header counts', 'Bearer header', 'access_token=query', 'header'],
    ['the password of basic credentials', basic('user:abc'), '', 'abc'],
    ['basic credentials without a user', basic(':abc'), '', 'abc'],
    ['a password with colons', basic('user:a:b'), '', 'a:b'],
    ['the user of basic credentials without a password', basic('abc:'), '', 'abc'],
    ['basic credentials of nobody', basic(':'), '', ''],
    ['another scheme', 'Digest abc', '', undefined],
    ['another scheme beside access_token', 'Digest abc', 'access_token=query', undefined],
    ['a word only', 'Bearer', '', undefined],
    ['an empty header', '', '', undefined],
    ['a bare token', 'abc', '', undefined],
  ];

for (const [what, authorization, query, secret] of cases)
  test(`a request with ${what} carries ${secret === undefined ? 'no token' : JSON.stringify(secret)}`, () =>
    assert.equal(
      readSecret(authorization === undefined ? {} : { authorization }, new QueryString(query)),
      secret,
    ));

test('two access tokens are refused', () =>
  assert.throws(
    () => readSecret({}, new QueryString('access_token=a&access_token=b')),
    (error) => error instanceof Fault && error.kind === 'invalid',
  ));

test('a secret has its own hash, whatever the connection has shown before', () => {
  const shown = new ShownSecrets();
  const [socket, other] = [new Socket(), new Socket()];
  for (const [secret, on] of [
    ['a', socket],
    ['a', socket],
    ['b', socket],
    ['a', other],
    ['a', socket],
    ['', socket],
  ] as const)
    assert.equal(shown.hash(secret, on), hashSecret(secret));
});
