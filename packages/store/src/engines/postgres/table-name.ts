import { randomBytes } from 'node:crypto';

/**
 * A table's name for a space: recognisable, but neither the length nor the case of an id can make two spaces share one,
 * and a space created again gets another than the one deleted before it. Cluster extensions append to it: it is short.
 */
export function newTableName(spaceId: string): string {
  const readable = spaceId
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_')
    .slice(0, 30);
  return `s_${readable}_${randomBytes(6).toString('hex')}`;
}

const TABLE_NAME = /^s_[a-z0-9_]{0,30}_[0-9a-f]{12}$/;

/** The name as it stands in a statement, with nothing to quote. Only names of ours get that far. */
export function tableOf(storageKey: string): string {
  if (!TABLE_NAME.test(storageKey)) throw new Error(`no name of a table: ${JSON.stringify(storageKey)}`);
  return storageKey;
}

/** The table of what the features of a space were; made when its history begins. */
export function historyTableOf(storageKey: string): string {
  return tableOf(storageKey).replace(/^s_/, 'past_');
}
