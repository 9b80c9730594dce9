import { patternText } from '../evaluate/compile.ts';
import { longestLiteral } from '../evaluate/like.ts';
import type { Expression } from '../expression.ts';

/** A text that the value of a property must have somewhere, once it was folded in this order. */
export type LikeLiteral = { literal: string; folds: readonly ('accenti' | 'casei')[] };

/** What a LIKE condition on one property asks at least; undefined where that is nothing, or not of a property. */
export function likeLiteral(expression: Expression): LikeLiteral | undefined {
  if (expression.kind !== 'like') return undefined;
  const folds: ('accenti' | 'casei')[] = [];
  let value = expression.value;
  for (; value.kind === 'casei' || value.kind === 'accenti'; value = value.arg) folds.unshift(value.kind);
  const literal = longestLiteral(patternText(expression.pattern));
  return value.kind === 'property' && literal !== '' ? { literal, folds } : undefined;
}
