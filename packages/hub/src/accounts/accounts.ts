import {
  type Account,
  type AccountChange,
  type Catalogue,
  Fault,
  invalid,
  isObject,
  type JsonObject,
  mergePatch,
  missing,
  randomId,
  type Token,
} from '@meridian/store';
import type { Audit } from '../audit/audit.ts';
import { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import { readMembers } from '../members.ts';
import { ACCOUNT_MEMBERS, normalizeEmail, readEmail } from './account-members.ts';
import { MAX_BYTES } from './byte-quota.ts';
import { generatePassword, type PasswordHashes, readNewPassword } from './passwords.ts';
import type { Caller } from './rights.ts';

const LARGEST_PROFILE = 16 * 1024;

/** Set by the server or by administrators: not part of what an account says about itself. */
const RESERVED = ['aid', 'email', 'createdAt', 'apps', 'admin', 'disabled', 'password', MAX_BYTES];

/** How it is to be made; without a password one is generated. */
export type NewAccount = { email: string; password?: string | undefined; admin?: boolean };

/** Those who may sign in. */
export class Accounts {
  readonly #catalogue: Catalogue;
  readonly #audit: Audit;
  readonly #hashes: PasswordHashes;
  /** Changes happen one by one, so that never the last two administrators go at once. */
  readonly #mutex = new KeyedMutex();

  constructor(catalogue: Catalogue, audit: Audit, hashes: PasswordHashes) {
    this.#catalogue = catalogue;
    this.#audit = audit;
    this.#hashes = hashes;
  }

  async list(): Promise<Account[]> {
    return this.#catalogue.accounts.all();
  }

  /** By id, or by email. */
  async find(name: string): Promise<Account> {
    const { accounts } = this.#catalogue;
    const account = (await accounts.byId(name)) ?? (await accounts.byEmail(normalizeEmail(name)));
    if (!account) throw missing();
    return account;
  }

  /** The password comes back only where it was generated. */
  async create(
    { email, password, admin = false }: NewAccount,
    now: number,
    tokenFor?: (account: Account) => Token,
  ): Promise<{ account: Account; password: string | undefined }> {
    const generated = password === undefined ? await generatePassword() : undefined;
    const account: Account = {
      id: randomId(20),
      email: readEmail(email),
      passwordHash: generated?.hash ?? (await this.#hashes.of(readNewPassword(password, 'password'))),
      admin,
      disabled: false,
      createdAt: now,
      appId: randomId(20),
      profile: {},
    };
    const token = tokenFor?.(account);
    const entry = this.#audit.entry('account.create', {
      subject: account.id,
      details: { admin, ...(token ? { created: token.id } : {}) },
    });
    if (!(await this.#catalogue.accounts.add(account, token, entry)))
      throw new Fault(
        'conflict',
        `there is an account with the email ${JSON.stringify(account.email)} already`,
      );
    return { account, password: generated?.password };
  }

  /** Ends all sessions but the given one. */
  async setPassword(id: string, password: string, keepSession?: string): Promise<Account> {
    const passwordHash = await this.#hashes.of(readNewPassword(password, 'password'));
    return this.#change(
      id,
      { passwordHash, endSessions: { except: keepSession } },
      { changed: ['password'] },
    );
  }

  /** Bytes, `unlimited`, or null for the default of the hub. */
  setMaxBytes(id: string, maxBytes: number | string | null): Promise<Account> {
    return this.update(id, { [MAX_BYTES]: maxBytes }, Date.now());
  }

  setDisabled(id: string, disabled: boolean): Promise<Account> {
    return this.update(id, { disabled }, Date.now());
  }

  /**
   * Changes what the body names, all of it or nothing. A disabled account is signed out, and its tokens are refused
   * for as long as it is disabled. Unknown members are stored as the account's own data.
   */
  update(id: string, body: JsonObject, now: number): Promise<Account> {
    return this.#mutex.run('change', async () => {
      const account = await this.find(id);
      const { admin, disabled, password, maxBytes } = readMembers(ACCOUNT_MEMBERS, body, { nulls: 'values' });
      if (admin === false || disabled === true) await this.#requireOtherAdmin(id);
      const change: AccountChange = {
        profile: withMaxBytes(describe(account.profile, body, now), maxBytes),
        ...(admin === undefined ? {} : { admin }),
        ...(disabled === undefined ? {} : { disabled }),
        ...(password === undefined ? {} : { passwordHash: await this.#hashes.of(password) }),
        ...(password === undefined && disabled !== true ? {} : { endSessions: { except: undefined } }),
      };
      const named = { admin, disabled, password, maxBytes };
      const changed = Object.keys(named).filter((name) => named[name as keyof typeof named] !== undefined);
      return this.#change(
        id,
        change,
        // What an account says about itself is no matter of access.
        changed.length > 0 ? { changed, ...withoutUndefined({ admin, disabled }) } : undefined,
      );
    });
  }

  async #change(id: string, change: AccountChange, details: JsonObject | undefined): Promise<Account> {
    const entry = details && this.#audit.entry('account.change', { subject: id, details });
    const changed = await this.#catalogue.accounts.change(id, change, entry);
    if (!changed) throw missing();
    return changed;
  }

  async #requireOtherAdmin(id: string): Promise<void> {
    const accounts = await this.list();
    if (!accounts.some((account) => account.id !== id && account.admin && !account.disabled))
      throw new Fault('conflict', 'this is the last administrator: make another one first');
  }
}

function withoutUndefined(members: { [name: string]: boolean | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** What an account says about itself, merged with what it says now. */
function describe(profile: JsonObject, body: JsonObject, now: number): JsonObject {
  const { tcAccepted, ...said } = body;
  for (const name of RESERVED) delete said[name];
  const merged = mergePatch(profile, said);
  if (tcAccepted === true) merged.tcAcceptedAt = now;
  if (Buffer.byteLength(JSON.stringify(merged)) > LARGEST_PROFILE)
    throw invalid(`the profile of an account may take ${LARGEST_PROFILE} bytes at most`);
  return merged;
}

function withMaxBytes(profile: JsonObject, maxBytes: number | string | null | undefined): JsonObject {
  return maxBytes === undefined ? profile : mergePatch(profile, { [MAX_BYTES]: maxBytes });
}

/** The app of tokens that name none: the one the account has chosen, or its first. */
export function defaultAppId({ appId, profile }: Account): string {
  return typeof profile.defaultAppId === 'string' && profile.defaultAppId !== ''
    ? profile.defaultAppId
    : appId;
}

export function requireAdmin(account: Account): void {
  if (!account.admin) throw new Fault('forbidden', 'only administrators may do this');
}

/** The same for callers with a token: one with few rights says little of what its account may. */
export function requireFullAdmin({ account, token, isAnonymous }: Caller): void {
  requireAdmin(account);
  if (isAnonymous || Object.keys(token.rights).length > 0 || token.project !== undefined)
    throw new Fault('forbidden', 'this needs a token with all rights of an administrator');
}

export function readAccountBody(body: unknown): JsonObject {
  if (!isObject(body)) throw invalid('the request body must be a JSON object');
  return body;
}
