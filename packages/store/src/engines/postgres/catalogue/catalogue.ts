import type { Catalogue } from '../../../catalogue.ts';
import type { Database } from '../database.ts';
import { accountTable } from './accounts.ts';
import { projectTable } from './projects.ts';
import { keyTable, knownAddressTable, sessionTable } from './sessions.ts';
import type { SharedMemory } from './shared-memory.ts';
import { spaceTable } from './spaces.ts';
import { tokenTable } from './tokens.ts';

export async function openCatalogue(database: Database, memory: SharedMemory): Promise<Catalogue> {
  await memory.refresh();
  return {
    accounts: accountTable(database),
    tokens: memory.remembering(tokenTable(database)),
    sessions: sessionTable(database),
    knownAddresses: knownAddressTable(database),
    keys: keyTable(database),
    spaces: spaceTable(database, memory),
    projects: projectTable(database),
    refresh: () => memory.refresh(),
  };
}
