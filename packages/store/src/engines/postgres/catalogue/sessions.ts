import type { KeyTable, KnownAddressTable, Session, SessionTable } from '../../../catalogue.ts';
import type { Database } from '../database.ts';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './accounts.ts';

export function sessionTable(database: Database): SessionTable {
  return {
    async add({ idHash, account, createdAt, expiresAt }, passwordHash) {
      const added = await database.rows(
        `INSERT INTO session (id_hash, account, created_at, expires_at) SELECT $1, id, $2::bigint, $3::bigint FROM account
          WHERE id = $4 AND password_hash = $5 AND NOT disabled RETURNING 1`,
        [idHash, createdAt, expiresAt, account, passwordHash],
      );
      return added.length === 1;
    },
    async byIdHash(idHash) {
      const row = await database.first<
        AccountRow & { began: number; expiresAt: number; client: string | null }
      >(
        `SELECT session.created_at AS began, expires_at AS "expiresAt", client, ${ACCOUNT_COLUMNS.replace(
          'created_at',
          'account.created_at',
        )} FROM session JOIN account ON account.id = account WHERE id_hash = $1`,
        [idHash],
      );
      if (!row) return undefined;
      const { began, expiresAt, client, ...account } = row;
      const session: Session = { idHash, account: account.id, createdAt: began, expiresAt };
      if (client !== null) session.client = client;
      return { session, account: toAccount(account) };
    },
    async setClient(idHash, client) {
      await database.rows('UPDATE session SET client = $1 WHERE id_hash = $2', [client, idHash]);
    },
    async remove(idHash) {
      await database.rows('DELETE FROM session WHERE id_hash = $1', [idHash]);
    },
    async removeExpired(now) {
      await database.rows('DELETE FROM session WHERE expires_at <= $1', [now]);
    },
  };
}

export function knownAddressTable(database: Database): KnownAddressTable {
  return {
    async has(account, address) {
      const [row] = await database.rows('SELECT 1 FROM familiar_place WHERE account = $1 AND place = $2', [
        ...[account, address],
      ]);
      return row !== undefined;
    },
    async add(account, address, now, most) {
      await database.rows(
        `INSERT INTO familiar_place VALUES ($1, $2, $3)
          ON CONFLICT (account, place) DO UPDATE SET seen_at = excluded.seen_at`,
        [account, address, now],
      );
      await database.rows(
        `DELETE FROM familiar_place WHERE account = $1 AND place NOT IN (
          SELECT place FROM familiar_place WHERE account = $1 ORDER BY seen_at DESC LIMIT $2)`,
        [account, most],
      );
    },
  };
}

export function keyTable(database: Database): KeyTable {
  return {
    async getOrAdd(name, key) {
      await database.rows('INSERT INTO server_key VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, key]);
      const row = await database.first<{ value: string }>('SELECT value FROM server_key WHERE name = $1', [
        name,
      ]);
      return row!.value;
    },
  };
}
