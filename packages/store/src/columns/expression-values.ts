import type { ComparisonOp, Expression } from '@meridian/filter';
import { type NumberTest, numberTest } from './number-ranges.ts';

/** Which numbers a condition on one property is true of, where it is false of all others. */
export function expressionNumbers(expression: Expression): NumberTest | undefined {
  switch (expression.kind) {
    case 'comparison': {
      const { op, left, right } = expression;
      if (left.kind === 'property') return comparisonNumbers(op, right);
      return right.kind === 'property' ? comparisonNumbers(TURNED[op], left) : undefined;
    }
    case 'between': {
      const [low, high] = [numberOf(expression.lower), numberOf(expression.upper)];
      if (expression.value.kind !== 'property' || low === undefined || high === undefined) return undefined;
      return { ranges: [{ low, high }], isNegated: false };
    }
    case 'in': {
      if (expression.value.kind !== 'property') return undefined;
      const numbers = expression.list.map(numberOf);
      if (!numbers.every((number) => number !== undefined)) return undefined;
      return numberTest('=', numbers);
    }
    default:
      return undefined;
  }
}

/** Texts apart from which a condition on one property comes to the same for every text. */
export function expressionTexts(expression: Expression): string[] | undefined {
  if (expression.kind === 'in' && expression.value.kind === 'property') {
    const texts = expression.list.map(textOf);
    return texts.every((text) => text !== undefined) ? texts : undefined;
  }
  if (expression.kind !== 'comparison' || (expression.op !== '=' && expression.op !== '<>')) return undefined;
  const { left, right } = expression;
  const text =
    left.kind === 'property' ? textOf(right) : right.kind === 'property' ? textOf(left) : undefined;
  return text === undefined ? undefined : [text];
}

const TURNED: Record<ComparisonOp, ComparisonOp> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

function comparisonNumbers(op: ComparisonOp, operand: Expression): NumberTest | undefined {
  const number = numberOf(operand);
  return number === undefined ? undefined : numberTest(op === '<>' ? '!=' : op, [number]);
}

function numberOf(expression: Expression): number | undefined {
  return expression.kind === 'literal' && typeof expression.value === 'number' ? expression.value : undefined;
}

function textOf(expression: Expression): string | undefined {
  return expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined;
}
