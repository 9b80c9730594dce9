import type { Random } from '../harness/random.ts';

/** A condition, written for the hub and for PostgreSQL. */
export type Condition = { cql: string; sql: string };

export const OTHERS = ['', 'a', 'A', 'ab', 'Ab', 'ä', 'Ä', 'e', 'É', 'Zürich', 'ZÜRICH', 'zurich'];

export function number(random: Random, depth: number): Condition {
  if (depth === 0 || random.next() < 0.4) {
    const text = random.pick(['n', 'm', '0', '2', '-1.5', '1']);
    return { cql: text, sql: /\d/.test(text) ? `(${text})::float8` : text };
  }
  const [a, b] = [number(random, depth - 1), number(random, depth - 1)];
  const cql = (op: string) => `(${a.cql} ${op} ${b.cql})`;
  switch (random.pick(['+', '-', '*', '/', '%', 'div', '^'])) {
    case '^': {
      const isNone = `${a.sql} = 0 AND ${b.sql} < 0 OR ${a.sql} < 0 AND ${b.sql} <> trunc(${b.sql})`;
      return { cql: cql('^'), sql: `(CASE WHEN ${isNone} THEN NULL ELSE power(${a.sql}, ${b.sql}) END)` };
    }
    case '/':
      return { cql: cql('/'), sql: `(${a.sql} / nullif(${b.sql}, 0))` };
    case '%':
      return { cql: cql('%'), sql: `mod((${a.sql})::numeric, nullif((${b.sql})::numeric, 0))::float8` };
    case 'div':
      return { cql: cql('div'), sql: `trunc(${a.sql} / nullif(${b.sql}, 0))` };
    default: {
      const op = random.pick(['+', '-', '*']);
      return { cql: cql(op), sql: `(${a.sql} ${op} ${b.sql})` };
    }
  }
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
