import type { ProjectFilter, ProjectHead, ProjectRecord, ProjectTable } from '../../../catalogue.ts';
import type { Database, Value } from '../database.ts';
import { toKey } from '../text-key.ts';

/** A page holds no more text than this (but at least one project), so that long lists need little memory. */
const PAGE_CHARACTERS = 4 * 1024 * 1024;

const HEAD = 'serial, id, owner, published, revision';
const COLUMNS = `${HEAD}, text`;

export function projectTable(database: Database): ProjectTable {
  const find = async (sql: string, ...values: Value[]) => {
    const row = await database.first<ProjectRecord>(sql, values);
    return row && toRecord(row);
  };
  return {
    get: (id) => find(`SELECT ${COLUMNS} FROM project WHERE key = $1`, toKey(id)),
    async head(id) {
      const row = await database.first<ProjectHead>(`SELECT ${HEAD} FROM project WHERE key = $1`, [
        toKey(id),
      ]);
      return row && { ...row, id: JSON.parse(row.id) };
    },
    add: (id, { owner, published, text }) =>
      find(
        `INSERT INTO project (key, id, owner, published, revision, text) VALUES ($1, $2, $3, $4, 1, $5)
         ON CONFLICT (key) DO NOTHING RETURNING ${COLUMNS}`,
        ...[toKey(id), JSON.stringify(id), owner, published, text],
      ),
    update: ({ serial, revision }, { owner, published, text }) =>
      find(
        `UPDATE project SET owner = $1, published = $2, text = $3, revision = revision + 1
         WHERE serial = $4 AND revision = $5 RETURNING ${COLUMNS}`,
        ...[owner, published, text, serial, revision],
      ),
    async remove({ serial, revision }) {
      const gone = await find(
        `DELETE FROM project WHERE serial = $1 AND revision = $2 RETURNING ${COLUMNS}`,
        ...[serial, revision],
      );
      return gone !== undefined;
    },
    async page(filter, after, limit) {
      const rows = await database.rows<ProjectRecord & { before: string; found: number }>(
        `SELECT * FROM (
           SELECT ${COLUMNS}, sum(length(text)) OVER (ORDER BY serial) - length(text) AS before,
             count(*) OVER () AS found
           FROM (SELECT * FROM project WHERE serial > $1 AND (${conditionOf(filter)})
             ORDER BY serial LIMIT $3 + 1) AS those
         ) AS summed WHERE before < ${PAGE_CHARACTERS} ORDER BY serial LIMIT $3`,
        [after, filter.account, limit],
      );
      const projects = rows.map(({ before: _, found: __, ...row }) => toRecord(row));
      return { projects, more: (rows[0]?.found ?? 0) > projects.length };
    },
  };
}

function conditionOf({ own, others }: ProjectFilter): string {
  if (own && others) return 'owner = $2 OR published';
  return others ? 'published AND owner <> $2' : 'owner = $2';
}

function toRecord(row: ProjectRecord): ProjectRecord {
  return { ...row, id: JSON.parse(row.id) };
}
