import type { DatabaseSync } from 'node:sqlite';
import type { Session, SessionTable } from '../../../catalogue.ts';
import { accountTable } from './accounts.ts';
import type { Synchronous } from './synchronous.ts';

export function sessionTable(database: DatabaseSync): Synchronous<SessionTable> {
  const accounts = accountTable(database);
  return {
    add({ idHash, account, createdAt, expiresAt }, passwordHash) {
      const { changes } = database
        .prepare(
          `INSERT INTO session (id_hash, account, created_at, expires_at) SELECT ?, id, ?, ? FROM account
            WHERE id = ? AND password_hash = ? AND NOT disabled`,
        )
        .run(idHash, createdAt, expiresAt, account, passwordHash);
      return changes === 1;
    },
    byIdHash(idHash) {
      const row = database
        .prepare(
          `SELECT id_hash AS idHash, account, created_at AS createdAt, expires_at AS expiresAt, client
            FROM session WHERE id_hash = ?`,
        )
        .get(idHash);
      if (!row) return undefined;
      const { client, ...rest } = row;
      const session = (client === null ? rest : { ...rest, client }) as Session;
      return { session, account: accounts.byId(session.account)! };
    },
    setClient(idHash, client) {
      database.prepare('UPDATE session SET client = ? WHERE id_hash = ?').run(client, idHash);
    },
    remove(idHash) {
      database.prepare('DELETE FROM session WHERE id_hash = ?').run(idHash);
    },
    removeExpired(now) {
      database.prepare('DELETE FROM session WHERE expires_at <= ?').run(now);
    },
  };
}
