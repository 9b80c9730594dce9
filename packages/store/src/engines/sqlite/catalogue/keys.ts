import type { DatabaseSync } from 'node:sqlite';
import type { KeyTable } from '../../../catalogue.ts';
import type { Synchronous } from './synchronous.ts';

export function keyTable(database: DatabaseSync): Synchronous<KeyTable> {
  return {
    getOrAdd(name, key) {
      database.prepare('INSERT INTO server_key VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, key);
      return database.prepare('SELECT value FROM server_key WHERE name = ?').get(name)!.value as string;
    },
  };
}
