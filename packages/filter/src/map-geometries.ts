import type { Expression, IntervalBound } from './expression.ts';

type Literal = Extract<Expression, { kind: 'geometry' | 'bbox' }>;

/** The same filter with other geometries in the place of those that it names. */
export function mapGeometries(expression: Expression, map: (literal: Literal) => Expression): Expression {
  const each = (part: Expression): Expression => mapGeometries(part, map);
  switch (expression.kind) {
    case 'geometry':
    case 'bbox':
      return map(expression);
    case 'literal':
    case 'property':
    case 'date':
    case 'timestamp':
      return expression;
    case 'interval': {
      const bound = (end: IntervalBound): IntervalBound =>
        end.kind === 'function' ? { ...end, args: end.args.map(each) } : end;
      return { ...expression, start: bound(expression.start), end: bound(expression.end) };
    }
    case 'array':
      return { ...expression, items: expression.items.map(each) };
    case 'and':
    case 'or':
    case 'function':
      return { ...expression, args: expression.args.map(each) };
    case 'not':
    case 'isNull':
    case 'casei':
    case 'accenti':
      return { ...expression, arg: each(expression.arg) };
    case 'comparison':
    case 'arithmetic':
    case 'spatial':
    case 'temporal':
    case 'arrays':
      return { ...expression, left: each(expression.left), right: each(expression.right) };
    case 'like':
      return { ...expression, value: each(expression.value), pattern: each(expression.pattern) };
    case 'between':
      return {
        ...expression,
        value: each(expression.value),
        lower: each(expression.lower),
        upper: each(expression.upper),
      };
    case 'in':
      return { ...expression, value: each(expression.value), list: expression.list.map(each) };
  }
}
