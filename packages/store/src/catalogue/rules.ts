import type { Catalogue, SpaceTable } from '../catalogue.ts';
import type { Effect } from '../read/effect.ts';
import { accountRules, sessionRules, tokenRules } from './accounts.ts';
import { projectRules } from './projects.ts';
import type { CatalogueRows, Rules } from './rows.ts';
import { keyRules, knownAddressRules } from './small-tables.ts';
import { spaceRules } from './spaces.ts';

/** Everything but what is cached. */
export type StoredTables = Omit<Catalogue, 'refresh' | 'spaces'> & { spaces: Omit<SpaceTable, 'known'> };
export type TableRules = { [T in keyof StoredTables]: Rules<StoredTables[T]> };

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

/** The tables as others call them; `run` carries out a call. */
export function catalogueTables(
  rules: TableRules,
  run: (call: Effect<unknown>) => Promise<unknown>,
): StoredTables {
  const tables = Object.entries(rules).map(([table, calls]) => {
    const methods = Object.entries(calls).map(
      ([name, call]: [string, (...args: never[]) => Effect<unknown>]) => [
        name,
        (...args: never[]) => run(call(...args)),
      ],
    );
    return [table, Object.fromEntries(methods)];
  });
  // Every call of the rules is there, with the same arguments.
  return Object.fromEntries(tables) as StoredTables;
}
