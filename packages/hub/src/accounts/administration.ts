import { type Account, openStore, type StoreLocation } from '@meridian/store';
import { Audit, type AuditLimits } from '../audit/audit.ts';
import { Space } from '../spaces/space.ts';
import { Accounts } from './accounts.ts';
import { ByteQuota, type ByteUsage } from './byte-quota.ts';
import { LastUses } from './last-uses.ts';
import { PasswordHashes } from './passwords.ts';
import { Tokens } from './tokens.ts';

/** Accounts and tokens, without a server: of a data folder that none has open, or of a database. */
export type Administration = {
  accounts: Accounts;
  tokens: Tokens;
  audit: Audit;
  usage(account: Account): Promise<ByteUsage>;
  close(): Promise<void>;
};

export async function openAdministration(
  location: StoreLocation & { maxAccountBytes: number; passwordCost: number; auditLimits: AuditLimits },
): Promise<Administration> {
  const store = await openStore({ ...location, storeRead: undefined });
  const { catalogue, features } = store;
  const spaces = () => Array.from(catalogue.spaces.known.values(), (record) => new Space(record));
  const quota = new ByteQuota(
    features,
    spaces,
    (id) => catalogue.accounts.byId(id),
    // Files of exports expire by themselves, and only the server knows where they are.
    async () => 0,
    location.maxAccountBytes,
  );
  const audit = new Audit(catalogue.audit, location.auditLimits, 'command');
  return {
    accounts: new Accounts(catalogue, audit, new PasswordHashes(location.passwordCost)),
    tokens: new Tokens(catalogue, audit, new LastUses(catalogue)),
    audit,
    usage: (account) => quota.usage(account),
    close: async () => {
      await audit.close();
      await store.close();
    },
  };
}
