import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { IdleConnections } from './idle-connections.ts';

const TIMEOUT_MS = 400;
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function listen(connections: IdleConnections, listener: RequestListener): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  connections.watch(server, 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function connected(server: Server): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  await once(socket, 'connect');
  return socket;
}

describe('a connection', () => {
  test('on which nothing happens is closed, not before its time', async () => {
    const server = await listen(new IdleConnections(TIMEOUT_MS), (_request, outgoing) => outgoing.end('x'));
    const socket = await connected(server);
    socket.write(GET);
    const began = performance.now();
    await once(socket, 'close');
    assert.ok(performance.now() - began >= TIMEOUT_MS);
    server.close();
  });

  test('that is used now and then stays', async () => {
    const server = await listen(new IdleConnections(TIMEOUT_MS), (_request, outgoing) => outgoing.end('x'));
    const socket = await connected(server);
    for (let i = 0; i < 8; i++) {
      socket.write(GET);
      await pause(TIMEOUT_MS / 4);
      assert.equal(socket.destroyed, false);
    }
    socket.destroy();
    server.close();
  });

  test('whose response is still to come stays until it has come', async () => {
    const connections = new IdleConnections(TIMEOUT_MS);
    const server = await listen(connections, (request, outgoing) => {
      connections.begin(request.socket);
      outgoing.once('close', () => connections.end(request.socket));
      setTimeout(() => outgoing.end('late'), TIMEOUT_MS * 3);
    });
    const socket = await connected(server);
    socket.write(GET);
    const [response] = await once(socket, 'data');
    assert.match(String(response), /^HTTP\/1\.1 200/);
    await once(socket, 'close');
    server.close();
  });

  test('is kept for ever where no time is set', async () => {
    const server = await listen(new IdleConnections(0), (_request, outgoing) => outgoing.end('x'));
    const socket = await connected(server);
    socket.write(GET);
    await pause(TIMEOUT_MS * 2);
    assert.equal(socket.destroyed, false);
    socket.destroy();
    server.close();
  });
});
