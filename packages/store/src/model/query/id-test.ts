import type { PropertyTest } from './query.ts';

/** The ids that a test asks for; undefined where it asks for something else. */
export function idsOf({ root, path, comparison, operands }: PropertyTest): readonly string[] | undefined {
  if (root !== 'feature' || path.length !== 1 || path[0] !== 'id' || comparison !== '=') return undefined;
  return operands.every((operand) => typeof operand === 'string') ? operands : undefined;
}
