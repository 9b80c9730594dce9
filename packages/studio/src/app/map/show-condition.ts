import { isTextCondition, type LayerCondition } from '../../filter/layer-filter.ts';
import { t } from '../strings.ts';

/** What is compared, how, and with what; of several values any. */
export type ConditionParts = readonly [name: string, operator: string, value: string];

/** `p.population > 1000` → `population`, `is more than`, `1000` */
export function conditionParts(condition: LayerCondition): ConditionParts {
  const [key, operator, operand] = condition;
  const name = key.startsWith('p.') ? key.slice(2) : key;
  const operands = isTextCondition(condition) ? [condition[2]] : [operand].flat();
  const values = operands.map((one) => (one === null ? '—' : String(one)));
  return [name, t.filter.operators[operator], values.join(` ${t.filter.or} `)];
}
