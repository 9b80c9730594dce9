import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type EncodedBlock, type Gaps, NOTHING } from '../../../columns/block-builder.ts';
import type { BlockInfo } from '../../../columns/stored-block.ts';
import { isCellsKey } from '../../../columns/stored-cells.ts';
import type { LocatedBlock } from '../../../read/columns/find-cells.ts';
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

  /** Blocks of which nothing is stored under a key. */
  blocksWithout(key: string): number[] {
    const path = this.paths().get(key);
    const there = cachedStatement(this.#database, 'SELECT 1 FROM column_body WHERE key = ?');
    return this.blocks()
      .map(({ block }) => block)
      .filter((block) => path === undefined || there.get(bodyKey(path, block)) === undefined);
  }

  /** A block, and what is stored of it, if that is, under these keys; undefined where it is there no longer. */
  located(block: number, keys: readonly string[]): LocatedBlock | undefined {
    const row = this.#database
      .prepare('SELECT row_count AS rows, gaps FROM column_block WHERE block = ?')
      .get(block) as { rows: number; gaps: string } | undefined;
    if (!row) return undefined;
    const paths = this.paths();
    const find = cachedStatement(this.#database, 'SELECT bytes FROM column_body WHERE key = ?');
    const size = cachedStatement(
      this.#database,
      'SELECT length(bytes) AS bytes FROM column_body WHERE key = ?',
    );
    const bodies = new Map<string, Uint8Array>();
    let room = (JSON.parse(row.gaps) as Gaps).room ?? 0;
    for (const [key, path] of paths) {
      const at = bodyKey(path, block);
      if (isCellsKey(key)) room -= (size.get(at)?.bytes as number | undefined) ?? 0;
      const found = keys.includes(key) ? find.get(at) : undefined;
      if (found) bodies.set(key, found.bytes as Uint8Array);
    }
    return { rows: row.rows, bodies, room };
  }

  /** Stores something beside the columns of a block. */
  addBeside(block: number, key: string, bytes: Uint8Array): void {
    const path = this.paths().get(key) ?? this.#name(key);
    this.#database
      .prepare('INSERT OR IGNORE INTO column_body VALUES (?, ?, ?)')
      .run(bodyKey(path, block), NOTHING, bytes);
  }

  empty(): void {
    for (const table of ['block', 'body', 'stale', 'path'])
      this.#database.exec(`DELETE FROM column_${table}`);
  }
}
