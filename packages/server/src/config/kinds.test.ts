import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  choice,
  duration,
  type Kind,
  origins,
  ownOrigins,
  proxies,
  size,
  text,
  url,
  wholeNumber,
} from './kinds.ts';

type Reader = Pick<Kind<unknown>, 'read'>;

const line = text('<text>', 'a text');
const level = choice(['info', 'warn']);

const read: [name: string, kind: Reader, text: string, value: unknown][] = [
  ['a plain number', wholeNumber, '8080', 8080],
  ['zero', wholeNumber, '0', 0],
  ['bytes without suffix', size, '33554432', 33554432],
  ['KiB as k', size, '64k', 65536],
  ['KiB in full', size, '64KiB', 65536],
  ['MiB as M', size, '32M', 33554432],
  ['MiB in lower case', size, '32m', 33554432],
  ['GiB as G', size, '2G', 2147483648],
  ['milliseconds without suffix', duration, '1500', 1500],
  ['milliseconds with suffix', duration, '1500ms', 1500],
  ['seconds', duration, '30s', 30_000],
  ['minutes', duration, '2m', 120_000],
  ['a choice', level, 'warn', 'warn'],
  ['any origin', origins, '*', ['*']],
  ['named origins', ownOrigins, 'https://a.org,http://b.org:81', ['https://a.org', 'http://b.org:81']],
  [
    'origins with blanks between them',
    origins,
    'https://a.org, http://b.org:81',
    ['https://a.org', 'http://b.org:81'],
  ],
  ['a URL, without the slash at its end', url, 'https://hub.example.org/', 'https://hub.example.org'],
  ['a URL with a path', url, 'https://example.org/hub', 'https://example.org/hub'],
  ['no proxies', proxies, 'off', false],
  ['a number of proxies', proxies, '2', 2],
  ['networks of proxies', proxies, '10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
];

for (const [name, kind, given, value] of read)
  test(`${name} is read: ${given}`, () => assert.deepEqual(kind.read(given), { value }));

const refused: [name: string, kind: Reader, text: string][] = [
  ['a fraction', wholeNumber, '1.5'],
  ['a sign', wholeNumber, '-1'],
  ['an exponent', wholeNumber, '1e3'],
  ['another base', wholeNumber, '0x10'],
  ['blanks', wholeNumber, ' 1'],
  ['more than a number holds exactly', wholeNumber, '9007199254740993'],
  ['a size in decimal units', size, '32MB'],
  ['a unit without its prefix', size, '32iB'],
  ['a size too large to count', size, '99999999999G'],
  ['hours', duration, '1h'],
  ['a duration in upper case, which could mean months', duration, '5M'],
  ['an option that does not exist', level, 'loud'],
  ['an option in upper case', level, 'INFO'],
  ['an origin with a path', origins, 'https://a.org/maps'],
  ['an origin without scheme', origins, 'a.org'],
  ['an empty entry of a list', origins, 'https://a.org,'],
  ['any origin where they must be named', ownOrigins, '*'],
  ['an origin that would end a policy', ownOrigins, 'https://a.org; script-src *'],
  ['a URL that is none', url, 'hub.example.org'],
  ['a URL of another scheme', url, 'ftp://hub.example.org'],
  ['a URL with a query', url, 'https://hub.example.org/?a=1'],
  ['a URL with a password', url, 'https://me:secret@hub.example.org'],
  ['a proxy by name', proxies, 'proxy.example.org'],
  ['a network too narrow', proxies, '10.0.0.0/33'],
  ['a network without its prefix', proxies, '10.0.0.0/'],
  ['an empty text', line, ''],
  ['a text with a control character', line, 'a\u001b[2Jb'],
];

for (const [name, kind, given] of refused)
  test(`${name} is refused: ${JSON.stringify(given)}`, () => assert.equal(kind.read(given), undefined));
