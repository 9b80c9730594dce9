import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AddressGuard } from './address-guard.ts';

const guard = new AddressGuard([]);
const listing = new AddressGuard(['10.1.2.0/24', 'fd00::7', 'LocalHost']);

type Found = { error: Error | null; addresses: unknown };
const lookup = ({ lookup }: AddressGuard, host: string, all = true) =>
  new Promise<Found>((resolve) => lookup(host, { all }, (error, addresses) => resolve({ error, addresses })));

describe('an address that is refused', () => {
  for (const address of [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0.0.0.0/',
    'http://10.255.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:93.184.216.34]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:53aa::1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[ff02::1]/',
  ])
    test(`is ${address}`, () =>
      assert.throws(() => guard.check(new URL(address)), /within a private network.*MERIDIAN_FETCH_PRIVATE/));
});

describe('an address that is allowed', () => {
  for (const address of ['http://93.184.216.34/', 'http://[2606:2800:220:1::1]/', 'https://example.org/'])
    test(`is ${address}`, () => guard.check(new URL(address)));
  for (const address of ['http://10.1.2.3/', 'http://[fd00::7]/'])
    test(`is ${address}, which is listed`, () => listing.check(new URL(address)));
  test('is not another one of a network of which a part is listed', () => {
    assert.throws(() => listing.check(new URL('http://10.1.3.1/')));
    assert.throws(() => listing.check(new URL('http://[fd00::8]/')));
  });
});

describe('a name', () => {
  test('that leads into a private network is refused without saying where', async () => {
    const { error } = await lookup(guard, 'localhost');
    assert.match(String(error), /localhost: leads to an address within a private network/);
    assert.doesNotMatch(String(error), /127\.|::1/);
  });
  test('that is listed is connected to where it was looked up', async () => {
    const { error, addresses } = await lookup(listing, 'localhost');
    assert.equal(error, null);
    assert.ok(Array.isArray(addresses) && addresses.length > 0);
    const one = await lookup(listing, 'localhost', false);
    assert.match(String(one.addresses), /^(?:127\.|::1)/);
  });
});
