import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ForwardedHeader, TrustedProxies } from '../../config/proxies.ts';
import type { RequestHead } from '../request/request-head.ts';

/** Who is at the other end, as far as it can be known. */
export type Client = {
  address: string;
  /** Those who count as one with it. */
  group: string;
  isSecure: boolean;
};

/** One stop of a request on its way here, as the next stop has seen it. */
type Hop = { address: string | undefined; protocol: string | undefined };

/** Tells clients apart from the proxies before them. */
export class Clients {
  readonly #trust: (address: string, distance: number) => boolean;
  readonly #header: ForwardedHeader;
  readonly #peers = new WeakMap<Socket, Client>();

  constructor(trusted: TrustedProxies, header: ForwardedHeader) {
    this.#trust = trustOf(trusted);
    this.#header = header;
  }

  of({ socket, headers }: Pick<RequestHead, 'socket' | 'headers'>): Client {
    const peer = this.#peerOf(socket);
    return this.#trust(peer.address, 0) ? this.#behind(peer, headers) : peer;
  }

  /** Who is at the other end of a connection stays the same for all its requests. */
  #peerOf(socket: Socket): Client {
    const known = this.#peers.get(socket);
    if (known) return known;
    const address = plainAddress(socket.remoteAddress) ?? 'unknown';
    const isSecure = (socket as TLSSocket).encrypted === true;
    const peer = { address, group: addressGroup(address), isSecure };
    this.#peers.set(socket, peer);
    return peer;
  }

  #behind({ address: nearest, isSecure: isEncrypted }: Client, headers: IncomingHttpHeaders): Client {
    let [farthest, isSecure] = [nearest, isEncrypted];
    const hops = this.#header === 'forwarded' ? forwardedHops(headers) : xHops(headers);
    // From the nearest to the farthest: each stop is believed by what is already trusted.
    for (const [i, { address, protocol }] of hops.reverse().entries()) {
      if (protocol !== undefined) isSecure = protocol === 'https';
      if (address === undefined) break;
      farthest = address;
      if (!this.#trust(address, i + 1)) break;
    }
    return { address: farthest, group: addressGroup(farthest), isSecure };
  }
}

/** `distance`: how many stops lie between that address and us. */
function trustOf(trusted: TrustedProxies): (address: string, distance: number) => boolean {
  if (trusted === false) return () => false;
  if (typeof trusted === 'number') return (_address, distance) => distance < trusted;
  const list = new BlockList();
  for (const entry of trusted) {
    const [address, prefix] = entry.split('/') as [string, string | undefined];
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** `X-Forwarded-For: client, proxy1`. A single protocol is what the outermost proxy has seen. */
function xHops(headers: IncomingHttpHeaders): Hop[] {
  const addresses = listOf(headers['x-forwarded-for']);
  const protocols = listOf(headers['x-forwarded-proto']).map((protocol) => protocol.toLowerCase());
  if (addresses.length === 0) return protocols.map((protocol) => ({ address: undefined, protocol }));
  const offset = protocols.length - addresses.length;
  return addresses.map((address, i) => ({
    address: plainAddress(address),
    protocol: protocols.length === 1 ? protocols[0] : protocols[i + offset],
  }));
}

/** `Forwarded: for=192.0.2.43;proto=https, for="[2001:db8::17]:4711"` */
function forwardedHops(headers: IncomingHttpHeaders): Hop[] {
  return listOf(headers.forwarded).map((element) => {
    const pairs = element.split(';').map((pair) => {
      const [name = '', value = ''] = pair.split('=').map((part) => part.trim());
      return [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1')] as const;
    });
    const { for: address, proto } = Object.fromEntries(pairs) as Record<string, string | undefined>;
    return { address: plainAddress(address), protocol: proto?.toLowerCase() };
  });
}

function listOf(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Without brackets, port, zone and the prefix of IPv4 in IPv6; undefined for what is no address. */
function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const bare = text
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(bare) === 0 ? undefined : bare.toLowerCase();
}

/** A client with one IPv6 address has 2^64 of them: they count as one. */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
