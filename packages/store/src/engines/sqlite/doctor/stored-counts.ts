import type { DatabaseSync } from 'node:sqlite';
import type { StoredCounts } from '../../../transfer/diagnosis.ts';

/** What a file says it has, and how many entries its indexes have. */
export function readCounts(database: DatabaseSync): StoredCounts {
  const one = (sql: string) => database.prepare(sql).get() as Record<string, number> | undefined;
  const map = (sql: string) =>
    new Map(
      database
        .prepare(sql)
        .all()
        .map(({ key, count }) => [key as string, count as number]),
    );
  const content = one('SELECT count, bytes, last_seq AS lastSeq FROM content');
  return {
    count: content?.count ?? 0,
    bytes: content?.bytes ?? 0,
    lastSeq: content?.lastSeq ?? 0,
    boxes: one('SELECT count(*) AS count FROM box JOIN feature USING (seq)')!.count!,
    tagEntries: one('SELECT count(*) AS count FROM tag JOIN feature USING (seq)')!.count!,
    tags: map('SELECT tag AS key, count FROM tag_count'),
    properties: map("SELECT key || ' ' || datatype AS key, count FROM property_count"),
    geometries: map('SELECT CAST(geometry_type AS TEXT) AS key, count FROM geometry_count WHERE count <> 0'),
  };
}
