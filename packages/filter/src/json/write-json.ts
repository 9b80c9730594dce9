import type { Expression, IntervalBound } from '../expression.ts';

/** A filter as CQL2 JSON. */
export function writeJson(expression: Expression): unknown {
  const op = (name: string, ...args: Expression[]) => ({ op: name, args: args.map(writeJson) });
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'property':
      return { property: expression.name };
    case 'date':
    case 'timestamp':
      return { [expression.kind]: expression.text };
    case 'interval':
      return { interval: [writeBound(expression.start), writeBound(expression.end)] };
    case 'geometry':
      return expression.geometry;
    case 'bbox':
      return { bbox: expression.bbox };
    case 'array':
      return expression.items.map(writeJson);
    case 'and':
    case 'or':
      return op(expression.kind, ...expression.args);
    case 'not':
    case 'isNull':
    case 'casei':
    case 'accenti':
      return op(expression.kind, expression.arg);
    case 'comparison':
    case 'arithmetic':
    case 'spatial':
    case 'temporal':
    case 'arrays':
      return op(expression.op, expression.left, expression.right);
    case 'like':
      return op('like', expression.value, expression.pattern);
    case 'between':
      return op('between', expression.value, expression.lower, expression.upper);
    case 'in':
      return { op: 'in', args: [writeJson(expression.value), expression.list.map(writeJson)] };
    case 'function':
      return op(expression.name, ...expression.args);
  }
}

function writeBound(bound: IntervalBound): unknown {
  if (bound.kind === 'unbounded') return '..';
  return bound.kind === 'date' || bound.kind === 'timestamp' ? bound.text : writeJson(bound);
}
