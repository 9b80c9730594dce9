import { ADMIN_SETTINGS } from '../../harness/people.ts';

/** A hub that can be besieged: no single client is meant to send so much. With the memory settings of our packages. */
export const SIEGE_SETTINGS = {
  ...ADMIN_SETTINGS,
  MERIDIAN_LOG_LEVEL: 'error',
  MERIDIAN_TOKEN_RATE: '0',
  MERIDIAN_ADDRESS_RATE: '0',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
