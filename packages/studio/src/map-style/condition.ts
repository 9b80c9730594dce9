import type { Condition, Operator } from '@meridian/client';

export const OPERATORS: readonly Operator[] = ['=', '!=', '>', '>=', '<', '<=', '@>'];

export function isCondition(value: unknown): value is Condition {
  if (!Array.isArray(value)) return false;
  const [key, operator, operand] = value as unknown[];
  return (
    typeof key === 'string' &&
    /^[pf]\./.test(key) &&
    OPERATORS.some((known) => known === operator) &&
    (Array.isArray(operand) ? operand.every(isOperand) : isOperand(operand))
  );
}

function isOperand(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** What was typed, as a value of the type that the property has. */
export function readOperand(text: string, datatype: string | undefined): string | number | boolean {
  if (datatype === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  const number = Number(text);
  return datatype === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text;
}

/** `p.population > 1000` → `population > 1000` */
export function showCondition([key, operator, operand]: Condition): string {
  const name = key.startsWith('p.') ? key.slice(2) : key;
  const value = [operand].flat().map((one) => (one === null ? '—' : String(one)));
  return `${name} ${operator} ${value.join(', ')}`;
}
