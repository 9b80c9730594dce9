import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { randomCases } from '../../../../../testing/effort.ts';
import { RequestParser } from './request-parser.ts';

const MAX_BYTES = 4096;

const parse = (text: string, parser = new RequestParser(new Socket(), MAX_BYTES)) =>
  parser.parse(Buffer.from(text, 'latin1'));

test('a plain request is parsed', () => {
  const request = parse('GET /a/b?c=%20d HTTP/1.1\r\nHost: x:8080\r\nX-Empty:\r\nAccept:\t a, b \t\r\n\r\n')!;
  assert.equal(request.method, 'GET');
  assert.equal(request.url, '/a/b?c=%20d');
  assert.deepEqual(request.headers, { host: 'x:8080', 'x-empty': '', accept: 'a, b' });
});

test('the headers of the latest request do not stick', () => {
  const parser = new RequestParser(new Socket(), MAX_BYTES);
  const ask = (path: string, ...headers: string[]) =>
    parse(`GET ${path} HTTP/1.1\r\n${['Host: x', ...headers].join('\r\n')}\r\n\r\n`, parser);
  assert.deepEqual(ask('/1', 'Authorization: Bearer a')?.headers, { host: 'x', authorization: 'Bearer a' });
  assert.deepEqual(ask('/2', 'Authorization: Bearer a')?.headers, { host: 'x', authorization: 'Bearer a' });
  assert.deepEqual(ask('/3', 'Authorization: Bearer b')?.headers, { host: 'x', authorization: 'Bearer b' });
  assert.equal(ask('/4', 'Content-Length: 3'), undefined);
  assert.equal(ask('/5', 'Content-Length: 3'), undefined);
  assert.deepEqual(ask('/6')?.headers, { host: 'x' });
});

const LINE = 'GET / HTTP/1.1\r\n';
const left: [what: string, text: string][] = [
  ['another method', 'POST / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a method in small letters', 'get / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a HEAD', 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an old version', 'GET / HTTP/1.0\r\nHost: x\r\n\r\n'],
  ['no version', 'GET /\r\nHost: x\r\n\r\n'],
  ['a whole URL', 'GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a blank in the URL', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a letter beyond ASCII in the URL', 'GET /ü HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a fragment', 'GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['no host', `${LINE}Accept: a\r\n\r\n`],
  ['no headers', `${LINE}\r\n`],
  ['two hosts', `${LINE}Host: x\r\nHost: y\r\n\r\n`],
  ['a header twice', `${LINE}Host: x\r\nAccept: a\r\naccept: b\r\n\r\n`],
  ['a name of every object', `${LINE}Host: x\r\n__proto__: a\r\n\r\n`],
  ['a folded header', `${LINE}Host: x\r\nAccept: a\r\n b\r\n\r\n`],
  ['a blank before the colon', `${LINE}Host: x\r\nAccept : a\r\n\r\n`],
  ['a lonely line feed', `${LINE}Host: x\r\nAccept: a\nb: c\r\n\r\n`],
  ['a lonely carriage return', `${LINE}Host: x\r\nAccept: a\rb: c\r\n\r\n`],
  ['a NUL', `${LINE}Host: x\r\nAccept: a\0\r\n\r\n`],
  ['a value beyond ASCII', `${LINE}Host: x\r\nX-Name: Zürich\r\n\r\n`],
  ['the announcement of a body', `${LINE}Host: x\r\nContent-Length: 0\r\n\r\n`],
  ['a body in pieces', `${LINE}Host: x\r\nTransfer-Encoding: chunked\r\n\r\n`],
  ['a last request', `${LINE}Host: x\r\nConnection: close\r\n\r\n`],
  ['another protocol', `${LINE}Host: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n`],
  ['a question before the body', `${LINE}Host: x\r\nExpect: 100-continue\r\n\r\n`],
  ['two requests', `${LINE}Host: x\r\n\r\n${LINE}Host: x\r\n\r\n`],
  ['a request and a half', `${LINE}Host: x\r\n\r\nGET / HT`],
  ['half a request', `${LINE}Host: x\r\n`],
  ['half a line', 'GET / HT'],
  ['an empty line before it', `\r\n${LINE}Host: x\r\n\r\n`],
  ['a long request', `${LINE}Host: x\r\nX-Long: ${'a'.repeat(MAX_BYTES)}\r\n\r\n`],
];

describe('left to node:http', () => {
  for (const [what, text] of left) test(what, () => assert.equal(parse(text), undefined));
});

describe('what is parsed is what node:http parses', () => {
  let seen: (request: IncomingMessage | undefined) => void = () => undefined;
  const server = createServer((request, response) => {
    seen(request);
    response.end();
  });
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    // Not for what is left of the request before.
    if (code?.startsWith('HPE_')) seen(undefined);
    socket.destroy();
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  async function readByNode(text: string): Promise<IncomingMessage | undefined> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const request = new Promise<IncomingMessage | undefined>((resolve) => {
      seen = resolve;
    });
    socket.write(text, 'latin1');
    const result = await request;
    socket.destroy();
    return result;
  }

  const piece = fc.oneof(
    fc.constantFrom('Host', 'X-A', 'accept', 'Connection', 'keep-alive', 'Keep-Alive', ':', ' ', '\t'),
    fc.constantFrom(
      '\r\n',
      '\r\n',
      'Host: x',
      'Range: bytes=0-1',
      'Cookie: a=b; c=d',
      'Vary',
      ', ',
      '"',
      '\\',
    ),
    fc.string({ maxLength: 5 }),
  );
  const name = fc.oneof(
    fc.constantFrom('Accept', 'accept-encoding', 'If-None-Match', 'X-1', 'Cookie', 'set-cookie', 'Age', 'TE'),
    fc.string({ minLength: 1, maxLength: 6 }),
  );
  const header = fc
    .tuple(name, fc.constantFrom('', ' ', '\t', '  '), fc.string({ maxLength: 12 }))
    .map(([key, blank, value]) => `${key}:${blank}${value}`);
  const headers = fc.array(fc.oneof({ weight: 4, arbitrary: header }, piece), { maxLength: 5 });
  const path = fc.oneof(
    fc.webPath(),
    fc.string({ maxLength: 10 }).map((text) => `/${text}`),
  );

  test('for requests of any kind', async () => {
    let plain = 0;
    await fc.assert(
      fc.asyncProperty(path, headers, async (url, lines) => {
        const text = `GET ${url} HTTP/1.1\r\n${['Host: x', ...lines].join('\r\n')}\r\n\r\n`;
        const ours = parse(text);
        if (!ours) return;
        plain++;
        const theirs = await readByNode(text);
        assert.ok(theirs, 'node:http refuses it');
        assert.equal(ours.url, theirs.url);
        assert.deepEqual(ours.headers, { ...theirs.headers });
      }),
      { numRuns: randomCases(1000) },
    );
    assert.ok(plain > randomCases(100), `only ${plain} were plain`);
  });
});
