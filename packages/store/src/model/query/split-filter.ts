import { conjuncts, type Expression, propertyPath } from '@meridian/filter';
import type { Comparison, FeaturePath, FeatureTest, Operand, PropertyTest } from './query.ts';

/**
 * The conditions of a CQL2 filter as tests. Those that the hub's own syntax has too become tests of that kind, which
 * indexes and prefilters know; the rest stays together as it is. Only conditions that must all hold can be taken apart
 * so: there, what is unknown counts as false in both.
 */
export function testsOf(filter: Expression): FeatureTest[] {
  const tests: FeatureTest[] = [];
  const rest: Expression[] = [];
  for (const condition of conjuncts(filter)) {
    const test = propertyTestOf(condition);
    if (test) tests.push(test);
    else rest.push(condition);
  }
  if (rest.length === 1) tests.push({ root: 'expression', expression: rest[0]! });
  else if (rest.length > 1) tests.push({ root: 'expression', expression: { kind: 'and', args: rest } });
  return tests;
}

/** `<>` is not among them: in the hub's syntax it is true of values of another type, in CQL2 it is not. */
const COMPARISONS: Partial<Record<string, { same: Comparison; turned: Comparison }>> = {
  '=': { same: '=', turned: '=' },
  '<': { same: '<', turned: '>' },
  '>': { same: '>', turned: '<' },
  '<=': { same: '<=', turned: '>=' },
  '>=': { same: '>=', turned: '<=' },
};

function propertyTestOf(condition: Expression): PropertyTest | undefined {
  switch (condition.kind) {
    case 'comparison': {
      const comparison = COMPARISONS[condition.op];
      if (!comparison) return undefined;
      const { left, right } = condition;
      return testOf(left, comparison.same, [right]) ?? testOf(right, comparison.turned, [left]);
    }
    case 'in':
      return testOf(condition.value, '=', condition.list);
    case 'isNull':
      return nullTest(condition.arg, '=');
    case 'not':
      return condition.arg.kind === 'isNull' ? nullTest(condition.arg.arg, '!=') : undefined;
    default:
      return undefined;
  }
}

function testOf(
  left: Expression,
  comparison: Comparison,
  values: readonly Expression[],
): PropertyTest | undefined {
  const path = pathOf(left);
  const operands = values.map((value) => (value.kind === 'literal' ? value.value : undefined));
  if (!path || operands.includes(undefined)) return undefined;
  // Texts and numbers have an order in both, booleans only in CQL2.
  if (comparison !== '=' && operands.some((operand) => typeof operand === 'boolean')) return undefined;
  return { ...path, comparison, operands: operands as Operand[] };
}

function nullTest(arg: Expression, comparison: Comparison): PropertyTest | undefined {
  const path = pathOf(arg);
  return path && path.root === 'properties' ? { ...path, comparison, operands: [null] } : undefined;
}

function pathOf(expression: Expression): FeaturePath | undefined {
  if (expression.kind !== 'property') return undefined;
  if (expression.name === 'id') return { root: 'feature', path: ['id'] };
  const path = propertyPath(expression.name);
  return path && { root: 'properties', path };
}
