import type { DatabaseSync } from 'node:sqlite';
import { geometryTypeCode } from '../../model/feature/geometry-type.ts';
import { type NewRow, StoredRow } from '../../rules/write/feature-table.ts';

/** A feature as the write rules look at it. */
export const ROW = `SELECT seq, id, created_at AS createdAt, updated_at AS updatedAt, geometry_start AS geometryStart,
  properties_start AS propertiesStart, properties_end AS propertiesEnd, text FROM feature`;

export type FeatureRow = {
  seq: number;
  id: string;
  createdAt: number;
  updatedAt: number;
  geometryStart: number;
  propertiesStart: number;
  propertiesEnd: number;
  text: string;
};

export function toStoredRow(row: unknown): StoredRow {
  const typed = row as FeatureRow;
  return new StoredRow(typed, typed);
}

const COLUMNS = [
  'created_at',
  'updated_at',
  'geometry_type',
  'has_z',
  'west',
  'south',
  'east',
  'north',
  'geometry_start',
  'properties_start',
  'properties_end',
  'text',
];

function insertOf(columns: string[]): string {
  const placeholders = columns.map(() => '?').join(', ');
  return `INSERT INTO feature (seq, id, ${columns.join(', ')}) VALUES (?, ?, ${placeholders})`;
}

function updateOf(columns: string[]): string {
  return `UPDATE feature SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE seq = ?`;
}

/** In the order of COLUMNS. */
export function columnsOf(row: NewRow) {
  const box = row.facts?.bbox;
  return [
    row.createdAt,
    row.updatedAt,
    geometryTypeCode(row.facts?.type),
    row.facts?.hasZ ? 1 : 0,
    box?.west ?? null,
    box?.south ?? null,
    box?.east ?? null,
    box?.north ?? null,
    row.geometryStart,
    row.propertiesStart,
    row.propertiesEnd,
    row.text,
  ];
}

/** The statements by which a writer changes features. */
export function prepareRows(database: DatabaseSync) {
  return {
    get: database.prepare(`${ROW} WHERE id = ?`),
    insert: database.prepare(insertOf(COLUMNS)),
    insertVersion: database.prepare(insertOf([...COLUMNS, 'version'])),
    update: database.prepare(updateOf(COLUMNS)),
    updateVersion: database.prepare(updateOf([...COLUMNS, 'version'])),
    delete: database.prepare('DELETE FROM feature WHERE seq = ?'),
    /** Another one whenever another connection has changed the file. */
    dataVersion: database.prepare('PRAGMA data_version'),
    count: database.prepare('SELECT count FROM content'),
    insertTag: database.prepare('INSERT INTO tag VALUES (?, ?)'),
    insertTags: database.prepare('INSERT INTO tag SELECT ?, value FROM json_each(?)'),
    deleteTag: database.prepare('DELETE FROM tag WHERE tag = ? AND seq = ?'),
    moveContent: database.prepare(`UPDATE content SET version = ?, updated_at = ?, last_seq = ?,
      count = count + ?, bytes = bytes + ?, max_bytes = max(max_bytes, ?)`),
  };
}

export type StoredContent = { version: number; updatedAt: number; lastSeq: number };

export function readContent(database: DatabaseSync): StoredContent {
  const row = database
    .prepare('SELECT version, updated_at AS updatedAt, last_seq AS lastSeq FROM content')
    .get();
  return { ...(row as StoredContent) };
}
