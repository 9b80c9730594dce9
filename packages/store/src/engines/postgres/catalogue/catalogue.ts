import { type CatalogueCall, catalogueTables, effectOf } from '../../../catalogue/calls.ts';
import { catalogueRules } from '../../../catalogue/rules.ts';
import type { Catalogue } from '../../../catalogue.ts';
import { maybe } from '../../../read/effect.ts';
import type { Database } from '../database.ts';
import { newTableName } from '../table-name.ts';
import { PostgresRows } from './postgres-rows.ts';
import type { SharedMemory } from './shared-memory.ts';
import type { CatalogueTransactions } from './transactions.ts';

/** Changes of cached rows wait here for each other until they are committed. */
const NEXT_VERSION = 'SELECT next_version()';
/** Keeps them waiting, while others that do the same go on. */
const HOLD_VERSION = 'SELECT version FROM catalogue FOR SHARE';

export async function openCatalogue(
  database: Database,
  transactions: CatalogueTransactions,
  memory: SharedMemory,
): Promise<Catalogue> {
  await memory.refresh();
  const tables = catalogueTables(async (call) => {
    const result = await run(database, transactions, call);
    if (call.isolation === 'versioned') await memory.refresh();
    return result;
  });
  return {
    ...tables,
    tokens: memory.remembering(tables.tokens),
    spaces: { ...tables.spaces, known: memory.known },
    refresh: () => memory.refresh(),
  };
}

async function run(
  database: Database,
  transactions: CatalogueTransactions,
  call: CatalogueCall,
): Promise<unknown> {
  const carryOut = async (connection: Pick<Database, 'rows' | 'isPooled'>) =>
    maybe(effectOf(catalogueRules(new PostgresRows(connection), newTableName), call));
  if (call.isolation === 'single') return carryOut(database);
  return transactions.run(call.isolation === 'versioned' ? NEXT_VERSION : HOLD_VERSION, carryOut);
}
