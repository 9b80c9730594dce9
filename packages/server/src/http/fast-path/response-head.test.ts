import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, test } from 'node:test';
import type { Headers } from '../response/response.ts';
import { isPlain, responseHead } from './response-head.ts';

const PLAIN: Headers = { 'Content-Type': 'text/plain', ETag: '"a-1"', 'Content-Length': '0' };

/** The head that node:http writes on a connection that stays open. */
async function headByNode(status: number, headers: Headers): Promise<string> {
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => {
    response.writeHead(status, headers).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [head] = (await once(socket, 'data')) as [string];
  socket.destroy();
  server.close();
  return head;
}

const withoutDate = (head: string) => head.replace(/Date: [^\r]+/, 'Date: …');

describe('a head is what node:http writes', () => {
  const heads: [status: number, headers: Headers][] = [
    [200, PLAIN],
    [200, { ...PLAIN, 'X-Empty': '', 'X-Tab': 'a\tb' }],
    [404, PLAIN],
    [503, { ...PLAIN, 'Retry-After': '1' }],
    [304, { ETag: '"a-1"', 'Cache-Control': 'private, no-cache' }],
  ];
  for (const [status, headers] of heads)
    test(`${status} with ${Object.keys(headers).join(', ')}`, async () => {
      assert.ok(isPlain(status, headers));
      const head = responseHead(status, headers);
      assert.equal(withoutDate(head), withoutDate(await headByNode(status, { ...headers })));
      assert.match(head, /\r\nDate: \w{3}, /);
    });
});

describe('not plain, and for node:http to send', () => {
  const responses: [what: string, status: number, headers: Headers][] = [
    ['a response that is none yet', 102, PLAIN],
    ['a response that ends the connection', 200, { ...PLAIN, Connection: 'close' }],
    ['a value beyond ASCII', 200, { ...PLAIN, 'X-Name': 'Zürich' }],
    ['a value that would begin another header', 200, { ...PLAIN, 'X-Name': 'a\r\nSet-Cookie: b=c' }],
  ];
  for (const [what, status, headers] of responses)
    test(what, () => assert.equal(isPlain(status, headers), false));
});

test('the date is that of the moment', () => {
  const start = Date.UTC(2026, 0, 31, 23, 59, 59);
  const dateAt = (now: number) => /Date: ([^\r]+)/.exec(responseHead(200, PLAIN, now))?.[1];
  assert.equal(dateAt(start), 'Sat, 31 Jan 2026 23:59:59 GMT');
  assert.equal(dateAt(start + 999), 'Sat, 31 Jan 2026 23:59:59 GMT');
  assert.equal(dateAt(start + 1000), 'Sun, 01 Feb 2026 00:00:00 GMT');
});
