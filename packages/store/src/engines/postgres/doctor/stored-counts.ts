import type { StoredCounts } from '../../../transfer/diagnosis.ts';
import type { Session } from '../session.ts';
import { tableOf } from '../table-name.ts';

type Counted = { key: string; text: string | null; count: number };

/** What the tables of counts say, and how many entries the columns that are indexed have. */
export async function readCounts(
  session: Session,
  storageKey: string,
  columns: ReadonlySet<string>,
): Promise<StoredCounts> {
  const table = tableOf(storageKey);
  const number = async (sql: string, column: string) => {
    if (!columns.has(column)) return 0;
    const [row] = await session.once<{ count: number }>(sql);
    return row!.count;
  };
  const map = async (select: string) => {
    const rows = await session.once<Counted>(select);
    return new Map(rows.map(({ key, text, count }) => [text === null ? key : textOf(key, text), count]));
  };
  const [content] = await session.once<{ count: number; bytes: number; lastSeq: number }>(
    `SELECT count, bytes, last_seq AS "lastSeq" FROM content WHERE place = '${storageKey}'`,
  );
  const where = `WHERE place = '${storageKey}' AND count <> 0`;
  return {
    ...content!,
    boxes: await number(`SELECT count(west) AS count FROM ${table}`, 'west'),
    tagEntries: await number(
      `SELECT coalesce(sum(cardinality(tags)), 0)::bigint AS count FROM ${table}`,
      'tags',
    ),
    tags: await map(`SELECT key, tag AS text, count FROM tag_count ${where}`),
    properties: await map(
      `SELECT key || ' ' || datatype AS key, name || ' ' || datatype AS text, count FROM property_count ${where}`,
    ),
    geometries: await map(
      `SELECT geometry_type::text AS key, NULL AS text, count FROM geometry_count ${where}`,
    ),
  };
}

/** A text that is another than its key is stored as JSON; the number of a type may stand behind it. */
function textOf(key: string, text: string): string {
  const [, json, type = ''] = /^(".*")( \d+)?$/s.exec(text) ?? [];
  return json === undefined ? key : (JSON.parse(json) as string) + type;
}
