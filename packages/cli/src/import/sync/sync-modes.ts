export const SYNC_MODES = ['upsert', 'append', 'replace'] as const;

/**
 * - `upsert`: what exists is replaced, all else is created
 * - `append`: what exists stays as it is
 * - `replace`: as upsert, and what is not in the files is deleted
 */
export type SyncMode = (typeof SYNC_MODES)[number];
