import type { Address, ServerSettings } from './connection.ts';

/**
 * For the connections of threads that read. Plans are made for the values at hand: a box may be a house or a continent.
 * There are other clients to serve, and what is read at a time is little: neither further processes nor compiling a plan
 * would pay.
 */
export const READ_SETTINGS: ServerSettings = {
  plan_cache_mode: 'force_custom_plan',
  // What is read by a cursor is read whole.
  cursor_tuple_fraction: '1',
  work_mem: '32MB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
};

/**
 * For statements that look rows up by a key: one plan does for all values, and to make one takes longer than to carry it out. By itself
 * PostgreSQL makes one each time, as it takes a list of keys to be of ten. Such a plan has to use the index also where it was made before
 * a table had rows.
 */
const LOOKUP_SETTINGS: ServerSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
};

/** Citus has no plan without the values, and behind a pooler nothing is planned beforehand. */
export function lookupSettings({ hasCitus, isPooled }: Address): ServerSettings {
  return hasCitus || isPooled ? {} : LOOKUP_SETTINGS;
}
