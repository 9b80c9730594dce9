import type { DatabaseSync } from 'node:sqlite';
import type { Account, AccountTable } from '../../catalogue.ts';
import type { Synchronous } from './synchronous.ts';

export function accountTable(database: DatabaseSync): Synchronous<AccountTable> {
  return {
    all() {
      return database
        .prepare(
          'SELECT id, email, password_hash AS passwordHash, admin, created_at AS createdAt FROM account',
        )
        .all()
        .map((row) => ({ ...row, admin: row.admin === 1 }) as Account);
    },
    add({ id, email, passwordHash, admin, createdAt }) {
      database
        .prepare('INSERT INTO account VALUES (?, ?, ?, ?, ?)')
        .run(id, email, passwordHash, admin ? 1 : 0, createdAt);
    },
  };
}
