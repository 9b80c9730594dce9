import { randomBytes } from 'node:crypto';
import { rememberSpaces } from '../../catalogue/cached-spaces.ts';
import { catalogueTables, effectOf } from '../../catalogue/calls.ts';
import { ListedRows } from '../../catalogue/listed-rows.ts';
import { catalogueRules } from '../../catalogue/rules.ts';
import type { Catalogue, Store } from '../../catalogue.ts';
import { settled } from '../../read/effect.ts';
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
  const rows = new ListedRows((bytes) => budget.spend(bytes));
  const rules = catalogueRules(rows, () => randomBytes(8).toString('hex'));
  // Nothing else runs before a call is done.
  const tables = catalogueTables(async (call) => settled(effectOf(rules, call)));
  return { ...tables, spaces: await rememberSpaces(tables.spaces), refresh: async () => {} };
}
