/** A value of a statement. */
export type Value = string | number | boolean | null;

/** Literals and quoted names, which are left as they are, and the positions of values. */
const TOKENS = /[eE]'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/gs;

/**
 * A statement as a text that needs nothing else: no settings of its connection, no prepared statement, no further message.
 * A pooler of connections may hand each transaction to another connection of the database, and a text is one transaction.
 */
export function selfContained(settings: string, sql: string, values: readonly Value[]): string {
  return `${settings}; ${withLiterals(sql, values)}`;
}

/** As bound values of no given type, literals get the type that the statement expects at their position. */
export function withLiterals(sql: string, values: readonly Value[]): string {
  return sql.replace(TOKENS, (token: string, position: string | undefined) => {
    if (position === undefined) return token;
    const value = values[Number(position) - 1];
    if (value === undefined) throw new Error(`a statement has no value for $${position}`);
    return literalOf(value);
  });
}

/** With backslashes doubled too, it means the same whatever `standard_conforming_strings` says. */
function literalOf(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  const text = String(value);
  if (text.includes('\0')) throw new Error('a value of a statement has the character U+0000');
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
