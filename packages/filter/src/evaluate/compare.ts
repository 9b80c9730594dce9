import type { ComparisonOp } from '../expression.ts';
import { momentOf } from './temporal.ts';
import type { Value } from './value.ts';

/** Less than 0, 0 or more than 0; null where the values have no order: of different types, or not there. */
export function orderOf(a: Value, b: Value): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  const isTime = isMoment(a) || isMoment(b);
  if (!isTime) return null;
  const left = isMoment(a) ? a : momentOf(a);
  const right = isMoment(b) ? b : momentOf(b);
  return left === undefined || right === undefined ? null : left.ms - right.ms;
}

export function holds(op: ComparisonOp, order: number): boolean {
  switch (op) {
    case '=':
      return order === 0;
    case '<>':
      return order !== 0;
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    case '>=':
      return order >= 0;
  }
}

export function isMoment(value: Value): value is Extract<Value, { ms: number }> {
  return typeof value === 'object' && value !== null && 'ms' in value;
}

/** The order of UTF-8 bytes; JavaScript's differs where a surrogate pair meets U+E000 to U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = codePointOrder(a.charCodeAt(i)) - codePointOrder(b.charCodeAt(i));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function codePointOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
