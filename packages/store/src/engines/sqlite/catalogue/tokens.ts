import type { DatabaseSync } from 'node:sqlite';
import type { Token, TokenTable } from '../../../catalogue.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import { accountTable } from './accounts.ts';
import { insertToken } from './insert-token.ts';
import type { Synchronous } from './synchronous.ts';

const TOKEN = 'SELECT id, secret_hash AS secretHash, account, body FROM token';

export function tokenTable(database: DatabaseSync): Synchronous<TokenTable> {
  const accounts = accountTable(database);
  const find = (where: string, value: string) => {
    const row = database.prepare(`${TOKEN} WHERE ${where} = ?`).get(value);
    return row && toToken(row);
  };
  return {
    ofAccount(account) {
      return database.prepare(`${TOKEN} WHERE account = ? ORDER BY rowid`).all(account).map(toToken);
    },
    byId(id) {
      return find('id', id);
    },
    bySecret(secretHash) {
      const token = find('secret_hash', secretHash);
      const account = token && accounts.byId(token.account);
      return account && { token, account };
    },
    add(token) {
      insertToken(database, token);
    },
    remove(id) {
      return database.prepare('DELETE FROM token WHERE id = ?').run(id).changes === 1;
    },
  };
}

function toToken({ body, ...row }: Record<string, unknown>): Token {
  return { ...row, ...(parseStored(body as string) as object) } as Token;
}
