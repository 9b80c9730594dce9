import type { Catalogue } from '../../../catalogue.ts';
import type { Database } from '../database.ts';
import { accountTable } from './accounts.ts';
import { projectTable } from './projects.ts';
import { keyTable, knownAddressTable, sessionTable } from './sessions.ts';
import { SharedMemory } from './shared-memory.ts';
import { spaceTable } from './spaces.ts';
import { tokenTable } from './tokens.ts';

/** The catalogue. `pulse` has a connection of its own: what every request looks at first waits for nothing else. */
export async function openCatalogue(database: Database, pulse: Database): Promise<Catalogue> {
  const memory = new SharedMemory(pulse);
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
