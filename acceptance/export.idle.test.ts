import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { ADMIN_PASSWORD, newPerson, signIn } from './harness/account.ts';
import { feature } from './harness/geojson.ts';
import { startHub } from './harness/hub.ts';
import { newSpace } from './harness/space.ts';

const hub = await startHub({ settings: { MERIDIAN_ADMIN_PASSWORD: ADMIN_PASSWORD }, movableClock: true });
const admin = await signIn(hub);
const large = await newSpace(hub, { shared: true });
const text = 'x'.repeat(2000);
for (let from = 0; from < 12_000; from += 4000)
  await large.load(...Array.from({ length: 4000 }, (_, n) => feature(`f${from + n}`, { text })));
const small = await newSpace(hub, { shared: true });
await small.load(feature('a'));

/** Begins an export and reads its first bytes, no more. */
async function idleReceiver(token: string): Promise<Socket> {
  const { hostname, port } = new URL(hub.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `GET ${large.path}/export?format=ndjson HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await once(socket, 'readable');
  return socket;
}

test('two accounts with eight idle receivers each keep nobody else from exporting', async () => {
  const idle: Socket[] = [];
  for (let account = 0; account < 2; account++) {
    const { token } = await (await newPerson(hub, admin)).newToken();
    for (let i = 0; i < 8; i++) idle.push(await idleReceiver(token));
  }
  const { text: metrics } = await hub.get('/metrics', { token: null });
  assert.match(metrics, /^meridian_open_exports 16$/m);
  const path = `${small.path}/export?format=ndjson`;
  await hub.advance(10_000);
  for (let i = 0; i < 3; i++) assert.equal((await hub.get(path)).status, 200);
  for (const socket of idle) socket.destroy();
});
