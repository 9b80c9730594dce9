import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import type { ForwardedHeader, TrustedProxies } from '../../config/proxies.ts';
import { addressGroup, Clients } from './client.ts';

type Case = {
  what: string;
  trust: TrustedProxies;
  header?: ForwardedHeader;
  peer?: string;
  encrypted?: boolean;
  headers?: IncomingHttpHeaders;
  address: string;
  secure?: boolean;
};

const CASES: Case[] = [
  { what: 'without a proxy it is the peer', trust: false, address: '10.0.0.1' },
  {
    what: 'nobody is believed by default',
    trust: false,
    headers: { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' },
    address: '10.0.0.1',
  },
  { what: 'our own TLS is secure', trust: false, encrypted: true, address: '10.0.0.1', secure: true },
  { what: 'IPv4 in IPv6 is IPv4', trust: false, peer: '::ffff:10.0.0.1', address: '10.0.0.1' },
  {
    what: 'one proxy tells of its client',
    trust: 1,
    headers: { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' },
    address: '1.2.3.4',
    secure: true,
  },
  {
    what: 'what the client itself claims is not believed',
    trust: 1,
    headers: { 'x-forwarded-for': '9.9.9.9, 1.2.3.4', 'x-forwarded-proto': 'https, http' },
    address: '1.2.3.4',
  },
  {
    what: 'of two proxies both are believed',
    trust: 2,
    headers: { 'x-forwarded-for': '9.9.9.9, 1.2.3.4, 10.0.0.2', 'x-forwarded-proto': 'https' },
    address: '1.2.3.4',
    secure: true,
  },
  {
    what: 'more hops than there are end at the farthest',
    trust: 5,
    headers: { 'x-forwarded-for': '1.2.3.4' },
    address: '1.2.3.4',
  },
  {
    what: 'a listed proxy is believed',
    trust: ['10.0.0.0/8'],
    headers: { 'x-forwarded-for': '9.9.9.9, 1.2.3.4, 10.9.9.9' },
    address: '1.2.3.4',
  },
  {
    what: 'one that is not listed is not',
    trust: ['192.168.0.1'],
    headers: { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' },
    address: '10.0.0.1',
  },
  {
    what: 'an IPv6 proxy can be listed',
    trust: ['fd00::/8'],
    peer: 'fd12::1',
    headers: { 'x-forwarded-for': '[2001:DB8::17]:4711' },
    address: '2001:db8::17',
  },
  {
    what: 'what is no address ends the search',
    trust: 3,
    headers: { 'x-forwarded-for': '1.2.3.4, unknown, 10.0.0.3' },
    address: '10.0.0.3',
  },
  {
    what: 'a port behind an address is dropped',
    trust: 1,
    headers: { 'x-forwarded-for': '1.2.3.4:5678' },
    address: '1.2.3.4',
  },
  {
    what: 'a protocol without addresses counts',
    trust: 1,
    headers: { 'x-forwarded-proto': 'HTTPS' },
    address: '10.0.0.1',
    secure: true,
  },
  {
    what: 'Forwarded is read where it is asked for',
    trust: 1,
    header: 'forwarded',
    headers: {
      forwarded: 'for=9.9.9.9;proto=http, For="[2001:db8:cafe::17]:4711";Proto=https',
      'x-forwarded-for': '7.7.7.7',
    },
    address: '2001:db8:cafe::17',
    secure: true,
  },
  {
    what: 'Forwarded is not read where it is not',
    trust: 1,
    headers: { forwarded: 'for=9.9.9.9' },
    address: '10.0.0.1',
  },
];

describe('the client of a request', () => {
  for (const { what, trust, header, peer, encrypted, headers, address, secure } of CASES)
    test(what, () => {
      const socket = { remoteAddress: peer ?? '10.0.0.1', encrypted };
      const request = { socket, headers: headers ?? {} } as unknown as IncomingMessage;
      const client = new Clients(trust, header ?? 'x-forwarded').of(request);
      assert.deepEqual(client, { address, group: addressGroup(address), isSecure: secure ?? false });
    });

  test('a connection that is gone already has no address', () => {
    const request = { socket: {}, headers: {} } as unknown as IncomingMessage;
    assert.equal(new Clients(1, 'x-forwarded').of(request).address, 'unknown');
  });
});

describe('addresses that count as one', () => {
  for (const [address, group] of [
    ['1.2.3.4', '1.2.3.4'],
    ['unknown', 'unknown'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::', 'fe80:0:0:0::/64'],
  ] as const)
    test(`${address} → ${group}`, () => assert.equal(addressGroup(address), group));
});
