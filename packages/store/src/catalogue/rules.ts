import type { Catalogue, SpaceTable } from '../catalogue.ts';
import { accountRules, sessionRules, tokenRules } from './accounts.ts';
import { projectRules } from './projects.ts';
import type { CatalogueRows, Rules } from './rows.ts';
import { keyRules, knownAddressRules } from './small-tables.ts';
import { spaceRules } from './spaces.ts';

/** Everything but what is cached. */
export type StoredTables = Omit<Catalogue, 'refresh' | 'spaces'> & { spaces: Omit<SpaceTable, 'known'> };
type TableRules = { [T in keyof StoredTables]: Rules<StoredTables[T]> };

/** A catalogue, whichever engine has its rows. */
export function catalogueRules(rows: CatalogueRows, newStorageKey: (id: string) => string): TableRules {
  return {
    accounts: accountRules(rows),
    tokens: tokenRules(rows),
    sessions: sessionRules(rows),
    knownAddresses: knownAddressRules(rows),
    keys: keyRules(rows),
    spaces: spaceRules(rows, newStorageKey),
    projects: projectRules(rows),
  };
}
