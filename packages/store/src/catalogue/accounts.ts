import type { Account, AccountTable, Session, SessionTable, Token, TokenTable } from '../catalogue.ts';
import { parseStored } from '../model/json/exact-json.ts';
import type { JsonObject } from '../model/json/own.ts';
import { ask, type Effect } from '../read/effect.ts';
import { note } from './audit.ts';
import type { CatalogueRows, Rules, Tables, Where } from './rows.ts';

export function accountRules(rows: CatalogueRows): Rules<AccountTable> {
  return {
    *all() {
      return (yield* ask(() => rows.select('account', [{}]))).map(toAccount);
    },
    byId: (id) => findAccount(rows, { id }),
    byEmail: (email) => findAccount(rows, { email }),
    *add(account, token, entry) {
      const row = { ...account, profile: JSON.stringify(account.profile) };
      const isAdded = (yield* ask(() => rows.insert('account', row))) !== undefined;
      if (isAdded && token) yield* ask(() => rows.insert('token', toTokenRow(token)));
      if (isAdded) yield* note(rows, entry);
      return isAdded;
    },
    *change(id, { profile, endSessions, ...change }, entry) {
      const values = Object.entries(change).filter(([, value]) => value !== undefined);
      const changed = {
        ...Object.fromEntries(values),
        ...(profile && { profile: JSON.stringify(profile) }),
      };
      const isChanged = Object.keys(changed).length > 0;
      const [row] = isChanged ? yield* ask(() => rows.update('account', { id }, changed)) : [];
      if (endSessions) {
        const idHash = { not: endSessions.except ?? '' };
        yield* ask(() => rows.remove('session', { account: id, idHash }));
      }
      const account = row ? toAccount(row) : yield* findAccount(rows, { id });
      if (account) yield* note(rows, entry);
      return account;
    },
  };
}

export function tokenRules(rows: CatalogueRows): Rules<TokenTable> {
  function* find(where: Where<'token'>): Effect<Token | undefined> {
    const [row] = yield* ask(() => rows.select('token', [where], 1));
    return row && toToken(row);
  }
  return {
    *ofAccount(account) {
      return (yield* ask(() => rows.select('token', [{ account }]))).map(toToken);
    },
    byId: (id) => find({ id }),
    *bySecret(secretHash) {
      const token = yield* find({ secretHash });
      const account = token && (yield* findAccount(rows, { id: token.account }));
      return account && { token, account };
    },
    *add(token, entry) {
      if (!(yield* findAccount(rows, { id: token.account })))
        throw new Error(`there is no account ${token.account} to make a token for`);
      yield* ask(() => rows.insert('token', toTokenRow(token)));
      yield* note(rows, entry);
    },
    *remove(id, entry) {
      const isRemoved = (yield* ask(() => rows.remove('token', { id }))) === 1;
      if (isRemoved) yield* note(rows, entry);
      return isRemoved;
    },
  };
}

export function sessionRules(rows: CatalogueRows): Rules<SessionTable> {
  return {
    *add(session, passwordHash, entry) {
      const account = yield* findAccount(rows, { id: session.account, passwordHash, disabled: false });
      if (!account) return false;
      yield* ask(() => rows.insert('session', { ...session, client: session.client ?? null }));
      yield* note(rows, entry);
      return true;
    },
    *byIdHash(idHash) {
      const [row] = yield* ask(() => rows.select('session', [{ idHash }], 1));
      const account = row && (yield* findAccount(rows, { id: row.account }));
      if (!account) return undefined;
      return { session: toSession(row), account };
    },
    *ofAccount(account) {
      return (yield* ask(() => rows.select('session', [{ account }]))).map(toSession);
    },
    *setClient(idHash, client) {
      yield* ask(() => rows.update('session', { idHash }, { client }));
    },
    *remove(idHash, entry) {
      const gone = yield* ask(() => rows.remove('session', { idHash }));
      if (gone > 0) yield* note(rows, entry);
    },
    *removeExpired(now) {
      yield* ask(() => rows.remove('session', { expiresAt: { atMost: now } }));
    },
  };
}

function* findAccount(rows: CatalogueRows, where: Where<'account'>): Effect<Account | undefined> {
  const [row] = yield* ask(() => rows.select('account', [where], 1));
  return row && toAccount(row);
}

function toAccount({ profile, ...row }: Tables['account']): Account {
  return { ...row, profile: parseStored(profile) as JsonObject };
}

function toSession({ client, ...session }: Tables['session']): Session {
  return client === null ? session : { ...session, client };
}

function toToken({ body, ...row }: Tables['token']): Token {
  return { ...row, ...(parseStored(body) as Omit<Token, keyof typeof row>) };
}

function toTokenRow({ id, secretHash, account, ...body }: Token): Tables['token'] {
  return { id, secretHash, account, body: JSON.stringify(body) };
}
