import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FreshStore } from '../../contract/engine.ts';
import { storeContract } from '../../contract/store-contract.ts';
import type { SpaceRef } from '../../model/source.ts';
import { openForReading } from './database.ts';
import { spacePath } from './space-files.ts';
import { openSqliteStore } from './sqlite-store.ts';

const THREADS = { readers: 2, writers: 2 };

storeContract({ name: 'SQLite', open });

async function open(): Promise<FreshStore> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-contract-'));
  let store = await openSqliteStore(folder, THREADS);
  return {
    get store() {
      return store;
    },
    reopen: async () => {
      await store.close();
      store = await openSqliteStore(folder, THREADS);
      return store;
    },
    indexed: (space) => indexed(folder, space),
    discard: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function indexed(folder: string, { storageKey }: SpaceRef): Promise<void> {
  const database = openForReading(spacePath(folder, storageKey));
  const unfinished = database.prepare(
    `SELECT (SELECT count(*) FROM indexed_property WHERE built_to IS NOT NULL)
       + (SELECT count(*) FROM overview WHERE built_to IS NOT NULL) AS count`,
  );
  try {
    for (let tries = 0; unfinished.get()!.count !== 0; tries++) {
      assert.ok(tries < 30_000, 'the indexes are built in time');
      await pause(2);
    }
  } finally {
    database.close();
  }
}
