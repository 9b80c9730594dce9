import type { DatabaseSync } from 'node:sqlite';
import type { SpaceRecord, SpaceTable } from '../../../catalogue.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import { transaction } from '../database.ts';
import { newFileName } from '../space-files.ts';
import type { Synchronous } from './synchronous.ts';

export function spaceTable(database: DatabaseSync): Synchronous<Omit<SpaceTable, 'known'>> {
  const run = (sql: string, ...values: string[]) => database.prepare(sql).run(...values);
  const spacesOf = (owner: string) =>
    database.prepare("SELECT count(*) AS count FROM space WHERE body ->> '$.owner' = ?").get(owner)!
      .count as number;
  return {
    all() {
      return database
        .prepare('SELECT serial, id, file AS storageKey, body FROM space ORDER BY serial')
        .all()
        .map(({ body, ...row }) => ({ ...row, definition: parseStored(body as string) }) as SpaceRecord);
    },
    reserve(id) {
      const storageKey = newFileName(id);
      run('INSERT INTO stray_file VALUES (?)', storageKey);
      return { id, storageKey };
    },
    add({ id, storageKey }, definition, maxOfOwner) {
      return transaction(database, () => {
        if (maxOfOwner !== undefined && spacesOf(definition.owner as string) >= maxOfOwner) return 'tooMany';
        const added = database
          .prepare(
            'INSERT INTO space (id, file, body) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING serial',
          )
          .get(id, storageKey, JSON.stringify(definition));
        if (!added) return 'taken';
        run('DELETE FROM stray_file WHERE file = ?', storageKey);
        return { id, storageKey, serial: added.serial as number, definition };
      });
    },
    update(before, definition) {
      const { changes } = database
        .prepare('UPDATE space SET body = ? WHERE serial = ? AND body = ?')
        .run(JSON.stringify(definition), before.serial, JSON.stringify(before.definition));
      return changes === 1 ? { ...before, definition } : undefined;
    },
    remove({ id, storageKey }) {
      return transaction(database, () => {
        const { changes } = run('DELETE FROM space WHERE id = ? AND file = ?', id, storageKey);
        if (changes === 1) run('INSERT INTO stray_file VALUES (?)', storageKey);
        return changes === 1;
      });
    },
    orphans() {
      return database
        .prepare('SELECT file FROM stray_file')
        .all()
        .map(({ file }) => file as string);
    },
    forget(storageKey) {
      run('DELETE FROM stray_file WHERE file = ?', storageKey);
    },
  };
}
