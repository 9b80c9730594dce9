import {
  type Account,
  type Administration,
  type AuditFilter,
  type AuditSettings,
  auditLimits,
  Fault,
  openAdministration,
  type StoreLocation,
  type Token,
} from '@meridian/server';
import {
  type AccountLine,
  type AdminBackend,
  type AuditLine,
  Refusal,
  type TokenLine,
  type UsageLine,
} from './admin-backend.ts';

export type AdministeredLocation = StoreLocation &
  AuditSettings & { maxAccountBytes: number; passwordCost: number };

export async function openLocalAdminBackend(location: AdministeredLocation): Promise<AdminBackend> {
  return new LocalAdminBackend(await openAdministration({ ...location, auditLimits: auditLimits(location) }));
}

/** The store itself: a data folder that no server has open, or a database. */
class LocalAdminBackend implements AdminBackend {
  readonly #administration: Administration;

  constructor(administration: Administration) {
    this.#administration = administration;
  }

  async accounts(): Promise<AccountLine[]> {
    return (await this.#administration.accounts.list()).map(accountLine);
  }

  async addAccount(email: string, password: string | undefined, admin: boolean) {
    const made = await this.#administration.accounts.create({ email, password, admin }, Date.now());
    return { ...accountLine(made.account), password: made.password };
  }

  async setDisabled(name: string, disabled: boolean): Promise<AccountLine> {
    const { id } = await this.#find(name);
    return accountLine(await this.#administration.accounts.setDisabled(id, disabled));
  }

  async setMaxBytes(name: string, maxBytes: number | string | null): Promise<AccountLine> {
    const { id } = await this.#find(name);
    return accountLine(await this.#administration.accounts.setMaxBytes(id, maxBytes));
  }

  async usage(name: string): Promise<UsageLine> {
    return this.#administration.usage(await this.#find(name));
  }

  async setPassword(name: string, password: string): Promise<AccountLine> {
    const { id } = await this.#find(name);
    return accountLine(await this.#administration.accounts.setPassword(id, password));
  }

  async createToken(name: string | undefined, definition: object) {
    const account = name === undefined ? await this.#firstAdmin() : await this.#find(name);
    const { token, secret } = await this.#administration.tokens.create(account, definition, Date.now());
    return { ...tokenLine(token, account), token: secret };
  }

  async tokens(name: string | undefined): Promise<TokenLine[]> {
    const { accounts, tokens } = this.#administration;
    const owners = name === undefined ? await accounts.list() : [await this.#find(name)];
    const lists = await Promise.all(
      owners.map(async (owner) => (await tokens.list(owner)).map((token) => tokenLine(token, owner))),
    );
    return lists.flat();
  }

  async revokeToken(tid: string): Promise<boolean> {
    const { accounts, tokens } = this.#administration;
    const token = await tokens.find(tid);
    return token !== undefined && tokens.revoke(await accounts.find(token.account), token.id);
  }

  async audit({ account, ...filter }: AuditFilter, limit: number): Promise<AuditLine[]> {
    const ofAccount = account === undefined ? {} : { account: (await this.#find(account)).id };
    const found = await this.#administration.audit.page(
      { ...filter, ...ofAccount },
      Number.MAX_SAFE_INTEGER,
      limit,
    );
    return found.map(({ serial, ...entry }) => ({ id: serial, ...entry }));
  }

  close(): Promise<void> {
    return this.#administration.close();
  }

  async #find(name: string): Promise<Account> {
    try {
      return await this.#administration.accounts.find(name);
    } catch (error) {
      if (error instanceof Fault && error.kind === 'notFound')
        throw new Refusal(`there is no account ${name}`);
      throw error;
    }
  }

  async #firstAdmin(): Promise<Account> {
    const first = (await this.#administration.accounts.list()).find(
      ({ admin, disabled }) => admin && !disabled,
    );
    if (!first) throw new Refusal('there is no administrator: name an account with --account');
    return first;
  }
}

function accountLine({ id, email, admin, disabled }: Account): AccountLine {
  return { aid: id, email, admin, disabled };
}

function tokenLine({ id, issuedAt, expiresAt, description }: Token, { email }: Account): TokenLine {
  return { tid: id, account: email, iat: issuedAt, exp: expiresAt, description: description ?? '' };
}
