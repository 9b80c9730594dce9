import { openSqliteStore } from '@meridian/store';
import { Accounts } from './accounts.ts';
import { Tokens } from './tokens.ts';

/** Accounts and tokens of a data folder that no server has open. */
export type Administration = { accounts: Accounts; tokens: Tokens; close(): Promise<void> };

export async function openAdministration(data: string): Promise<Administration> {
  const store = await openSqliteStore(data);
  const { catalogue } = store;
  return { accounts: new Accounts(catalogue), tokens: new Tokens(catalogue), close: () => store.close() };
}
