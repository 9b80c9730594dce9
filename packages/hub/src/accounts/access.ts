import { type Account, type Catalogue, Fault, randomId, type TokenHolder } from '@meridian/store';
import { isLinked } from '../projects/project-link.ts';
import type { Accounts } from './accounts.ts';
import { ANONYMOUS } from './anonymous.ts';
import type { LastUses } from './last-uses.ts';
import { type Caller, MISSING_TOKEN, NO_RIGHTS } from './rights.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** What the first start sets up; what is absent is generated. */
export type FirstAccount = { email: string; password: string | undefined; token: string | undefined };

/** What is shown to the operator once. Absent if they chose it themselves. */
export type Issued = { email: string; password: string | undefined; token: string | undefined };

/** Instead of the id of a token, where the hub acts for an account. */
const BY_HUB = 'hub';

/** A caller that a read has still to confirm. */
export type ProvisionalCaller = Caller & Required<Pick<Caller, 'provisional'>>;

/** Who is calling. Checked with every request, so that a revoked token or a disabled account is rejected immediately. */
export class Access {
  readonly #catalogue: Catalogue;
  readonly #lastUses: LastUses;

  constructor(catalogue: Catalogue, lastUses: LastUses) {
    this.#catalogue = catalogue;
    this.#lastUses = lastUses;
  }

  /** The caller behind a secret, by its hash; anything but a known, unexpired token of an account in use is the same fault. */
  authenticate(secretHash: string | undefined, now: number): Caller | Promise<Caller> {
    if (!secretHash) throw new Fault('unauthorized', MISSING_TOKEN);
    const holder = this.#catalogue.tokens.bySecret(secretHash);
    return holder instanceof Promise
      ? holder.then((found) => this.#inUse(found, now))
      : this.#inUse(holder, now);
  }

  /**
   * The same from what is cached, without asking the database: only for reads, which confirm it. Undefined where it takes
   * more than that, and where the result would be a fault, which must not rest on what may have changed.
   */
  authenticateProvisionally(secretHash: string, now: number): ProvisionalCaller | undefined {
    const { holder, provisional } = this.#catalogue.tokens.cached?.(secretHash) ?? {};
    if (!provisional || !isInUse(holder, now) || holder.token.project !== undefined) return undefined;
    this.#lastUses.record(holder.token.id, holder.account.id, now);
    return { ...holder, provisional };
  }

  /** Nobody in particular, who sees the spaces as they are now, too. */
  async anonymous(): Promise<Caller> {
    await this.#catalogue.refresh();
    return ANONYMOUS;
  }

  async hasAccount(id: string): Promise<boolean> {
    return (await this.account(id)) !== undefined;
  }

  account(id: string): Promise<Account | undefined> {
    return this.#catalogue.accounts.byId(id);
  }

  /** An account as it is at this moment, for what the hub does in its name; a fault where it is not in use. */
  async onBehalfOf(id: string): Promise<Caller> {
    const account = await this.account(id);
    if (account === undefined || account.disabled)
      throw new Fault(
        'forbidden',
        `the account ${JSON.stringify(id)} is ${account === undefined ? 'gone' : 'disabled'}`,
      );
    return { account, token: { id: BY_HUB, secretHash: '', account: id, issuedAt: 0, rights: {} } };
  }

  #inUse(holder: TokenHolder | undefined, now: number): Caller | Promise<Caller> {
    const caller = inUse(holder, now);
    this.#lastUses.record(caller.token.id, caller.account.id, now);
    return caller.token.project === undefined ? caller : this.#ofProject(caller, caller.token.project);
  }

  /** The token of a link to a project has its rights while that project is there and published. */
  async #ofProject(caller: Caller, id: string): Promise<Caller> {
    const project = await this.#catalogue.projects.head(id);
    return project && isLinked(caller, project)
      ? caller
      : { ...caller, token: { ...caller.token, rights: NO_RIGHTS } };
  }
}

function inUse(holder: TokenHolder | undefined, now: number): Caller {
  if (!isInUse(holder, now))
    throw new Fault('unauthorized', 'the access token is unknown, expired or revoked');
  return holder;
}

function isInUse(holder: TokenHolder | undefined, now: number): holder is TokenHolder {
  return holder !== undefined && !holder.account.disabled && !isExpired(holder.token.expiresAt, now);
}

function isExpired(expiresAt: number | undefined, now: number): boolean {
  return expiresAt !== undefined && expiresAt * 1000 <= now;
}

/** Makes the administrator at the first start; nothing at any later one. */
export async function createFirstAccount(
  catalogue: Catalogue,
  accounts: Accounts,
  first: FirstAccount,
  now: number,
): Promise<Issued | undefined> {
  if ((await catalogue.accounts.all()).length > 0) return undefined;
  const secret = first.token ?? newSecret();
  const made = await accounts
    .create({ ...first, admin: true }, now, (account) => firstToken(account, secret, now))
    .catch((error: unknown) => {
      // Another process of the same hub has its first start at this moment.
      if (error instanceof Fault && error.kind === 'conflict') return undefined;
      throw error;
    });
  if (!made) return undefined;
  const { account, password } = made;
  return { email: account.email, password, token: first.token === undefined ? secret : undefined };
}

function firstToken(account: Account, secret: string, now: number) {
  return {
    id: randomId(22),
    secretHash: hashSecret(secret),
    account: account.id,
    issuedAt: Math.floor(now / 1000),
    description: 'made at the first start: all rights',
    rights: {},
  };
}
