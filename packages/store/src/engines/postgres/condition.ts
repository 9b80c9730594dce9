import type { Value } from './self-contained.ts';

/** A condition on rows, everything bound: a question mark stands for each value. */
export type Condition = { sql: string; values: Value[] };

/** Conditions as they stand in a statement whose first values are others. */
export function numbered(conditions: readonly Condition[], from: number): Condition {
  let next = from;
  const sql = conditions.map(({ sql }) => sql.replaceAll('?', () => `$${next++}`));
  return {
    sql: sql.length > 0 ? sql.map((one) => `(${one})`).join(' AND ') : 'true',
    values: conditions.flatMap(({ values }) => values),
  };
}
