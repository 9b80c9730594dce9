import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Texts of statements vary with the number of alternatives in a query, so there must be a bound. */
const MAX_CACHED = 64;

const cache = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/**
 * A statement that short reads prepare once instead of every time, which takes them longer than to run it. Only for `get`,
 * `all` and `run`, which are done with it when they return.
 */
export function cachedStatement(database: DatabaseSync, sql: string): StatementSync {
  const statements = cache.get(database) ?? new Map<string, StatementSync>();
  cache.set(database, statements);
  const known = statements.get(sql);
  if (known) return known;
  if (statements.size === MAX_CACHED) statements.delete(statements.keys().next().value!);
  const statement = database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}
