import type { DatabaseSync } from 'node:sqlite';
import type { Token } from '../../../catalogue.ts';

export function insertToken(database: DatabaseSync, { id, secretHash, account, ...body }: Token): void {
  database
    .prepare('INSERT INTO token VALUES (?, ?, ?, ?)')
    .run(id, secretHash, account, JSON.stringify(body));
}
