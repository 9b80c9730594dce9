import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startHub } from './harness/hub.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub();

async function opened(): Promise<Socket> {
  const { hostname, port } = new URL(hub.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Reads until the text of all responses so far matches. */
async function readUntil(socket: Socket, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (pattern.test(text)) return text;
  }
  assert.fail(`the connection ended after ${JSON.stringify(text)}`);
}

describe('a refusal that is certain before the body has come', () => {
  const cases: [what: string, head: (path: string) => string, status: RegExp][] = [
    ['for its token', (path) => `PUT ${path} HTTP/1.1\r\nAuthorization: Bearer none\r\n`, /^HTTP\/1\.1 401/],
    [
      'for its space',
      () => `PUT /hub/spaces/none/features HTTP/1.1\r\nAuthorization: Bearer ${hub.token}\r\n`,
      /^HTTP\/1\.1 404/,
    ],
  ];
  for (const [what, head, status] of cases)
    test(`${what} lets the client send on, and the connection serves the next request`, async () => {
      const space = await newSpace(hub);
      const body = Buffer.alloc(1_000_000, ' ');
      const socket = await opened();
      socket.write(`${head(space.features)}Host: x\r\nContent-Length: ${body.length}\r\n\r\n`);
      // Whoever closes at once has done so by now.
      await pause(300);
      socket.write(body);
      const refusal = await readUntil(socket, /\r\n\r\n\{.*\}/s);
      assert.match(refusal, status);
      assert.doesNotMatch(refusal, /^connection: close/im);
      socket.write('GET /hub HTTP/1.1\r\nHost: x\r\n\r\n');
      assert.match(await readUntil(socket, /\r\n\r\n\{.*\}/s), /^HTTP\/1\.1 200/);
      socket.destroy();
    });

  test('ends the connection where too much would have to be read', async () => {
    const socket = await opened();
    socket.write(
      'PUT /hub/spaces/none/features HTTP/1.1\r\nAuthorization: Bearer none\r\nHost: x\r\nContent-Length: 9000000000\r\n\r\n',
    );
    assert.match(await readUntil(socket, /\r\n\r\n\{.*\}/s), /^connection: close/im);
    socket.destroy();
  });
});

test('a client that leaves while it sends is logged as that, and not as a failure', async () => {
  const space = await newSpace(hub);
  const socket = await opened();
  socket.write(
    `PUT ${space.features} HTTP/1.1\r\nAuthorization: Bearer ${hub.token}\r\nHost: x\r\nContent-Type: application/geo+json\r\nContent-Length: 1000\r\n\r\n{"type":`,
  );
  await pause(200);
  socket.destroy();
  for (let i = 0; i < 100 && !/"status":499/.test(hub.logs()); i++) await pause(50);
  assert.match(hub.logs(), /"status":499/);
  assert.doesNotMatch(hub.logs(), /a request failed|"level":"error"|"level":50/);
});
