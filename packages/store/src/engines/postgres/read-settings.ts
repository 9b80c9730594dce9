import type { ServerSettings } from './connection.ts';

/**
 * For the connections of threads that read. Plans are made for the values at hand: a box may be a house or a continent.
 * There are other clients to serve, and what is read at a time is little: neither further processes nor compiling a plan
 * would pay.
 */
export const READ_SETTINGS: ServerSettings = {
  plan_cache_mode: 'force_custom_plan',
  work_mem: '32MB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
};
