import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { dropDatabase, newDatabase, query, schemaOf } from '../../../../../testing/postgres/database.ts';
import type { FreshStore } from '../../contract/engine.ts';
import { storeContract } from '../../contract/store-contract.ts';
import { openPostgresStore } from './postgres-store.ts';

/** With less memory for columns than the tests read of them, so that they are forgotten and read again. */
const THREADS = { readers: 2, writers: 2, columnCacheBytes: 128 * 1024 };

storeContract({ name: 'PostgreSQL', open });

async function open(): Promise<FreshStore> {
  const url = await newDatabase();
  let store = await openPostgresStore(url, THREADS);
  return {
    get store() {
      return store;
    },
    reopen: async () => {
      await store.close();
      store = await openPostgresStore(url, THREADS);
      return store;
    },
    indexed: async ({ storageKey }) => {
      const unfinished = () =>
        query(
          url,
          `SELECT (SELECT count(*) FROM ${schemaOf(url)}.indexed_property
              WHERE place = '${storageKey}' AND path IS NOT NULL AND built_to IS NOT NULL)
            + (SELECT count(*) FROM ${schemaOf(url)}.overview WHERE place = '${storageKey}' AND built_to IS NOT NULL)`,
        );
      for (let tries = 0; unfinished() !== '0'; tries++) {
        assert.ok(tries < 500, 'indexes and overview are built in time');
        await pause(20);
      }
    },
    discard: async () => {
      await store.close();
      dropDatabase(url);
    },
  };
}
