import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { cachedStatement } from './cached-statements.ts';

/**
 * Insertion numbers of rows that may match, from an index: up to `count` of them behind `after`, ascending. Fewer
 * than `count` means that there are no more.
 */
export type SeqSource = (after: number, count: number) => number[];

/** All rows. */
export function everySource(database: DatabaseSync): SeqSource {
  const statement = database.prepare('SELECT seq FROM feature WHERE seq > ? ORDER BY seq LIMIT ?');
  return (after, count) => statement.all(after, count).map(({ seq }) => seq as number);
}

/** A source that is known whole. */
export function listSource(seqs: number[]): SeqSource {
  const sorted = [...new Set(seqs)].sort((a, b) => a - b);
  let from = 0;
  return (after, count) => {
    // Walks only go forward, so this passes over each number once.
    while (from < sorted.length && sorted[from]! <= after) from++;
    return sorted.slice(from, from + count);
  };
}

/** A `SELECT seq FROM … WHERE …` over an index that has the rows of its condition in insertion order. */
export type Alternative = { sql: string; values: SQLInputValue[] };

/** A statement of SQLite has room for 500 selections; a few at a time do as well. */
const MAX_COALESCED = 100;

/** The union of ordered selections, page by page; a page costs what it holds, however much matches in all. */
export function pagedSource(database: DatabaseSync, alternatives: Alternative[]): SeqSource {
  if (alternatives.length <= MAX_COALESCED) return unitedSource(database, alternatives);
  const sources: SeqSource[] = [];
  for (let i = 0; i < alternatives.length; i += MAX_COALESCED)
    sources.push(unitedSource(database, alternatives.slice(i, i + MAX_COALESCED)));
  return (after, count) => {
    const seqs = new Set(sources.flatMap((source) => source(after, count)));
    return [...seqs].sort((a, b) => a - b).slice(0, count);
  };
}

function unitedSource(database: DatabaseSync, alternatives: Alternative[]): SeqSource {
  const pages = alternatives.map(({ sql }) => `SELECT seq FROM (${sql} AND seq > ? ORDER BY seq LIMIT ?)`);
  const statement = cachedStatement(database, `${pages.join(' UNION ')} ORDER BY seq LIMIT ?`);
  statement.setReturnArrays(true);
  return (after, count) => {
    const values = alternatives.flatMap((alternative) => [...alternative.values, after, count]);
    return statement.all(...values, count).map((row) => (row as unknown as [number])[0]);
  };
}
