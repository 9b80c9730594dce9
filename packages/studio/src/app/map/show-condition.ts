import { isTextCondition, type LayerCondition } from '../../filter/layer-filter.ts';
import { t } from '../strings.ts';

/** `p.population > 1000` → `population is more than 1000`; of several values any */
export function showCondition(condition: LayerCondition): string {
  const [key, operator, operand] = condition;
  const name = key.startsWith('p.') ? key.slice(2) : key;
  const operands = isTextCondition(condition) ? [condition[2]] : [operand].flat();
  const value = operands.map((one) => (one === null ? '—' : String(one)));
  return `${name} ${t.filter.operators[operator]} ${value.join(` ${t.filter.or} `)}`;
}
