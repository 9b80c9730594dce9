import type { DatabaseSync } from 'node:sqlite';
import type { Token, TokenTable } from '../../catalogue.ts';
import type { Synchronous } from './synchronous.ts';

export function tokenTable(database: DatabaseSync): Synchronous<TokenTable> {
  return {
    all() {
      return database
        .prepare('SELECT id, secret_hash AS secretHash, account, body FROM token')
        .all()
        .map(({ body, ...row }) => ({ ...row, ...JSON.parse(body as string) }) as Token);
    },
    add({ id, secretHash, account, ...body }) {
      database
        .prepare('INSERT INTO token VALUES (?, ?, ?, ?)')
        .run(id, secretHash, account, JSON.stringify(body));
    },
  };
}
