import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FeatureStream } from '@meridian/hub';
import { createServer } from '../node-http.ts';
import { geojson } from './response.ts';
import { send } from './send.ts';

const MIB = 1024 * 1024;
const CLIENTS = 12;

/** A store that has everything at hand. */
async function* pieces(count: number): FeatureStream {
  for (let i = 0; i < count; i++) yield new Uint8Array(MIB).fill(0x20);
  return { more: false, last: 0 };
}

test('what many clients could take at once goes out over several turns of the event loop', async (t) => {
  const server = createServer();
  t.after(() => server.close());
  const { promise: all, resolve: allHere } = Promise.withResolvers<ServerResponse[]>();
  const here: ServerResponse[] = [];
  server.on('request', (_, outgoing) => {
    here.push(outgoing);
    if (here.length === CLIENTS) allHere(here);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1'));
  t.after(() => sockets.map((socket) => socket.destroy()));
  for (const socket of sockets) {
    socket.resume();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  }

  let written = 0;
  const perTurn: number[] = [];
  for (const outgoing of await all)
    t.mock.method(
      outgoing,
      'write',
      function (this: ServerResponse, ...args: Parameters<typeof outgoing.write>) {
        written += args[0].length;
        return Object.getPrototypeOf(this).write.apply(this, args);
      },
    );
  const sent = Promise.all(
    here.map((outgoing) => {
      const body = { head: '[', stream: pieces(3), tail: () => ']' };
      return send(outgoing.req, outgoing, geojson(body), 60_000, { bytes: 0 });
    }),
  );
  let isSent = false;
  void sent.then(() => {
    isSent = true;
  });
  while (!isSent) {
    await nextTurn();
    perTurn.push(written);
    written = 0;
  }
  assert.deepEqual(await sent, Array(CLIENTS).fill(3 * MIB + 4));
  assert.ok(Math.max(...perTurn) < 2 * MIB, `so many bytes a turn: ${perTurn.filter(Boolean).join(', ')}`);
});
