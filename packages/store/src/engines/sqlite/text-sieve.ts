import type { SQLInputValue } from 'node:sqlite';
import type { PropertyTest } from '../../model/query/query.ts';
import { writtenTexts } from '../../read/written-texts.ts';

/** Conditions on a feature's row, everything bound. */
export type RowConditions = { sql: string[]; values: SQLInputValue[] };

/** Lets pass what may match, by looking at the texts only. */
export function textSieve(tests: readonly PropertyTest[]): RowConditions {
  const lists = writtenTexts(tests);
  return {
    sql: lists.map((texts) => `(${texts.map(() => 'instr(text, ?) > 0').join(' OR ')})`),
    values: lists.flat(),
  };
}
