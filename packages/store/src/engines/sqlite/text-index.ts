import type { DatabaseSync } from 'node:sqlite';
import type { Feature } from '../../model/feature/feature.ts';
import { ANY_WORD, indexedWords } from '../../model/query/text-index.ts';
import { cachedStatement } from './cached-statements.ts';
import { SINCE } from './schema.ts';
import type { SeqIndex } from './seq-index.ts';
import type { SpaceReader } from './space-reader.ts';

/**
 * The words of features, in a table of FTS5 that a space gets when it first asks for it. The words come folded and cut as the
 * evaluator has them, divided by blanks; `ascii` divides at nothing else. It has neither texts nor the order of words.
 */
const CREATE = `CREATE VIRTUAL TABLE IF NOT EXISTS word
  USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`;

/**
 * A removal leaves the number of a row of FTS5's own as the one inserted last, which no double holds and `run` would return. Behind a
 * trigger it is the one before.
 */
const CREATE_REMOVAL = `
  CREATE VIEW IF NOT EXISTS removed_word (seq) AS SELECT 0;
  CREATE TRIGGER IF NOT EXISTS remove_word INSTEAD OF INSERT ON removed_word
    BEGIN DELETE FROM word WHERE rowid = NEW.seq; END`;

/** Makes room for the words of a file; inside a transaction. */
export function createTextIndex(database: DatabaseSync): void {
  database.exec(`${CREATE}; ${CREATE_REMOVAL}`);
}

/** The table stays: a reader may be about to look into it. */
export function emptyTextIndex(database: DatabaseSync): void {
  database.exec("INSERT INTO word (word) VALUES ('delete-all')");
}

export function addWords(database: DatabaseSync, seq: number, { properties }: Feature): void {
  const words = indexedWords(properties);
  if (words.length > 0)
    cachedStatement(database, 'INSERT INTO word (rowid, words) VALUES (?, ?)').run(seq, words.join(' '));
}

export function removeWords(database: DatabaseSync, seq: number): void {
  cachedStatement(database, 'INSERT INTO removed_word VALUES (?)').run(seq);
}

const COLLECT = `SELECT count(*) AS count, group_concat(seq) AS seqs FROM (
  SELECT rowid AS seq FROM word WHERE word MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?)`;

/** The rows that have words which begin with these; undefined where there is no such index, or not all of it. */
export function textSource(reader: SpaceReader, words: readonly string[]): SeqIndex | undefined {
  const { database } = reader;
  // An older file has words that were folded in another way.
  if (words.length === 0 || !hasTextIndex(database) || !reader.hasFormat(SINCE.words)) return undefined;
  const match = words.map((word) => `("${word}"* OR "${ANY_WORD}")`).join(' AND ');
  return {
    name: 'text index',
    settlesTags: false,
    collect(after, max) {
      const found = cachedStatement(database, COLLECT).get(match, after, max + 1)!;
      // Asked behind it: it may have been emptied before.
      if ((found.count as number) > max || !hasTextIndex(database)) return undefined;
      return JSON.parse(`[${found.seqs ?? ''}]`);
    },
  };
}

/** Whether a space asks for its words, and all of them are there. */
export function hasTextIndex(database: DatabaseSync): boolean {
  const sql = "SELECT 1 FROM indexed_property WHERE path = '[]' AND built_to IS NULL";
  return cachedStatement(database, sql).get() !== undefined;
}
