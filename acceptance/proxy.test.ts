// Embedded engine only: it is about addresses of clients.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startHub } from './harness/hub.ts';

const LIMITED = { MERIDIAN_ADDRESS_RATE: '1', MERIDIAN_ADDRESS_BURST: '3' };
const from = (address: string, more = {}) => ({
  token: null,
  headers: { 'x-forwarded-for': address, ...more },
});

describe('behind a trusted proxy', async () => {
  const hub = await startHub({ settings: { ...LIMITED, MERIDIAN_TRUST_PROXY: '127.0.0.1' } });

  test('addresses are those of the clients', async () => {
    for (let n = 0; n < 3; n++) assert.equal((await hub.get('/hub', from('192.0.2.1'))).status, 200);
    assert.equal((await hub.get('/hub', from('192.0.2.1'))).status, 429);
    assert.equal((await hub.get('/hub', from('192.0.2.2'))).status, 200);
  });

  test('what clients themselves put before it does not count', async () => {
    for (let n = 0; n < 3; n++)
      assert.equal((await hub.get('/hub', from(`203.0.113.${n}, 192.0.2.3`))).status, 200);
    assert.equal((await hub.get('/hub', from('203.0.113.9, 192.0.2.3'))).status, 429);
  });

  test('a whole IPv6 network counts as one', async () => {
    for (let n = 0; n < 3; n++) await hub.get('/hub', from(`2001:db8::${n}`));
    assert.equal((await hub.get('/hub', from('2001:db8::9'))).status, 429);
    assert.equal((await hub.get('/hub', from('2001:db8:0:1::9'))).status, 200);
  });

  test('cookies are Secure where the client speaks HTTPS', async () => {
    const cookies = async (protocol: string) =>
      (await hub.get('/sign-in', from('192.0.2.7', { 'x-forwarded-proto': protocol }))).headers['set-cookie'];
    assert.ok((await cookies('https'))?.every((cookie) => /; Secure/.test(cookie)));
    assert.ok((await cookies('http'))?.every((cookie) => !/; Secure/.test(cookie)));
  });
});

test('without trust, headers that any client can send change nothing', async () => {
  const hub = await startHub({ settings: LIMITED });
  const forged = { 'x-forwarded-proto': 'https', forwarded: 'for=192.0.2.1;proto=https' };
  const page = await hub.get('/sign-in', from('192.0.2.1', forged));
  assert.ok(page.headers['set-cookie']?.every((cookie) => !/; Secure/.test(cookie)));
  for (let n = 2; n < 4; n++) await hub.get('/hub', from(`192.0.2.${n}`));
  assert.equal((await hub.get('/hub', from('192.0.2.9'))).status, 429);
});

test('Forwarded is read where the operator says so', async () => {
  const hub = await startHub({
    settings: { ...LIMITED, MERIDIAN_TRUST_PROXY: '1', MERIDIAN_FORWARDED_HEADER: 'forwarded' },
  });
  const ask = (address: string) =>
    hub.get('/hub', { token: null, headers: { forwarded: `for=${address};proto=https` } });
  for (let n = 0; n < 3; n++) await ask('192.0.2.1');
  assert.equal((await ask('192.0.2.1')).status, 429);
  assert.equal((await ask('192.0.2.2')).status, 200);
});
