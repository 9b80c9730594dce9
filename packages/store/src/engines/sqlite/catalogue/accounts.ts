import type { DatabaseSync } from 'node:sqlite';
import type { Account, AccountTable } from '../../../catalogue.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import { transaction } from '../database.ts';
import { insertToken } from './insert-token.ts';
import type { Synchronous } from './synchronous.ts';

const ACCOUNT = `SELECT id, email, password_hash AS passwordHash, admin, disabled, created_at AS createdAt,
  app_id AS appId, profile FROM account`;

export function accountTable(database: DatabaseSync): Synchronous<AccountTable> {
  const find = (where: string, value: string) => {
    const row = database.prepare(`${ACCOUNT} WHERE ${where} = ?`).get(value);
    return row && toAccount(row);
  };
  return {
    all() {
      return database.prepare(`${ACCOUNT} ORDER BY rowid`).all().map(toAccount);
    },
    byId(id) {
      return find('id', id);
    },
    byEmail(email) {
      return find('email', email);
    },
    add({ id, email, passwordHash, admin, disabled, createdAt, appId, profile }, token) {
      return transaction(database, () => {
        const { changes } = database
          .prepare('INSERT INTO account VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (email) DO NOTHING')
          .run(
            id,
            email,
            passwordHash,
            Number(admin),
            Number(disabled),
            createdAt,
            appId,
            JSON.stringify(profile),
          );
        if (changes === 1 && token) insertToken(database, token);
        return changes === 1;
      });
    },
    change(id, { passwordHash, admin, disabled, profile, endSessions }) {
      return transaction(database, () => {
        database
          .prepare(
            `UPDATE account SET password_hash = coalesce(?, password_hash), admin = coalesce(?, admin),
              disabled = coalesce(?, disabled), profile = coalesce(?, profile) WHERE id = ?`,
          )
          .run(
            passwordHash ?? null,
            admin === undefined ? null : Number(admin),
            disabled === undefined ? null : Number(disabled),
            profile === undefined ? null : JSON.stringify(profile),
            id,
          );
        if (endSessions)
          database
            .prepare('DELETE FROM session WHERE account = ? AND id_hash <> ?')
            .run(id, endSessions.except ?? '');
        return find('id', id);
      });
    },
  };
}

/** A row of the account table as its columns are named in ACCOUNT. */
export function toAccount(row: Record<string, unknown>): Account {
  return {
    ...row,
    admin: row.admin === 1,
    disabled: row.disabled === 1,
    profile: parseStored(row.profile as string),
  } as Account;
}
