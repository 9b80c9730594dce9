import { openStore, type StoreLocation } from '@meridian/store';
import { Accounts } from './accounts.ts';
import { Tokens } from './tokens.ts';

/** Accounts and tokens, without a server: of a data folder that none has open, or of a database. */
export type Administration = { accounts: Accounts; tokens: Tokens; close(): Promise<void> };

export async function openAdministration(location: StoreLocation): Promise<Administration> {
  const store = await openStore(location);
  const { catalogue } = store;
  return { accounts: new Accounts(catalogue), tokens: new Tokens(catalogue), close: () => store.close() };
}
