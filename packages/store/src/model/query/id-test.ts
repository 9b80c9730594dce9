import type { FeatureTest } from './query.ts';

/** The ids that a test asks for; undefined where it asks for something else. */
export function idsOf(test: FeatureTest): readonly string[] | undefined {
  if (test.root !== 'feature') return undefined;
  const { path, comparison, operands } = test;
  if (path.length !== 1 || path[0] !== 'id' || comparison !== '=') return undefined;
  return operands.every((operand) => typeof operand === 'string') ? operands : undefined;
}
