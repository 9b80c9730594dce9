import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EncodedBlock, Gaps } from '../../../columns/block-builder.ts';
import type { BlockInfo } from '../../../columns/stored-block.ts';
import { cachedStatement } from '../cached-statements.ts';

/** Bodies of one path lie together, in the order of blocks. */
const BLOCKS = 2 ** 32;

/** The key of a column of a block. */
export function bodyKey(path: number, block: number): number {
  return path * BLOCKS + block;
}

export function readBlocks(database: DatabaseSync): BlockInfo[] {
  const rows = cachedStatement(
    database,
    'SELECT block, first, last, row_count AS rows, gaps FROM column_block ORDER BY first',
  ).all();
  return rows.map((row) => ({ ...row, gaps: JSON.parse(row.gaps as string) as Gaps }) as BlockInfo);
}

/** The tables of columns as their writer changes them, inside of transactions. */
export class ColumnTables {
  readonly #database: DatabaseSync;
  readonly #note: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#note = database.prepare('INSERT OR REPLACE INTO column_stale VALUES (?, ?)');
  }

  /** Changes of rows up to here are noted; undefined where nobody has asked for columns. */
  get coveredTo(): number | undefined {
    const row = this.#database.prepare('SELECT covered_to AS coveredTo FROM column_state').get();
    return row?.coveredTo as number | undefined;
  }

  cover(upTo: number): void {
    this.#database
      .prepare(
        'INSERT INTO column_state VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET covered_to = excluded.covered_to',
      )
      .run(upTo);
  }

  note(seq: number, version: number): void {
    this.#note.run(seq, version);
  }

  blocks(): BlockInfo[] {
    return readBlocks(this.#database);
  }

  staleIn({ first, last }: { first: number; last: number }): number {
    const sql = 'SELECT count(*) AS count FROM column_stale WHERE seq BETWEEN ? AND ?';
    return cachedStatement(this.#database, sql).get(first, last)!.count as number;
  }

  hasRowsIn(after: number, upTo: number): boolean {
    const sql = 'SELECT 1 FROM feature WHERE seq > ? AND seq <= ? LIMIT 1';
    return cachedStatement(this.#database, sql).get(after, upTo) !== undefined;
  }

  paths(): Map<string, number> {
    const rows = this.#database.prepare('SELECT path, key FROM column_path').all();
    return new Map(rows.map(({ path, key }) => [key as string, path as number]));
  }

  /** Adds a block for the positions between two; what was noted there up to a version is in it. */
  add(block: EncodedBlock, first: number, last: number, version: number): void {
    const paths = this.paths();
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO column_block (first, last, row_count, gaps) VALUES (?, ?, ?, ?)')
      .run(first, last, block.rows, JSON.stringify(block.gaps));
    const insert = this.#database.prepare('INSERT INTO column_body VALUES (?, ?, ?)');
    for (const { key, summary, bytes } of block.columns)
      insert.run(bodyKey(paths.get(key) ?? this.#name(key), Number(lastInsertRowid)), summary, bytes);
    this.forget(first, last, version);
  }

  /** What was noted up to a version is noted no longer. */
  forget(first: number, last: number, version: number): void {
    this.#database
      .prepare('DELETE FROM column_stale WHERE seq BETWEEN ? AND ? AND version <= ?')
      .run(first, last, version);
  }

  #name(key: string): number {
    const { lastInsertRowid } = this.#database.prepare('INSERT INTO column_path (key) VALUES (?)').run(key);
    return Number(lastInsertRowid);
  }

  drop(block: number): void {
    this.#database.prepare('DELETE FROM column_block WHERE block = ?').run(block);
    const remove = this.#database.prepare('DELETE FROM column_body WHERE key = ?');
    for (const path of this.paths().values()) remove.run(bodyKey(path, block));
  }

  bodies(block: number): { summary: Uint8Array; bytes: Uint8Array }[] {
    const find = this.#database.prepare('SELECT summary, bytes FROM column_body WHERE key = ?');
    return [...this.paths().values()].flatMap(
      (path) =>
        (find.get(bodyKey(path, block)) as { summary: Uint8Array; bytes: Uint8Array } | undefined) ?? [],
    );
  }

  empty(): void {
    for (const table of ['block', 'body', 'stale', 'path'])
      this.#database.exec(`DELETE FROM column_${table}`);
  }
}
