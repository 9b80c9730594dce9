import type { FreshStore } from '../../contract/engine.ts';
import { storeContract } from '../../contract/store-contract.ts';
import { openMemoryStore } from './memory-store.ts';

const MAX_BYTES = 1024 * 1024 * 1024;

storeContract({ name: 'memory', open });

async function open(): Promise<FreshStore> {
  let store = await openMemoryStore(MAX_BYTES);
  return {
    isVolatile: true,
    get store() {
      return store;
    },
    reopen: async () => {
      await store.close();
      store = await openMemoryStore(MAX_BYTES);
      return store;
    },
    indexed: async () => {},
    discard: () => store.close(),
  };
}
