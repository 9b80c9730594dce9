import { ADMIN_SETTINGS } from '../../harness/people.ts';

/** A hub that can be besieged: no single client is meant to send so much. With the memory settings of our packages. */
export const SIEGE_SETTINGS = {
  ...ADMIN_SETTINGS,
  MERIDIAN_LOG_LEVEL: 'error',
  MERIDIAN_TOKEN_RATE: '0',
  MERIDIAN_ADDRESS_RATE: '0',
  // Small, so that it is full after the warm-up: what grows afterwards is a leak.
  MERIDIAN_CACHE_BYTES: '64M',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
