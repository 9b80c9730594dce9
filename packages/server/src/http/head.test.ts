import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, test } from 'node:test';
import type { Headers } from './answer.ts';
import { writeHead } from './head.ts';

const PLAIN: Headers = { 'Content-Type': 'text/plain', ETag: '"a-1"', 'Content-Length': '4' };
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** Everything that comes back on a connection until it ends. */
async function exchange(listener: RequestListener, text: string): Promise<string> {
  const server = createServer({ keepAliveTimeout: 0 }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (piece) => {
    received += piece;
  });
  socket.write(text);
  await once(socket, 'close');
  server.close();
  return received.replaceAll(/Date: [^\r]+/g, 'Date: …');
}

const answering =
  (write: (response: ServerResponse, headers: Headers) => void, headers: Headers): RequestListener =>
  (request, response) => {
    write(response, { ...headers });
    if (request.method === 'HEAD') response.end();
    else response.end('good');
  };
const byUs = (status: number) => (response: ServerResponse, headers: Headers) =>
  writeHead(response, status, headers);
const byNode = (status: number) => (response: ServerResponse, headers: Headers) => {
  response.writeHead(status, headers);
};

const same: [what: string, text: string, status: number, headers: Headers][] = [
  ['one request after the other', GET + LAST, 200, PLAIN],
  ['more at once than are answered', GET + GET + GET + LAST, 200, PLAIN],
  ['a HEAD', `${GET.replace('GET', 'HEAD')}${LAST}`, 200, PLAIN],
  ['an old client', 'GET / HTTP/1.0\r\n\r\n', 200, PLAIN],
  ['an old client that stays', `GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${LAST}`, 200, PLAIN],
  ['an answer that ends the connection', GET, 200, { ...PLAIN, Connection: 'close' }],
  ['an answer of unknown length', GET + LAST, 200, { 'Content-Type': 'text/plain' }],
  ['an answer that is no success', GET + LAST, 404, PLAIN],
  ['a value beyond ASCII', GET + LAST, 200, { ...PLAIN, 'X-Name': 'Zürich' }],
];

describe('what is written by hand is what node:http writes', () => {
  for (const [what, text, status, headers] of same)
    test(what, async () => {
      const ours = await exchange(answering(byUs(status), headers), text);
      assert.equal(ours, await exchange(answering(byNode(status), headers), text));
      assert.match(ours, /Date: …/);
    });
});

test('a value that would begin another header is refused', async () => {
  const listener: RequestListener = (_request, response) => {
    assert.throws(() => writeHead(response, 200, { ...PLAIN, 'X-Name': 'a\r\nSet-Cookie: b=c' }), {
      code: 'ERR_INVALID_CHAR',
    });
    response.end();
  };
  assert.doesNotMatch(await exchange(listener, LAST), /Set-Cookie/);
});

test('the date is that of now', async () => {
  const server = createServer(answering(byUs(200), PLAIN)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (let i = 0; i < 3; i++) {
    const date = Date.parse((await fetch(url)).headers.get('date')!);
    assert.ok(Math.abs(Date.now() - date) < 3000);
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  server.closeAllConnections();
  server.close();
});
