import type { Expression } from '../expression.ts';

/**
 * The conditions that must all hold, flattened: `a AND (b AND c)` → a, b, c. A feature passes only where each is
 * true, so one that is not known counts as false in each of them.
 */
export function conjuncts(expression: Expression): Expression[] {
  return expression.kind === 'and' ? expression.args.flatMap(conjuncts) : [expression];
}
