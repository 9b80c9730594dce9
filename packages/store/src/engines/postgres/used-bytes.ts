import { columnTablesOf } from './columns/column-tables.ts';
import type { Database } from './database.ts';
import { densityTablesOf } from './density/density-tables.ts';
import { historyTableOf } from './table-name.ts';
import { textArray } from './text-key.ts';
import { blockTablesOf } from './tile-blocks/tile-block-tables.ts';

/**
 * Bytes of spaces: the texts of their features, which every write keeps count of, and the tables of history and derived data.
 * The table of the features itself says less: what deletes leave free in it stays a part of it.
 */
export async function usedBytes(database: Database, storageKeys: readonly string[]): Promise<number[]> {
  const tables = storageKeys.flatMap((storageKey) =>
    [
      historyTableOf(storageKey),
      ...Object.values(densityTablesOf(storageKey)),
      ...Object.values(blockTablesOf(storageKey)),
      ...Object.values(columnTablesOf(storageKey)),
    ].map((table) => ({ storageKey, table })),
  );
  const rows = await database.rows<{ storageKey: string; bytes: number }>(
    `SELECT content.place AS "storageKey", (content.bytes + coalesce(sum(pg_total_relation_size(to_regclass(name))), 0))::bigint AS bytes
       FROM unnest($1::text[], $2::text[]) AS beside (place, name) JOIN content USING (place)
       GROUP BY content.place, content.bytes`,
    [textArray(tables.map(({ storageKey }) => storageKey)), textArray(tables.map(({ table }) => table))],
  );
  const found = new Map(rows.map(({ storageKey, bytes }) => [storageKey, bytes]));
  return storageKeys.map((storageKey) => found.get(storageKey) ?? 0);
}
