import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFromOwnPage } from './own-page.ts';

const own = { publicUrl: 'https://hub.example.org/base', corsOrigins: ['*', 'https://studio.example.org'] };
const host = '10.0.0.5:8080';

const CASES: [string, Record<string, string>, boolean][] = [
  ['a script without a word', {}, true],
  ['same-origin', { 'sec-fetch-site': 'same-origin', origin: 'https://hub.example.org' }, true],
  ['typed into the address bar', { 'sec-fetch-site': 'none' }, true],
  ['the public address behind a proxy', { origin: 'https://hub.example.org' }, true],
  ['a listed origin', { 'sec-fetch-site': 'same-site', origin: 'https://studio.example.org' }, true],
  ['the host it was sent to', { origin: 'http://10.0.0.5:8080' }, true],
  ['a referer of the public address', { referer: 'https://hub.example.org/base/sign-in' }, true],
  ['cross-site', { 'sec-fetch-site': 'cross-site' }, false],
  ['same-site', { 'sec-fetch-site': 'same-site' }, false],
  ['another origin', { origin: 'https://evil.example' }, false],
  ['any origin, which * lets read but not act', { origin: '*' }, false],
  ['no origin to speak of', { origin: 'null' }, false],
  ['another port', { origin: 'http://10.0.0.5' }, false],
  ['a name that ends alike', { origin: 'https://evil-hub.example.org' }, false],
  ['the host it was sent to under another scheme', { origin: 'https://10.0.0.5:8080' }, false],
  ['a referer that is no address', { referer: 'nonsense' }, false],
  [
    'an own referer under a foreign origin',
    { origin: 'https://evil.example', referer: 'http://10.0.0.5:8080/' },
    false,
  ],
];

describe('a request may come from a page of ours', () => {
  for (const [name, headers, expected] of CASES)
    test(`${expected ? 'if' : 'but not if'} it is ${name}`, () => {
      assert.equal(isFromOwnPage({ host, ...headers }, false, own), expected);
    });
});

test('over an encrypted connection the own page has https, and http is another origin', () => {
  assert.equal(isFromOwnPage({ host, origin: 'https://10.0.0.5:8080' }, true, own), true);
  assert.equal(isFromOwnPage({ host, origin: 'http://10.0.0.5:8080' }, true, own), false);
});
