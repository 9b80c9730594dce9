import type { Account, AccountTable } from '../../../catalogue.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import type { JsonObject } from '../../../model/json/own.ts';
import type { Database } from '../database.ts';
import { toKey } from '../text-key.ts';

export const ACCOUNT_COLUMNS = `account.id, email, password_hash AS "passwordHash", admin, disabled,
  created_at AS "createdAt", app_id AS "appId", profile`;

/** A row of ACCOUNT_COLUMNS. */
export type AccountRow = Omit<Account, 'profile'> & { profile: string };

export function accountTable(database: Database): AccountTable {
  const find = async (where: string, value: string) => {
    const row = await database.first<AccountRow>(
      `SELECT ${ACCOUNT_COLUMNS} FROM account WHERE ${where} = $1`,
      [value],
    );
    return row && toAccount(row);
  };
  return {
    async all() {
      return (await database.rows<AccountRow>(`SELECT ${ACCOUNT_COLUMNS} FROM account ORDER BY serial`)).map(
        toAccount,
      );
    },
    byId: (id) => find('id', toKey(id)),
    byEmail: (email) => find('email', JSON.stringify(email)),
    async add({ id, email, passwordHash, admin, disabled, createdAt, appId, profile }, token) {
      const { id: tokenId = null, secretHash = null, account: _, ...body } = token ?? {};
      const made = await database.rows(
        `WITH made AS (
           INSERT INTO account (id, email, password_hash, admin, disabled, created_at, app_id, profile)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (email) DO NOTHING RETURNING id
         ), its_token AS (
           INSERT INTO token (id, secret_hash, account, body)
           SELECT $9, $10, id, $11 FROM made WHERE $9::text IS NOT NULL
         ) SELECT id FROM made`,
        [
          ...[id, JSON.stringify(email), passwordHash, admin, disabled, createdAt, appId],
          ...[JSON.stringify(profile), tokenId, secretHash, JSON.stringify(body)],
        ],
      );
      return made.length === 1;
    },
    async change(id, { passwordHash, admin, disabled, profile, endSessions }) {
      const row = await database.first<AccountRow>(
        `WITH version AS MATERIALIZED (SELECT next_version()), ended AS (
           DELETE FROM session WHERE $6 AND account = $1 AND id_hash <> $7
         ) UPDATE account SET password_hash = coalesce($2, password_hash), admin = coalesce($3, admin),
             disabled = coalesce($4, disabled), profile = coalesce($5, profile)
           FROM version WHERE id = $1 RETURNING ${ACCOUNT_COLUMNS}`,
        [
          ...[toKey(id), passwordHash ?? null, admin ?? null, disabled ?? null],
          ...[profile ? JSON.stringify(profile) : null, endSessions !== undefined, endSessions?.except ?? ''],
        ],
      );
      return row && toAccount(row);
    },
  };
}

export function toAccount({ email, profile, ...row }: AccountRow): Account {
  return { ...row, email: JSON.parse(email), profile: parseStored(profile) as JsonObject };
}
