import type { DatabaseSync } from 'node:sqlite';
import type { KnownAddressTable } from '../../../catalogue.ts';
import { transaction } from '../database.ts';
import type { Synchronous } from './synchronous.ts';

export function knownAddressTable(database: DatabaseSync): Synchronous<KnownAddressTable> {
  return {
    has(account, address) {
      return (
        database
          .prepare('SELECT 1 FROM familiar_place WHERE account = ? AND place = ?')
          .get(account, address) !== undefined
      );
    },
    add(account, address, now, most) {
      transaction(database, () => {
        database
          .prepare(
            `INSERT INTO familiar_place VALUES (?, ?, ?)
              ON CONFLICT (account, place) DO UPDATE SET seen_at = excluded.seen_at`,
          )
          .run(account, address, now);
        database
          .prepare(
            `DELETE FROM familiar_place WHERE account = ?1 AND place NOT IN (
              SELECT place FROM familiar_place WHERE account = ?1 ORDER BY seen_at DESC LIMIT ?2)`,
          )
          .run(account, most);
      });
    },
  };
}
