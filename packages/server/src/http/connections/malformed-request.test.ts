import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, test } from 'node:test';
import { MalformedRequests } from './malformed-request.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const CLOSING = 'GET / HTTP/1.0\r\nHost: x\r\n\r\n';
const MALFORMED = 'NONSENSE\r\n\r\n';
const MALFORMED_BODY = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnot a length\r\n';

const malformed = new MalformedRequests();
let respond: (request: IncomingMessage, outgoing: ServerResponse) => void;
/** Called when the server has heard of malformed bytes. */
let heard: () => void = () => undefined;
const server = createServer((request, outgoing) => {
  malformed.note(outgoing);
  respond(request, outgoing);
});
server.on('clientError', (error, socket) => {
  malformed.refuse(error, socket);
  heard();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());

/** All that comes back for these bytes. */
async function receive(bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('latin1');
  socket.write(bytes);
  let received = '';
  for await (const text of socket) received += text;
  return received;
}

const statuses = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

test('malformed bytes are refused after the response to the request before them', async () => {
  respond = (_request, outgoing) => {
    heard = () => outgoing.end('late');
  };
  const received = await receive(GET + MALFORMED);
  assert.deepEqual(statuses(received), ['200', '400']);
  assert.ok(received.indexOf('late') < received.indexOf('400'), received);
});

test('they never come into a response that is being sent', async () => {
  respond = (_request, outgoing) => {
    outgoing.write('begun ');
    heard = () => outgoing.end('and ended');
  };
  const received = await receive(GET + MALFORMED);
  assert.match(received, /begun (\r\n9\r\n)?and ended\r\n0\r\n\r\nHTTP\/1\.1 400/);
});

test('nothing follows a response that was announced as the last', async () => {
  respond = (_request, outgoing) => {
    outgoing.setHeader('Content-Length', 4);
    outgoing.write('last');
    heard = () => outgoing.end();
  };
  const received = await receive(CLOSING + MALFORMED);
  assert.deepEqual(statuses(received), ['200']);
  assert.match(received, /last$/);
});

test('a malformed body is refused once, in place of the response to its request', async () => {
  respond = (request) => request.resume();
  heard = () => undefined;
  assert.deepEqual(statuses(await receive(MALFORMED_BODY + MALFORMED)), ['400']);
});

test('a malformed body of a request whose response has begun ends the connection', async () => {
  respond = (_request, outgoing) => outgoing.write('begun');
  heard = () => undefined;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    if (!received) socket.write('not a length\r\n');
    received += text;
  });
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  await once(socket, 'close');
  assert.deepEqual(statuses(received), ['200']);
});
