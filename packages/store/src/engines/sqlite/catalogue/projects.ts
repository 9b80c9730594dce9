import type { DatabaseSync } from 'node:sqlite';
import type { ProjectFilter, ProjectHead, ProjectRecord, ProjectTable } from '../../../catalogue.ts';
import type { Synchronous } from './synchronous.ts';

/** A page holds no more text than this (but at least one project), so that long lists need little memory. */
const PAGE_CHARACTERS = 4 * 1024 * 1024;

const HEAD = 'serial, id, owner, published, revision';
const COLUMNS = `${HEAD}, text`;

type Row = Omit<ProjectRecord, 'published'> & { published: 0 | 1 };

export function projectTable(database: DatabaseSync): Synchronous<ProjectTable> {
  const find = (sql: string, ...values: (string | number)[]): ProjectRecord | undefined => {
    const row = database.prepare(sql).get(...values) as Row | undefined;
    return row && toRecord(row);
  };
  return {
    get(id) {
      return find(`SELECT ${COLUMNS} FROM project WHERE id = ?`, id);
    },
    head(id) {
      const row = database.prepare(`SELECT ${HEAD} FROM project WHERE id = ?`).get(id);
      return row && toHead(row as Omit<Row, 'text'>);
    },
    add(id, { owner, published, text }) {
      return find(
        `INSERT INTO project (id, owner, published, revision, text) VALUES (?, ?, ?, 1, ?)
         ON CONFLICT (id) DO NOTHING RETURNING ${COLUMNS}`,
        ...[id, owner, Number(published), text],
      );
    },
    update({ serial, revision }, { owner, published, text }) {
      return find(
        `UPDATE project SET owner = ?, published = ?, text = ?, revision = revision + 1
         WHERE serial = ? AND revision = ? RETURNING ${COLUMNS}`,
        ...[owner, Number(published), text, serial, revision],
      );
    },
    remove({ serial, revision }) {
      const { changes } = database
        .prepare('DELETE FROM project WHERE serial = ? AND revision = ?')
        .run(serial, revision);
      return changes === 1;
    },
    page(filter, after, limit) {
      const { condition, values } = conditionOf(filter);
      const rows = database
        .prepare(`SELECT ${COLUMNS} FROM project WHERE serial > ? AND (${condition}) ORDER BY serial LIMIT ?`)
        .iterate(after, ...values, limit + 1);
      const projects: ProjectRecord[] = [];
      let room = PAGE_CHARACTERS;
      for (const row of rows as Iterable<unknown> as Iterable<Row>) {
        if (projects.length === limit || room <= 0) return { projects, more: true };
        projects.push(toRecord(row));
        room -= row.text.length;
      }
      return { projects, more: false };
    },
  };
}

function conditionOf({ account, own, others }: ProjectFilter): { condition: string; values: string[] } {
  if (own && others) return { condition: 'owner = ? OR published = 1', values: [account] };
  if (others) return { condition: 'published = 1 AND owner <> ?', values: [account] };
  return { condition: 'owner = ?', values: [account] };
}

function toHead(row: Omit<Row, 'text'>): ProjectHead {
  return { ...row, published: row.published === 1 };
}

function toRecord(row: Row): ProjectRecord {
  return { ...row, published: row.published === 1 };
}
