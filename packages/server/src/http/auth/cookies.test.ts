import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearSessionCookies, readCookies, setCookie } from './cookies.ts';

const CASES: [string, string | undefined, string[]][] = [
  ['none', undefined, []],
  ['one', 'a=1', ['1']],
  ['some others', 'b=2; a=1; c=3', ['1']],
  ['several of that name', 'a=1; a=2', ['1', '2']],
  ['= in the value', 'a=1=2==', ['1=2==']],
  ['quotes', 'a="1"', ['1']],
  ['no blanks', 'b=2;a=1', ['1']],
  ['an empty one', 'a=; a', []],
  ['a name that starts alike', 'aa=1; a.sig=2; A=3', []],
];
for (const [name, cookie, expected] of CASES)
  test(`a header with ${name} gives ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(readCookies(cookie === undefined ? {} : { cookie }, 'a'), expected);
  });

test('a cookie is out of reach of scripts and other sites, and of plain HTTP where there is TLS', () => {
  assert.equal(setCookie('a', '1', { basePath: '', isSecure: false }), 'a=1; Path=/; HttpOnly; SameSite=Lax');
  assert.equal(
    setCookie('a', '1', { basePath: '/geo', isSecure: true, maxAgeSeconds: 60 }),
    'a=1; Path=/geo/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
  );
  for (const cookie of clearSessionCookies({ basePath: '', isSecure: false }))
    assert.match(cookie, /^here_\w+=; .*; Max-Age=0$/);
});
