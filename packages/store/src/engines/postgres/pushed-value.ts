import type { Condition } from './condition.ts';
import type { Value } from './self-contained.ts';

export const NEVER: Condition = { sql: 'false', values: [] };

/**
 * Conditions on the value behind a name, by its type; absent where none of that type passes. In `numbers`, `digits` stands for a
 * number as it is written, in `texts`, `plain` for a text without escapes.
 */
export type ValueConditions = { numbers?: Condition | undefined; texts?: Condition | undefined };

/** The name, as `"height":`, is somewhere in the text of the feature. */
export function exists(name: string): Condition {
  return { sql: 'strpos(text, ?) > 0', values: [name] };
}

/**
 * What follows the name, and what follows it where it is there again. `"height":` cannot be part of a text in JSON, whose quotes
 * are escaped: it is a name, or the end of one.
 */
const BEHIND = 'split_part(text, ?, 2)';
const BEHIND_SECOND = 'split_part(text, ?, 3)';

/** A number ends before a comma or a brace, a text before the next quote. */
const DIGITS = `split_part(split_part(${BEHIND}, ',', 1), '}', 1)`;
const PLAIN = `split_part(${BEHIND}, '"', 2)`;

/**
 * Short enough for a numeric of PostgreSQL, and without an exponent; all others pass. Behind a name there is a value, so what has
 * no other letters is a number. A regular expression would take most of the time.
 */
const IS_DECIMAL = `octet_length(${DIGITS}) BETWEEN 1 AND 200 AND ltrim(${DIGITS}, '-.0123456789') = ''`;

/**
 * The value behind a name passes, or the name is there more than once, so that the text alone does not tell which is meant. A
 * name that is there once may be that of another path: then the evaluator says no. There are no subqueries, which Citus
 * would refuse.
 */
export function valueIn(name: string, { numbers = NEVER, texts = NEVER }: ValueConditions): Condition {
  const branches: Condition[] = [{ sql: `WHEN ${BEHIND_SECOND} <> '' THEN true`, values: [name] }];
  if (numbers !== NEVER) {
    const { sql, values } = spelledOut(numbers, 'digits', DIGITS, name);
    branches.push({ sql: `WHEN ${IS_DECIMAL} THEN ${sql}`, values: [name, name, ...values] });
    branches.push({ sql: `WHEN ascii(${BEHIND}) BETWEEN 45 AND 57 THEN true`, values: [name] });
  }
  if (texts !== NEVER) {
    const { sql, values } = spelledOut(texts, 'plain', PLAIN, name);
    branches.push({
      sql: `WHEN ascii(${BEHIND}) = 34 THEN strpos(${PLAIN}, chr(92)) > 0 OR (${sql})`,
      values: [name, name, ...values],
    });
  }
  return {
    sql: `CASE ${branches.map(({ sql }) => sql).join(' ')} ELSE false END`,
    values: branches.flatMap(({ values }) => values),
  };
}

/** A condition with what a word in it stands for, which has the name among its values. */
function spelledOut({ sql, values }: Condition, word: string, meaning: string, name: string): Condition {
  const left = [...values];
  const all: Value[] = [];
  const spelled = sql.replace(new RegExp(`\\b${word}\\b|\\?`, 'g'), (token) => {
    all.push(token === word ? name : left.shift()!);
    return token === word ? meaning : token;
  });
  return { sql: spelled, values: all };
}

/** There is a value, and it is none of those that are written so. */
export function notWritten(name: string, written: readonly string[]): Condition {
  const others = written.map(() => `NOT (starts_with(${BEHIND}, ?) OR starts_with(${BEHIND}, ?))`);
  return {
    sql: `CASE WHEN ${BEHIND_SECOND} <> '' THEN true WHEN ${BEHIND} = '' THEN false ELSE ${others.join(' AND ')} END`,
    values: [name, name, ...written.flatMap((value) => [name, `${value},`, name, `${value}}`])],
  };
}
