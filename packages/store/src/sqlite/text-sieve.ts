import type { SQLInputValue } from 'node:sqlite';
import type { Operand, PropertyTest } from '../query/query.ts';

/** Conditions on a feature's row, everything bound. */
export type RowConditions = { sql: string[]; values: SQLInputValue[] };

/**
 * For rows no index leads to: a feature whose text has neither the name nor one of the values can't match, and to see
 * that is far cheaper than to parse it. Names and values look as JSON.stringify wrote them when they were stored.
 */
export function textSieve(tests: readonly PropertyTest[]): RowConditions {
  const conditions: RowConditions = { sql: [], values: [] };
  for (const test of tests) if (test.root === 'properties') addTest(conditions, test);
  return conditions;
}

/** More values than this are not worth looking for one by one. */
const MOST_TEXTS = 50;

function addTest(conditions: RowConditions, { path, comparison, operands }: PropertyTest): void {
  if (comparison === '=' && operands.includes(null)) return;
  addTexts(conditions, [`${JSON.stringify(path.at(-1))}:`]);
  const written = operands.map(writtenValue);
  if (comparison === '=' && written.length <= MOST_TEXTS && written.every((value) => value !== undefined))
    addTexts(conditions, written);
}

function addTexts({ sql, values }: RowConditions, texts: string[]): void {
  sql.push(`(${texts.map(() => 'instr(text, ?) > 0').join(' OR ')})`);
  values.push(...texts);
}

/** How a value looks in a stored text; undefined where more than one way is possible. */
function writtenValue(operand: Operand): string | undefined {
  if (typeof operand === 'number') return Math.abs(operand) < 2 ** 53 ? String(operand) : undefined;
  return typeof operand === 'object' ? undefined : JSON.stringify(operand);
}
