import { isEmbedded, isInMemory } from '@meridian/hub';
import type { Settings } from './settings.ts';

/** What is wrong with the settings of the store together. */
export function storeFaults({ store, storeRead }: Partial<Pick<Settings, 'store' | 'storeRead'>>): string[] {
  if (storeRead === undefined || store === undefined) return [];
  if (!isEmbedded({ store }) && !isInMemory({ store })) return [];
  return [
    `MERIDIAN_STORE_READ is the replica of a PostgreSQL database: expected MERIDIAN_STORE to be the URL of that database, not ${JSON.stringify(store)}`,
  ];
}
