import { type Account, type Catalogue, Fault, type SessionHolder } from '@meridian/store';
import type { Audit } from '../audit/audit.ts';
import { defaultAppId } from './accounts.ts';
import type { Caller } from './rights.ts';
import { hashSecret, newSecret, sameSecret, sign } from './secrets.ts';

/** How long one stays signed in, in milliseconds. */
export type SessionLifetimes = { usual: number; remembered: number };

/** Someone just signed in: the id goes into a cookie and is stored nowhere else. */
export type NewSession = { id: string; account: Account; expiresAt: number; csrfToken: string };

/** Who is signed in, stored by the server: a session can be ended from either side. */
export class Sessions {
  readonly #catalogue: Catalogue;
  readonly #key: string;
  readonly #lifetimes: SessionLifetimes;
  readonly #audit: Audit;

  constructor(catalogue: Catalogue, key: string, lifetimes: SessionLifetimes, audit: Audit) {
    this.#audit = audit;
    this.#catalogue = catalogue;
    this.#key = key;
    this.#lifetimes = lifetimes;
  }

  /** Undefined where the account has changed since it was read: its password may be another one now. */
  async start(account: Account, remember: boolean, now: number): Promise<NewSession | undefined> {
    const id = newSecret();
    const expiresAt = now + (remember ? this.#lifetimes.remembered : this.#lifetimes.usual);
    const session = { idHash: hashSecret(id), account: account.id, createdAt: now, expiresAt };
    await this.#catalogue.sessions.removeExpired(now);
    const entry = this.#audit.entry('session.start', { account: account.id });
    const added = await this.#catalogue.sessions.add(session, account.passwordHash, entry);
    return added ? { id, account, expiresAt, csrfToken: this.csrfToken(id) } : undefined;
  }

  /** The first of these ids that is a session's; a fault where none is. What is cached of the catalogue is current then. */
  async authenticate(ids: Iterable<string>, now: number): Promise<SessionHolder> {
    await this.#catalogue.refresh();
    for (const id of new Set(ids)) {
      const holder = await this.#catalogue.sessions.byIdHash(hashSecret(id));
      if (holder && !holder.account.disabled && holder.session.expiresAt > now) return holder;
    }
    throw new Fault('notSignedIn', 'nobody is signed in');
  }

  /** Remembers which program uses the session, for requests of it that do not say so. */
  async remember({ session }: SessionHolder, client: string): Promise<void> {
    if (session.client === client) return;
    session.client = client;
    await this.#catalogue.sessions.setClient(session.idHash, client);
  }

  async end(ids: Iterable<string>, { id: account }: Account): Promise<void> {
    for (const id of new Set(ids))
      await this.#catalogue.sessions.remove(hashSecret(id), this.#audit.entry('session.end', { account }));
  }

  /** Proves that a request comes from a page of ours: others can send the cookies but not read this. */
  csrfToken(sessionId: string): string {
    return sign(this.#key, 'csrf of a session', sessionId);
  }

  isCsrfToken(token: string, sessionIds: Iterable<string>): boolean {
    return [...sessionIds].some((id) => sameSecret(token, this.csrfToken(id)));
  }
}

const SESSION_PREFIX = 'session ';

/** Whether the id of a token stands for a session. */
export function isSessionToken(id: string): boolean {
  return id.startsWith(SESSION_PREFIX);
}

/** Somebody who is signed in may do what their account may, as with a token of all rights. */
export function sessionCaller({ session, account }: SessionHolder): Caller {
  const { idHash, createdAt } = session;
  return {
    account,
    token: {
      id: `${SESSION_PREFIX}${idHash}`,
      secretHash: idHash,
      account: account.id,
      appId: defaultAppId(account),
      issuedAt: Math.floor(createdAt / 1000),
      rights: {},
    },
  };
}
