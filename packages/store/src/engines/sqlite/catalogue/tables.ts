import type { DatabaseSync } from 'node:sqlite';
import type { Catalogue } from '../../../catalogue.ts';
import { accountTable } from './accounts.ts';
import { keyTable } from './keys.ts';
import { knownAddressTable } from './known-addresses.ts';
import { projectTable } from './projects.ts';
import { sessionTable } from './sessions.ts';
import { spaceTable } from './spaces.ts';
import type { Synchronous } from './synchronous.ts';
import { tokenTable } from './tokens.ts';

type Tables = Omit<{ [T in keyof Catalogue]: Synchronous<Catalogue[T]> }, 'refresh' | 'spaces'> & {
  spaces: ReturnType<typeof spaceTable>;
};

/** The tables of the catalogue, each with its calls. */
export function openTables(database: DatabaseSync): Tables {
  return {
    accounts: accountTable(database),
    tokens: tokenTable(database),
    sessions: sessionTable(database),
    knownAddresses: knownAddressTable(database),
    keys: keyTable(database),
    spaces: spaceTable(database),
    projects: projectTable(database),
  };
}
