import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { FormatFault } from '@meridian/formats';

/** Networks that are not of the public Internet: RFC 6890 and its successors. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** All else of IPv6 is private, local, or leads to addresses of IPv4 (`::ffff:127.0.0.1`, `64:ff9b::`). */
const GLOBAL_V6 = ['2000::/3'];
/** Within that: Teredo, ORCHID, 6to4, documentation. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Which servers the hub may connect to. */
export class AddressGuard {
  readonly #notPublic = subnets([...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6]);
  readonly #global = subnets(GLOBAL_V6);
  readonly #listed: BlockList;
  readonly #names: ReadonlySet<string>;

  /** @param listed addresses, subnets and names of hosts that are allowed although they are private */
  constructor(listed: readonly string[]) {
    const isAddress = (entry: string) => isIP(entry.split('/')[0]!) !== 0;
    this.#listed = subnets(listed.filter(isAddress));
    this.#names = new Set(listed.filter((entry) => !isAddress(entry)).map((name) => name.toLowerCase()));
  }

  /** Before each request: an address that is no name is never looked up. A URL has it in one form, however it was written. */
  readonly check = (url: URL): void => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !this.isAllowed(host)) throw refusal(host, 'is');
  };

  /** What it returns is what is connected to: nothing is looked up a second time. */
  readonly lookup: LookupFunction = (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const isListed = this.#names.has(host.toLowerCase());
      if (found.length === 0 || !(isListed || found.every(({ address }) => this.isAllowed(address))))
        return callback(refusal(host, 'leads to'), '', 0);
      if (options.all) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    });
  };

  isAllowed(address: string): boolean {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (this.#listed.check(address, family)) return true;
    if (family === 'ipv6' && !this.#global.check(address, family)) return false;
    return !this.#notPublic.check(address, family);
  }
}

function refusal(host: string, verb: string): FormatFault {
  return new FormatFault(
    'unsafe',
    host,
    `${verb} an address within a private network, which the operator has not listed (MERIDIAN_FETCH_PRIVATE)`,
  );
}

function subnets(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}
