import type { Token, TokenTable } from '../../../catalogue.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import type { Database } from '../database.ts';
import { toKey } from '../text-key.ts';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './accounts.ts';

const TOKEN = 'SELECT id, secret_hash AS "secretHash", account, body FROM token';

type TokenRow = Pick<Token, 'id' | 'secretHash' | 'account'> & { body: string };

export function tokenTable(database: Database): TokenTable {
  return {
    async ofAccount(account) {
      const rows = await database.rows<TokenRow>(`${TOKEN} WHERE account = $1 ORDER BY serial`, [
        toKey(account),
      ]);
      return rows.map(toToken);
    },
    async byId(id) {
      const row = await database.first<TokenRow>(`${TOKEN} WHERE id = $1`, [toKey(id)]);
      return row && toToken(row);
    },
    async bySecret(secretHash) {
      const row = await database.first<AccountRow & { tokenId: string; body: string }>(
        `SELECT token.id AS "tokenId", body, ${ACCOUNT_COLUMNS} FROM token JOIN account ON account.id = account
          WHERE secret_hash = $1`,
        [secretHash],
      );
      if (!row) return undefined;
      const { tokenId, body, ...account } = row;
      return {
        token: toToken({ id: tokenId, secretHash, account: account.id, body }),
        account: toAccount(account),
      };
    },
    async add({ id, secretHash, account, ...body }) {
      await database.rows('INSERT INTO token (id, secret_hash, account, body) VALUES ($1, $2, $3, $4)', [
        ...[id, secretHash, account, JSON.stringify(body)],
      ]);
    },
    async remove(id) {
      const gone = await database.rows(
        `WITH version AS MATERIALIZED (SELECT next_version())
         DELETE FROM token USING version WHERE id = $1 RETURNING 1`,
        [toKey(id)],
      );
      return gone.length === 1;
    },
  };
}

function toToken({ body, ...row }: TokenRow): Token {
  return { ...row, ...(parseStored(body) as object) } as Token;
}
