import type { SpaceTable } from '../../../catalogue.ts';
import { Fault } from '../../../model/fault.ts';
import { parseStored } from '../../../model/json/exact-json.ts';
import type { JsonObject } from '../../../model/json/own.ts';
import type { Database } from '../database.ts';
import { newTableName } from '../table-name.ts';
import type { SharedMemory } from './shared-memory.ts';

/** Lets other processes see whether the one that creates or deletes it is still alive. */
const MY_CONNECTION = 'pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()';

export function spaceTable(database: Database, memory: SharedMemory): SpaceTable {
  return {
    known: memory.known,
    async all() {
      const rows = await database.rows<{ serial: number; id: string; storageKey: string; body: string }>(
        'SELECT serial, id, place AS "storageKey", body FROM space ORDER BY serial',
      );
      return rows.map(({ body, ...row }) => ({ ...row, definition: parseStored(body) as JsonObject }));
    },
    async reserve(id) {
      const storageKey = newTableName(id);
      await database.rows(`INSERT INTO stray_place SELECT $1, ${MY_CONNECTION}`, [storageKey]);
      return { id, storageKey };
    },
    async add({ id, storageKey }, definition, maxOfOwner) {
      const owner = typeof definition.owner === 'string' ? definition.owner : null;
      const row = await database.first<{ serial: number }>('SELECT add_space($1, $2, $3, $4, $5) AS serial', [
        id,
        storageKey,
        owner,
        JSON.stringify(definition),
        maxOfOwner ?? null,
      ]);
      const { serial } = row!;
      if (serial === -2) throw new Fault('unavailable', 'the space could not be made in time; try again', 1);
      if (serial === -1) return 'tooMany';
      if (serial === 0) return 'taken';
      await memory.refresh();
      return { id, storageKey, serial, definition };
    },
    async update(before, definition) {
      const owner = typeof definition.owner === 'string' ? definition.owner : null;
      const changed = await database.rows(
        `WITH version AS MATERIALIZED (SELECT next_version() AS version)
         UPDATE space SET body = $1, owner = $2, changed = version.version FROM version
          WHERE serial = $3 AND body = $4 RETURNING 1`,
        [JSON.stringify(definition), owner, before.serial, JSON.stringify(before.definition)],
      );
      await memory.refresh();
      return changed.length === 0 ? undefined : { ...before, definition };
    },
    async remove({ id, storageKey }) {
      const gone = await database.rows(
        `WITH version AS MATERIALIZED (SELECT next_version()), gone AS (
           DELETE FROM space USING version WHERE id = $1 AND place = $2 RETURNING 1
         ) INSERT INTO stray_place SELECT $2, ${MY_CONNECTION} AND EXISTS (SELECT FROM gone) RETURNING 1`,
        [id, storageKey],
      );
      await memory.refresh();
      return gone.length === 1;
    },
    async orphans() {
      return (
        await database.rows<{ storageKey: string }>('SELECT place AS "storageKey" FROM stray_place')
      ).map(({ storageKey }) => storageKey);
    },
    async forget(storageKey) {
      await database.rows('DELETE FROM stray_place WHERE place = $1', [storageKey]);
    },
  };
}
