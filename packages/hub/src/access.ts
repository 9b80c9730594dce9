import { hash, randomBytes } from 'node:crypto';
import { type Account, type Catalogue, Fault, randomId, type Token } from '@meridian/store';
import { hashPassword } from './passwords.ts';
import type { Caller } from './rights.ts';

/** What the first start sets up; what is absent is generated. */
export type FirstAccount = { email: string; password: string | undefined; token: string | undefined };

/** What the operator must be told once. Absent where they had chosen it themselves. */
export type Issued = { email: string; password: string | undefined; token: string | undefined };

/** Accounts and tokens: who is calling. */
export class Access {
  readonly #catalogue: Catalogue;
  readonly #accounts = new Map<string, Account>();
  readonly #tokensByHash = new Map<string, Token>();

  private constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  static async open(catalogue: Catalogue): Promise<Access> {
    const access = new Access(catalogue);
    for (const account of await catalogue.accounts.all()) access.#accounts.set(account.id, account);
    for (const token of await catalogue.tokens.all()) access.#tokensByHash.set(token.secretHash, token);
    return access;
  }

  /** The caller behind a secret; anything but a known, unexpired token is the same fault. */
  authenticate(secret: string | undefined, now: number): Caller {
    if (!secret)
      throw new Fault('unauthorized', 'an access token is missing: send "Authorization: Bearer <token>"');
    const token = this.#tokensByHash.get(hashSecret(secret));
    const account = token && this.#accounts.get(token.account);
    if (!token || !account || (token.expiresAt !== undefined && token.expiresAt * 1000 <= now))
      throw new Fault('unauthorized', 'the access token is unknown, expired or revoked');
    return { account, token };
  }

  hasAccount(id: string): boolean {
    return this.#accounts.has(id);
  }

  /** Makes the administrator at the first start; nothing at any later one. */
  async createFirstAccount(first: FirstAccount, now: number): Promise<Issued | undefined> {
    if (this.#accounts.size > 0) return undefined;
    const password = first.password ?? randomBytes(12).toString('base64url');
    const secret = first.token ?? randomBytes(24).toString('base64url');
    const account: Account = {
      id: randomId(20),
      email: first.email,
      passwordHash: await hashPassword(password),
      admin: true,
      createdAt: now,
    };
    await this.#catalogue.accounts.add(account);
    this.#accounts.set(account.id, account);
    await this.#addToken({
      id: randomId(22),
      secretHash: hashSecret(secret),
      account: account.id,
      issuedAt: Math.floor(now / 1000),
      description: 'made at the first start: all rights',
      rights: {},
    });
    return {
      email: first.email,
      password: first.password === undefined ? password : undefined,
      token: first.token === undefined ? secret : undefined,
    };
  }

  async #addToken(token: Token): Promise<void> {
    await this.#catalogue.tokens.add(token);
    this.#tokensByHash.set(token.secretHash, token);
  }
}

/** Secrets are long and random: a plain hash is enough, and looking one up by it reveals nothing through timing. */
function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}
