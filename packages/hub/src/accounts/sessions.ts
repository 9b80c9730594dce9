import { type Account, type Catalogue, Fault, type SessionHolder } from '@meridian/store';
import type { Audit } from '../audit/audit.ts';
import { defaultAppId } from './accounts.ts';
import type { LastUses } from './last-uses.ts';
import type { Caller } from './rights.ts';
import { hashSecret, newSecret, sameSecret, sign } from './secrets.ts';

/** How long one stays signed in, in milliseconds. */
export type SessionLifetimes = { usual: number; remembered: number };

/** Someone just signed in: the id goes into a cookie and is stored nowhere else. */
export type NewSession = { id: string; account: Account; expiresAt: number; csrfToken: string };

/** A session as its account sees it. `program`: what the browser or program that used it last calls itself. */
export type ListedSession = {
  id: string;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number;
  program: string | undefined;
  current: boolean;
};

/** Who is signed in, stored by the server: a session can be ended from either side. */
export class Sessions {
  readonly #catalogue: Catalogue;
  readonly #key: string;
  readonly #lifetimes: SessionLifetimes;
  readonly #audit: Audit;
  readonly #lastUses: LastUses;

  constructor(
    catalogue: Catalogue,
    key: string,
    lifetimes: SessionLifetimes,
    audit: Audit,
    lastUses: LastUses,
  ) {
    this.#audit = audit;
    this.#lastUses = lastUses;
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
  async authenticate(ids: Iterable<string>, now: number, program?: string): Promise<SessionHolder> {
    await this.#catalogue.refresh();
    for (const id of new Set(ids)) {
      const holder = await this.#catalogue.sessions.byIdHash(hashSecret(id));
      if (!holder || holder.account.disabled || holder.session.expiresAt <= now) continue;
      this.#lastUses.record(holder.session.idHash, holder.account.id, now, program);
      return holder;
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

  /** The sessions of the account that have not expired, the newest first; `current` is the one that asks. */
  async list({ session: current, account }: SessionHolder, now: number): Promise<ListedSession[]> {
    const sessions = await this.#catalogue.sessions.ofAccount(account.id);
    const uses = await this.#lastUses.of(account.id);
    return sessions
      .filter(({ expiresAt }) => expiresAt > now)
      .sort((a, b) => b.createdAt - a.createdAt)
      .map(({ idHash, createdAt, expiresAt }) => {
        const { at = createdAt, program } = uses[idHash] ?? {};
        const isCurrent = idHash === current.idHash;
        return { id: publicId(idHash), createdAt, expiresAt, lastUsedAt: at, program, current: isCurrent };
      });
  }

  /** Ends one by the id that `list` gives it. False where the account has no such session. */
  async endListed({ id: account }: Account, id: string): Promise<boolean> {
    const sessions = await this.#catalogue.sessions.ofAccount(account);
    const found = sessions.find(({ idHash }) => publicId(idHash) === id);
    if (!found) return false;
    await this.#catalogue.sessions.remove(found.idHash, this.#audit.entry('session.end', { account }));
    return true;
  }

  /** Proves that a request comes from a page of ours: others can send the cookies but not read this. */
  csrfToken(sessionId: string): string {
    return sign(this.#key, 'csrf of a session', sessionId);
  }

  isCsrfToken(token: string, sessionIds: Iterable<string>): boolean {
    return [...sessionIds].some((id) => sameSecret(token, this.csrfToken(id)));
  }
}

/** Enough of the hash to tell sessions apart; it opens nothing. */
function publicId(idHash: string): string {
  return idHash.slice(0, 22);
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
