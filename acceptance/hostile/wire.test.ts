import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { startHub } from '../harness/hub.ts';
import { newSpace, type Space } from '../harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_LOG_LEVEL: 'error' } });
let space: Space;
before(async () => {
  space = await newSpace(hub);
});

/** The status line that raw bytes get; empty if the server just hangs up. */
async function statusOf(bytes: string | Buffer): Promise<string> {
  return (await responseTo(bytes)).split('\r\n')[0] ?? '';
}

function responseTo(bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(hub.url);
  return new Promise((resolve) => {
    let response = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(3000, () => socket.destroy());
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1');
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(response));
  });
}

const close = () => `Host: x\r\nAuthorization: Bearer ${hub.token}\r\nConnection: close\r\n`;

const REQUESTS: [fault: string, request: () => string | Buffer][] = [
  ['a NUL in the path', () => `GET /hub/spaces/a\0b HTTP/1.1\r\n${close()}\r\n`],
  [
    'raw bytes in the path',
    () => Buffer.from(`GET /hub/spaces/\xff\xfe HTTP/1.1\r\n${close()}\r\n`, 'latin1'),
  ],
  ['a blank in the path', () => `GET /hub/spaces/a b HTTP/1.1\r\n${close()}\r\n`],
  ['no path', () => `GET HTTP/1.1\r\n${close()}\r\n`],
  ['a path without its slash', () => `GET hub/spaces HTTP/1.1\r\n${close()}\r\n`],
  ['a whole URL', () => `GET http://elsewhere.example/hub/spaces HTTP/1.1\r\n${close()}\r\n`],
  ['an asterisk', () => `OPTIONS * HTTP/1.1\r\n${close()}\r\n`],
  ['CONNECT', () => `CONNECT elsewhere.example:443 HTTP/1.1\r\n${close()}\r\n`],
  ['TRACE', () => `TRACE /hub HTTP/1.1\r\n${close()}\r\n`],
  ['an unknown method', () => `BREW /hub HTTP/1.1\r\n${close()}\r\n`],
  ['HTTP/9', () => `GET /hub HTTP/9.9\r\n${close()}\r\n`],
  ['no host', () => 'GET /hub HTTP/1.1\r\nConnection: close\r\n\r\n'],
  [
    'two lengths',
    () => `PUT /hub/spaces HTTP/1.1\r\n${close()}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
  ],
  [
    'a length and chunks',
    () =>
      `PUT /hub/spaces HTTP/1.1\r\n${close()}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['a negative length', () => `PUT /hub/spaces HTTP/1.1\r\n${close()}Content-Length: -1\r\n\r\n`],
  [
    'a bad chunk',
    () => `PUT ${space.features} HTTP/1.1\r\n${close()}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ],
  [
    'a length the body never reaches',
    () => `PUT ${space.features} HTTP/1.1\r\n${close()}Content-Length: 99\r\n\r\n{}`,
  ],
  ['a huge header', () => `GET /hub HTTP/1.1\r\n${close()}X: ${'x'.repeat(200_000)}\r\n\r\n`],
  ['a huge path', () => `GET /hub/${'x'.repeat(200_000)} HTTP/1.1\r\n${close()}\r\n`],
  ['a line break in a header', () => `GET /hub HTTP/1.1\r\n${close()}X: a\n b\r\n\r\n`],
  ['noise', () => Buffer.from([0x16, 3, 1, 0, 0xa5, 1, 0, 0, 0xa1, 3, 3])],
];

describe('a request that is hardly HTTP is refused, and the server goes on', () => {
  for (const [fault, request] of REQUESTS) {
    test(fault, async () => {
      assert.doesNotMatch(await statusOf(request()), / 5\d\d /);
      assert.equal((await hub.get('/hub')).status, 200);
    });
  }
});

test('letters that are not encoded are named as such: curl sends them as they are typed', async () => {
  const response = await responseTo(`GET ${space.path}/search?p.name=Zürich HTTP/1.1\r\n${close()}\r\n`);
  assert.match(response, /^HTTP\/1\.1 400 /);
  assert.match(response, /must be percent-encoded/);
});

const TARGETS = [
  '/hub/spaces/%',
  '/hub/spaces/%zz',
  '/hub/spaces/%ff%fe',
  '/hub/spaces/%ED%A0%80',
  '/hub/spaces/%00',
  '/hub/spaces/%2e%2e/%2e%2e/etc/passwd',
  '/hub/spaces/..%2f..%2fhub.db',
  '/../../../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '//etc/passwd',
  '/hub//////spaces',
  '/hub/spaces/;jsessionid=1',
  '/docs/../../package.json',
  '/docs/%2e%2e%2f%2e%2e%2fpackage.json',
  '/hub/spaces?%',
  '/hub/spaces?%=%',
  '/hub/spaces?=&&&==&',
  '/hub/spaces?__proto__=1&constructor=2&__proto__[a]=1',
  `/hub/spaces?${'a=1&'.repeat(2000)}`,
];

describe('an odd target is refused or found nowhere, and gives nothing away', () => {
  for (const target of TARGETS) {
    test(target.slice(0, 60), async () => {
      const response = await hub.get(target);
      assert.ok(response.status < 500, response.text);
      assert.doesNotMatch(response.text, /root:|"devDependencies"|SQLite format/);
      assert.doesNotMatch(response.text, /node_modules|\bat .*:\d+:\d+/, 'no stack traces');
    });
  }
});
