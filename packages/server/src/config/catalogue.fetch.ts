import { LONGEST_TIMER_MS, within } from './checks.ts';
import { choice, duration, hosts, size } from './kinds.ts';
import { setting } from './setting.ts';

/** Spaces that the hub fills from addresses by itself. */
export const FETCH = [
  setting({
    name: 'fetch',
    env: 'MERIDIAN_FETCH',
    flag: 'fetch',
    group: 'Data',
    type: choice(['off', 'on']),
    default: 'off',
    description:
      'Whether the hub reads http and https addresses that the definitions of spaces name (import); off, it makes no requests of its own.',
    example: 'on',
  }),
  setting({
    name: 'fetchPrivate',
    env: 'MERIDIAN_FETCH_PRIVATE',
    flag: 'fetch-private',
    group: 'Data',
    type: hosts,
    default: [],
    defaultRule: 'none: public addresses only',
    description:
      'Addresses, subnets and names of hosts within private networks that may be read all the same. Every caller who may define a space can then reach them.',
    example: '10.1.2.0/24,geodata.intern.example',
  }),
  setting({
    name: 'fetchTimeoutMs',
    env: 'MERIDIAN_FETCH_TIMEOUT_MS',
    flag: 'fetch-timeout-ms',
    group: 'Limits',
    type: duration,
    default: 15 * 60_000,
    defaultRule: '15m',
    description: 'How long one such import may take; a hub that dies is stood in for a minute after that.',
    example: '60m',
    check: within(1000, LONGEST_TIMER_MS / 2),
  }),
  setting({
    name: 'maxFetchBytes',
    env: 'MERIDIAN_MAX_FETCH_BYTES',
    flag: 'max-fetch-bytes',
    group: 'Limits',
    type: size,
    default: 256 * 1024 ** 2,
    description:
      'Bytes that one such import may read over the net. Inflated, and as GeoJSON, it may have eight times as many.',
    example: '1G',
    check: within(1, 2 ** 40),
  }),
  setting({
    name: 'fetchMemoryBytes',
    env: 'MERIDIAN_FETCH_MEMORY_BYTES',
    flag: 'fetch-memory-bytes',
    group: 'Limits',
    type: size,
    default: 512 * 1024 ** 2,
    description: 'Memory of the process that reads; two can be at work.',
    example: '1G',
    check: within(128 * 1024 ** 2, 2 ** 36),
  }),
];
