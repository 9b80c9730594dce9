import { accountRules, sessionRules, tokenRules } from './accounts.ts';
import { auditRules } from './audit.ts';
import { projectRules } from './projects.ts';
import type { CatalogueRows, TableRules } from './rows.ts';
import { keyRules, knownAddressRules } from './small-tables.ts';
import { spaceRules } from './spaces.ts';

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
    audit: auditRules(rows),
  };
}
