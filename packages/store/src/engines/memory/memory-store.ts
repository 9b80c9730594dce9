import { randomBytes } from 'node:crypto';
import { rememberSpaces } from '../../catalogue/cached-spaces.ts';
import { ListedRows } from '../../catalogue/listed-rows.ts';
import { catalogueRules, type StoredTables } from '../../catalogue/rules.ts';
import type { Catalogue, Store } from '../../catalogue.ts';
import { type Effect, settled } from '../../read/effect.ts';
import { Budget } from './budget.ts';
import { MemoryFeatures } from './memory-features.ts';

/** The part of the memory that all accounts, tokens, spaces and projects may take, without their features. */
const CATALOGUE_PART = 1 / 16;

/** Opens an empty store, which is gone when it is closed or the process ends. */
export async function openMemoryStore(maxBytes: number): Promise<Store> {
  const features = new MemoryFeatures(maxBytes * (1 - CATALOGUE_PART));
  const catalogue = await openCatalogue(new Budget(maxBytes * CATALOGUE_PART));
  return { catalogue, features, close: () => features.close() };
}

async function openCatalogue(budget: Budget): Promise<Catalogue> {
  const rules = catalogueRules(new ListedRows((bytes) => budget.spend(bytes)), () =>
    randomBytes(8).toString('hex'),
  );
  const tables = Object.entries(rules).map(([table, calls]) => [
    table,
    Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, atOnce(call)])),
  ]);
  const stored = Object.fromEntries(tables) as StoredTables;
  const spaces = await rememberSpaces(stored.spaces);
  return { ...stored, spaces, refresh: async () => {} };
}

/** Nothing else runs before it is done. */
function atOnce(call: (...args: never[]) => Effect<unknown>) {
  return async (...args: never[]) => settled(call(...args));
}
